import { requiredTextMessage } from './field-messages.ts'
import { accepted, refused } from './parsed.ts'
import { parsedText } from './parsed-text.ts'
import type { Branded, Parsed } from './parsed.ts'

/** A password in the normal form that is hashed and compared (NFKC). */
export type Password = Branded<'Password'>

/** Spec §5, §9. */
export const passwordMinLength = 6
/** Longer passwords are rejected: a password is never truncated. */
export const passwordMaxLength = 128

/** Spec §5. */
export const passwordTooShortMessage = `A senha deve ter no mínimo ${passwordMinLength} caracteres`
export const passwordTooLongMessage = `A senha deve ter no máximo ${passwordMaxLength} caracteres`
export const passwordMismatchMessage = 'As senhas não coincidem'
/** The reset screen's variant of the message. Spec §5. */
export const resetPasswordMismatchMessage = 'As senhas não coincidem!'
/** For a password on the list of common ones, or derived from the person's data. */
export const weakPasswordMessage = 'Esta senha é fácil de adivinhar. Escolha outra.'

/** For a new password that is the current one. */
export const samePasswordMessage = 'Escolha uma senha diferente da atual.'

/** Normalizes Unicode: the same text can be typed in several encodings. */
function normalized(text: string): Password {
  return text.normalize('NFKC') as Password
}

/** Parses a new password. Error messages are those of spec §5; the length is in characters. */
export function parsePassword(text: string): Parsed<Password> {
  if (text === '') return refused(requiredTextMessage)
  const password = normalized(text)
  const { length } = Array.from(password)
  if (length < passwordMinLength) return refused(passwordTooShortMessage)
  return length > passwordMaxLength ? refused(passwordTooLongMessage) : accepted(password)
}

/** Parses a password that is compared with another: any text that is not empty and not too long. */
export function parseEnteredPassword(text: string): Parsed<Password> {
  if (text === '') return refused(requiredTextMessage)
  const password = normalized(text)
  return Array.from(password).length > passwordMaxLength
    ? refused(passwordTooLongMessage)
    : accepted(password)
}

/** The validation error of a confirmation (spec §5), or undefined. */
export function passwordConfirmationError(fields: {
  readonly password: string
  readonly password_confirmation: string
  /** Whether the form asks for a password at all. */
  readonly required: boolean
  /** The mismatch message, where a screen has its own. */
  readonly mismatchMessage?: string
}): string | undefined {
  if (!fields.required && fields.password === '') return undefined
  if (fields.password_confirmation === '') return requiredTextMessage
  const isEqual = normalized(fields.password) === normalized(fields.password_confirmation)
  return isEqual ? undefined : (fields.mismatchMessage ?? passwordMismatchMessage)
}

/** Accepts a new password. */
export const passwordSchema = /* @__PURE__ */ parsedText(parsePassword)
/** Accepts a password that is compared with another: the current one, or a confirmation. */
export const enteredPasswordSchema = /* @__PURE__ */ parsedText(parseEnteredPassword)
