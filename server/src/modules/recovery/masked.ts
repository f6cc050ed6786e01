import { cellphonePattern } from '@clube/contract/brazil/cellphone.ts'
import { formatDocument } from '@clube/contract/brazil/document.ts'
import { fillPattern } from '@clube/contract/brazil/mask.ts'

/** A document of which only the middle shows: '***.982.247-**', '**.222.333/****-**'. */
export const maskDocument = (document: { document_type: 'cpf' | 'cnpj'; document_id: string }): string =>
  [...formatDocument(document)]
    .map((character, at) =>
      at > 2 && at < (document.document_type === 'cpf' ? 12 : 10) ? character : hide(character),
    )
    .join('')

const hide = (character: string): string => (/[0-9A-Z]/.test(character) ? '*' : character)

/** '(11) *****-4321'. */
export const maskCellphone = (digits: string): string =>
  fillPattern(cellphonePattern, digits).replace(/\d{5}-/, '*****-')

/** 'ma***@e***.br': enough to recognise, too little to write to. */
export const maskEmail = (email: string): string => {
  const [name = '', host = ''] = email.split('@')
  return `${name.slice(0, 2)}***@${host.slice(0, 1)}***${host.slice(host.lastIndexOf('.'))}`
}
