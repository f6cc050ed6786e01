import { cnpjMask, formatCnpj, parseCnpj } from './cnpj.ts'
import type { Cnpj, CnpjMode } from './cnpj.ts'
import { cpfLength, cpfMask, formatCpf, parseCpf } from './cpf.ts'
import type { Cpf } from './cpf.ts'
import { requiredTextMessage } from './field-messages.ts'
import type { Mask } from './mask.ts'
import { accepted, refused } from './parsed.ts'
import { parsedText } from './parsed-text.ts'
import type { Parsed } from './parsed.ts'
import type { ParsedTextSchema } from './parsed-text.ts'

/** Spec §3. */
export const documentTypes = ['cpf', 'cnpj'] as const
export type DocumentType = (typeof documentTypes)[number]

/** A verified document with the type it was recognised as. */
export type PersonDocument =
  | { readonly document_type: 'cpf'; readonly document_id: Cpf }
  | { readonly document_type: 'cnpj'; readonly document_id: Cnpj }

/** What the club accepts: comes from its configuration. */
export type DocumentRules = {
  readonly allowed: readonly DocumentType[]
  readonly cnpj_mode: CnpjMode
}

/** The combined field takes at most this many characters, punctuation included. Spec §5, §9. */
export const documentMaxLength = 18

/** The retyped document differs. Spec §5. */
export const documentMismatchMessage = 'O documento informado não coincide com o anterior'

/** Only the characters that tell documents apart: letters, upper case, and digits. */
export function documentCharacters(text: string): string {
  return text.replace(/[^0-9A-Za-z]/g, '').toUpperCase()
}

/** More than 11 digits, or a letter, is a CNPJ; otherwise a CPF. Spec §5. */
export function detectDocumentType(text: string): DocumentType {
  const characters = documentCharacters(text)
  return characters.length > cpfLength || /[A-Z]/.test(characters) ? 'cnpj' : 'cpf'
}

/** The type a text is read as under the club's rules: the only one allowed, or the one it looks like. */
export function documentTypeOf(text: string, rules: DocumentRules): DocumentType {
  const only = rules.allowed.length === 1 ? rules.allowed[0] : undefined
  return only ?? detectDocumentType(text)
}

/** The mask for what has been typed so far. */
export function documentMask(text: string, rules: DocumentRules): Mask {
  return documentTypeOf(text, rules) === 'cpf' ? cpfMask : cnpjMask(rules.cnpj_mode)
}

/** Reads the combined field. Refuses with the sentences of the type it was recognised as. Spec §5. */
export function parseDocument(text: string, rules: DocumentRules): Parsed<PersonDocument> {
  if (text.trim() === '' && rules.allowed.length !== 1) return refused(requiredTextMessage)
  if (documentTypeOf(text, rules) === 'cpf') {
    const cpf = parseCpf(text)
    return cpf.ok ? accepted({ document_type: 'cpf', document_id: cpf.value }) : cpf
  }
  const cnpj = parseCnpj(text, rules.cnpj_mode)
  return cnpj.ok ? accepted({ document_type: 'cnpj', document_id: cnpj.value }) : cnpj
}

/** Writes a stored document with its punctuation. */
export function formatDocument(document: { document_type: DocumentType; document_id: string }): string {
  return document.document_type === 'cpf' ? formatCpf(document.document_id) : formatCnpj(document.document_id)
}

/** Whether two writings are the same document: only letters and digits count (CNPJs carry letters). Spec §5. */
export function isSameDocument(one: string, other: string): boolean {
  return documentCharacters(one) === documentCharacters(other)
}

/** Takes the combined field in any writing and gives out the stored document with its type. */
export function documentSchema(rules: DocumentRules): ParsedTextSchema<PersonDocument> {
  return parsedText((text) => parseDocument(text, rules))
}

/** Takes the combined field in any writing and gives out the stored characters alone. */
export function documentIdSchema(rules: DocumentRules): ParsedTextSchema<Cpf | Cnpj> {
  return parsedText<Cpf | Cnpj>((text) => {
    const parsed = parseDocument(text, rules)
    return parsed.ok ? accepted(parsed.value.document_id) : parsed
  })
}
