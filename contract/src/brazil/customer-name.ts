import type { DocumentType } from './document.ts'
import {
  fullNameCharacters,
  fullNameInvalidMessage,
  fullNameMaxLength,
  fullNameRequiredMessage,
  parseFullName,
} from './full-name.ts'
import { accepted, refused } from './parsed.ts'
import { parsedText } from './parsed-text.ts'
import type { Branded, Parsed } from './parsed.ts'

/** The name of a company as registered: one word is enough, and digits and common punctuation belong to it. */
export type CompanyName = Branded<'CompanyName'>

const companyCharacters = String.raw`\p{L}\p{Nd} &.,:'’"()/+!%@–-`
const isCompanyName = new RegExp(String.raw`^[\p{L}\p{Nd}][${companyCharacters}]*$`, 'u')
const otherCharacters = new RegExp(`[^${companyCharacters}]`, 'gu')

/** Strips characters that a company's name cannot have while typing. */
export function companyNameCharacters(text: string): string {
  return text.normalize('NFC').replace(otherCharacters, '').replace(/ +/g, ' ')
}

/** Parses a company's name and collapses spaces. Spec §5 has rules for the names of people only. */
export function parseCompanyName(text: string): Parsed<CompanyName> {
  const name = text.normalize('NFC').trim().replace(/ +/g, ' ')
  if (name === '') return refused(fullNameRequiredMessage)
  if (name.length > fullNameMaxLength || !isCompanyName.test(name)) return refused(fullNameInvalidMessage)
  return accepted(name as CompanyName)
}

/** The name of a customer with a document of the given type. */
export const parseCustomerName = (document_type: DocumentType, text: string): Parsed<string> =>
  document_type === 'cpf' ? parseFullName(text) : parseCompanyName(text)

/** Strips what the name of a customer with a document of the given type cannot have while typing. */
export const customerNameCharacters: Readonly<Record<DocumentType, (text: string) => string>> = {
  cpf: fullNameCharacters,
  cnpj: companyNameCharacters,
}

/** Accepts the name of a company, and so also that of a person; the server then parses it for the customer's document. */
export const customerNameSchema = /* @__PURE__ */ parsedText(parseCompanyName)
