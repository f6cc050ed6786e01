import { requiredTextMessage } from './field-messages.ts'
import { accepted, refused } from './parsed.ts'
import { parsedText } from './parsed-text.ts'
import type { Branded, Parsed } from './parsed.ts'

/** An e-mail address in lower case. */
export type Email = Branded<'Email'>

/** What the field takes at most; the format ends one character earlier. Spec §5, §9. */
export const emailMaxLength = 255
/** Spec §5, §9. */
export const emailFormatMaxLength = 254
/** Spec §5. */
export const emailInvalidMessage = 'Email inválido'
/** The address in use must change when its owner says it changed. Spec §5. */
export const sameEmailMessage = 'O e-mail informado deve ser diferente do atual'

const atom = "[a-z0-9!#$%&'*+/=?^_`{|}~-]+"
const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const format = /* @__PURE__ */ new RegExp(
  `^(?=[^@]{1,64}@)${atom}(?:\\.${atom})*@(?:${label}\\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$`,
)

/** What typing makes of a text. Spec §5. */
export function emailCharacters(text: string): string {
  return text.toLowerCase()
}

/** Reads an e-mail address and lowers its case. Refuses with the sentences of spec §5. */
export function parseEmail(text: string): Parsed<Email> {
  const email = emailCharacters(text.trim())
  if (email === '') return refused(requiredTextMessage)
  const isFormat = email.length <= emailFormatMaxLength && format.test(email)
  return isFormat ? accepted(email as Email) : refused(emailInvalidMessage)
}

/** Whether two writings are the same address. Spec §5. */
export function isSameEmail(one: string, other: string): boolean {
  return emailCharacters(one.trim()) === emailCharacters(other.trim())
}

/** Takes an e-mail address and gives it out in lower case. */
export const emailSchema = /* @__PURE__ */ parsedText(parseEmail)
