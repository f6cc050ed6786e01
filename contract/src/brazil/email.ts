import { requiredTextMessage } from './field-messages.ts'
import { accepted, refused } from './parsed.ts'
import { parsedText } from './parsed-text.ts'
import type { Branded, Parsed } from './parsed.ts'

/** An e-mail address in lower case. */
export type Email = Branded<'Email'>

/** Maximum length of the field; the format allows one character fewer. Spec §5, §9. */
export const emailMaxLength = 255
/** Spec §5, §9. */
export const emailFormatMaxLength = 254
/** Spec §5. */
export const emailInvalidMessage = 'Email inválido'
/** Error when the previous address equals the current one. Spec §5. */
export const sameEmailMessage = 'O e-mail informado deve ser diferente do atual'

const atom = "[a-z0-9!#$%&'*+/=?^_`{|}~-]+"
const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const format = /* @__PURE__ */ new RegExp(
  `^(?=[^@]{1,64}@)${atom}(?:\\.${atom})*@(?:${label}\\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$`,
)

/** The text as the field shows it while typing. Spec §5. */
export function emailCharacters(text: string): string {
  return text.toLowerCase()
}

/** Parses an e-mail address and lowercases it. Error messages are those of spec §5. */
export function parseEmail(text: string): Parsed<Email> {
  const email = emailCharacters(text.trim())
  if (email === '') return refused(requiredTextMessage)
  const isValid = email.length <= emailFormatMaxLength && format.test(email)
  return isValid ? accepted(email as Email) : refused(emailInvalidMessage)
}

/** Whether two strings are the same address. Spec §5. */
export function isSameEmail(a: string, b: string): boolean {
  return emailCharacters(a.trim()) === emailCharacters(b.trim())
}

/** Accepts an e-mail address and outputs it in lower case. */
export const emailSchema = /* @__PURE__ */ parsedText(parseEmail)
