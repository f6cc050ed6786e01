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

/** The name of a company as registered: one word is enough; digits and common punctuation are allowed. */
export type CompanyName = Branded<'CompanyName'>

const companyCharacters = String.raw`\p{L}\p{Nd} &.,:'’"()/+!%@–-`
const isCompanyName = new RegExp(String.raw`^[\p{L}\p{Nd}][${companyCharacters}]*$`, 'u')
const otherCharacters = new RegExp(`[^${companyCharacters}]`, 'gu')

/** While typing, strips characters that are not allowed in a company's name. */
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

/** While typing, strips characters not allowed in the name of a customer with this type of document. */
export const customerNameCharacters: Readonly<Record<DocumentType, (text: string) => string>> = {
  cpf: fullNameCharacters,
  cnpj: companyNameCharacters,
}

/** Accepts a company's name, and thus any person's; the server then parses it by the customer's document type. */
export const customerNameSchema = /* @__PURE__ */ parsedText(parseCompanyName)
