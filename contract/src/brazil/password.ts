import { requiredTextMessage } from './field-messages.ts'
import { accepted, refused } from './parsed.ts'
import { parsedText } from './parsed-text.ts'
import type { Branded, Parsed } from './parsed.ts'

/** A password in the one form in which it is hashed and compared (NFKC). */
export type Password = Branded<'Password'>

/** Spec §5, §9. */
export const passwordMinLength = 6
/** Longer ones are refused whole: a password is never cut. */
export const passwordMaxLength = 128

/** Spec §5. */
export const passwordTooShortMessage = `A senha deve ter no mínimo ${passwordMinLength} caracteres`
export const passwordTooLongMessage = `A senha deve ter no máximo ${passwordMaxLength} caracteres`
export const passwordMismatchMessage = 'As senhas não coincidem'
/** The reset screen's form of the same sentence. Spec §5. */
export const resetPasswordMismatchMessage = 'As senhas não coincidem!'
/** For a password on the list of known ones, or made of the person's own data. */
export const weakPasswordMessage = 'Esta senha é fácil de adivinhar. Escolha outra.'

/** Accents and the like may be typed in several encodings of the same sight: this makes them one. */
function normalised(text: string): Password {
  return text.normalize('NFKC') as Password
}

/** Reads a password to be set. Refuses with the sentences of spec §5. Length is counted in characters. */
export function parsePassword(text: string): Parsed<Password> {
  if (text === '') return refused(requiredTextMessage)
  const password = normalised(text)
  const { length } = Array.from(password)
  if (length < passwordMinLength) return refused(passwordTooShortMessage)
  return length > passwordMaxLength ? refused(passwordTooLongMessage) : accepted(password)
}

/** Reads a password given as proof: whatever it is, it is compared, unless empty or beyond any that could be set. */
export function parseGivenPassword(text: string): Parsed<Password> {
  if (text === '') return refused(requiredTextMessage)
  const password = normalised(text)
  return Array.from(password).length > passwordMaxLength
    ? refused(passwordTooLongMessage)
    : accepted(password)
}

/** What speaks against a confirmation, in the words of spec §5, or nothing. */
export function passwordConfirmationRefusal(fields: {
  readonly password: string
  readonly password_confirmation: string
  /** Whether the form asks for a password at all. */
  readonly required: boolean
  /** The sentence for a difference, where a screen has its own. */
  readonly mismatchMessage?: string
}): string | undefined {
  if (!fields.required && fields.password === '') return undefined
  if (fields.password_confirmation === '') return requiredTextMessage
  const isEqual = normalised(fields.password) === normalised(fields.password_confirmation)
  return isEqual ? undefined : (fields.mismatchMessage ?? passwordMismatchMessage)
}

/** Takes a password to be set. */
export const passwordSchema = /* @__PURE__ */ parsedText(parsePassword)
/** Takes a password given as proof of who one is. */
export const givenPasswordSchema = /* @__PURE__ */ parsedText(parseGivenPassword)
