import { formatDocument, type DocumentType } from '@clube/contract/brazil/document.ts'

type StoredDocument = { readonly document_type: DocumentType; readonly document_id: string }

/**
 * A document its owner recognises and a neighbour cannot copy: the middle of a CPF (`***.982.247-**`), of a CNPJ all but
 * its first and last two characters (`**.222.333/0001-**`).
 */
export function maskedDocument(document: StoredDocument): string {
  const first = document.document_type === 'cpf' ? 3 : 2
  const { document_id } = document
  const hidden = '*'.repeat(first) + document_id.slice(first, -2) + '**'
  return formatDocument({ ...document, document_id: hidden })
}
