import { incompleteMaskMessage, requiredTextMessage } from './field-messages.ts'
import { maskOf } from './mask.ts'
import { accepted, refused } from './parsed.ts'
import { parsedText } from './parsed-text.ts'
import type { Branded, Parsed } from './parsed.ts'

/** The 6 digits of a code sent by e-mail or SMS. */
export type VerificationCode = Branded<'VerificationCode'>

/** Spec §5, §9. */
export const verificationCodeLength = 6
/** Mask of 6 digits. */
export const verificationCodeMask = /* @__PURE__ */ maskOf('000000')

/** Parses 6 digits, ignoring spaces, which mail programs may add. Fewer digits are an incomplete mask. */
export function parseVerificationCode(text: string): Parsed<VerificationCode> {
  const plain = text.replace(/\s/g, '')
  if (plain === '') return refused(requiredTextMessage)
  return /^\d{6}$/.test(plain) ? accepted(plain as VerificationCode) : refused(incompleteMaskMessage)
}

/** Accepts a code and outputs its 6 digits. */
export const verificationCodeSchema = /* @__PURE__ */ parsedText(parseVerificationCode)
