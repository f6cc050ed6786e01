import { cnpjMask, cnpjRequiredMessage, formatCnpj, parseCnpj } from './cnpj.ts'
import type { Cnpj, CnpjMode } from './cnpj.ts'
import { cpfLength, cpfMask, cpfRequiredMessage, formatCpf, parseCpf } from './cpf.ts'
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

/** A verified document with the type it was recognized as. */
export type PersonDocument =
  | { readonly document_type: 'cpf'; readonly document_id: Cpf }
  | { readonly document_type: 'cnpj'; readonly document_id: Cnpj }

/** Document types that the club accepts, from its configuration. */
export type DocumentRules = {
  readonly allowed: readonly DocumentType[]
  readonly cnpj_mode: CnpjMode
}

/** The combined field accepts at most this many characters, punctuation included. Spec §5, §9. */
export const documentMaxLength = 18

/** Error for a retyped document that differs. Spec §5. */
export const documentMismatchMessage = 'O documento informado não coincide com o anterior'

/** The significant characters of a document: digits and letters, in upper case. */
export function documentCharacters(text: string): string {
  return text.replace(/[^0-9A-Za-z]/g, '').toUpperCase()
}

/** More than 11 digits, or a letter, is a CNPJ; otherwise a CPF. Spec §5. */
export function detectDocumentType(text: string): DocumentType {
  const characters = documentCharacters(text)
  return characters.length > cpfLength || /[A-Z]/.test(characters) ? 'cnpj' : 'cpf'
}

/** The document type of a string under the club's rules: the only allowed one, or the one inferred from the string. */
export function documentTypeOf(text: string, rules: DocumentRules): DocumentType {
  const only = rules.allowed.length === 1 ? rules.allowed[0] : undefined
  return only ?? detectDocumentType(text)
}

/** The mask for what has been typed so far. */
export function documentMask(text: string, rules: DocumentRules): Mask {
  return documentTypeOf(text, rules) === 'cpf' ? cpfMask : cnpjMask(rules.cnpj_mode)
}

const requiredMessages = { cpf: cpfRequiredMessage, cnpj: cnpjRequiredMessage } as const

/** The message of an empty document field: of the only allowed type, or of the combined field. Spec §5. */
function documentRequiredMessage({ allowed }: DocumentRules): string {
  const [only, ...others] = allowed
  return only === undefined || others.length > 0 ? requiredTextMessage : requiredMessages[only]
}

/** Parses the document field, combined or not. The error is that of the recognized type. Spec §5. */
export function parseDocument(text: string, rules: DocumentRules): Parsed<PersonDocument> {
  if (documentCharacters(text) === '') return refused(documentRequiredMessage(rules))
  if (documentTypeOf(text, rules) === 'cpf') {
    const cpf = parseCpf(text)
    return cpf.ok ? accepted({ document_type: 'cpf', document_id: cpf.value }) : cpf
  }
  const cnpj = parseCnpj(text, rules.cnpj_mode)
  return cnpj.ok ? accepted({ document_type: 'cnpj', document_id: cnpj.value }) : cnpj
}

/** Formats a stored document with punctuation. */
export function formatDocument(document: { document_type: DocumentType; document_id: string }): string {
  return document.document_type === 'cpf' ? formatCpf(document.document_id) : formatCnpj(document.document_id)
}

/** Whether two strings are the same document; only letters and digits are compared. Spec §5. */
export function isSameDocument(a: string, b: string): boolean {
  return documentCharacters(a) === documentCharacters(b)
}

/** The error of a document retyped to confirm `document_id`, or undefined. Spec §5 "Forgot password". */
export function retypedDocumentError(
  text: string,
  confirmed: { document_id: string; rules: DocumentRules },
): string | undefined {
  if (documentCharacters(text) === '') return documentRequiredMessage(confirmed.rules)
  return isSameDocument(text, confirmed.document_id) ? undefined : documentMismatchMessage
}

/** Accepts the combined field in any format and outputs the stored document with its type. */
export function documentSchema(rules: DocumentRules): ParsedTextSchema<PersonDocument> {
  return parsedText((text) => parseDocument(text, rules))
}

/** Accepts the combined field in any format and outputs the stored characters. */
export function documentIdSchema(rules: DocumentRules): ParsedTextSchema<Cpf | Cnpj> {
  return parsedText<Cpf | Cnpj>((text) => {
    const parsed = parseDocument(text, rules)
    return parsed.ok ? accepted(parsed.value.document_id) : parsed
  })
}
