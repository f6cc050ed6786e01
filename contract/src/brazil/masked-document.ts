import { formatDocument } from './document.ts'

/** Masks all but the middle of a document: '***.982.247-**', '**.222.333/****-**'. */
export const maskDocument = (document: { document_type: 'cpf' | 'cnpj'; document_id: string }): string =>
  [...formatDocument(document)]
    .map((character, i) =>
      i > 2 && i < (document.document_type === 'cpf' ? 12 : 10) ? character : mask(character),
    )
    .join('')

const mask = (character: string): string => (/[0-9A-Z]/.test(character) ? '*' : character)
