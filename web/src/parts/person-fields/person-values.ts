import { parseBirthDate, type BirthDateRules } from '@clube/contract/brazil/birth-date.ts'
import { parseCellphone } from '@clube/contract/brazil/cellphone.ts'
import { parseEmail } from '@clube/contract/brazil/email.ts'
import { parseCustomerName } from '@clube/contract/brazil/customer-name.ts'
import type { DocumentType } from '@clube/contract/brazil/document.ts'
import { parsedRule } from '../parsed-rule.ts'

/** Values of the contact fields; the cellphone holds digits. */
export type ContactValues = { name: string; email: string; cellphone: string }

/** The rule for the name of a person (spec §5) or of a company. */
export const nameRule = (document_type: DocumentType) =>
  parsedRule((text: string) => parseCustomerName(document_type, text))

/** Rules of spec §5 for e-mail and cellphone. */
export const contactRules = {
  email: parsedRule(parseEmail),
  cellphone: parsedRule(parseCellphone),
}

/** Rule of spec §5 for a birth date as typed, dd/MM/yyyy. */
export const birthDateRule = (rules: BirthDateRules) =>
  parsedRule((text: string) => parseBirthDate(text, rules))

/** Converts a birth date from dd/MM/yyyy to the format of calls; incomplete text stays as it is. */
export function storedBirthDate(text: string, rules: BirthDateRules): string {
  const parsed = parseBirthDate(text, rules)
  return parsed.ok ? parsed.value : text
}
