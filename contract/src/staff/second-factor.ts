import * as z from 'zod/mini'
import { parsedText } from '../brazil/parsed-text.ts'
import type { Parsed } from '../brazil/parsed.ts'

/** Digits of a code of the authenticator app (RFC 6238). */
export const secondFactorDigits = 6
export const secondFactorFormatMessage = `Digite os ${secondFactorDigits} números do aplicativo`

const parseCode = (text: string): Parsed<string> => {
  const code = text.replace(/\s/g, '')
  return new RegExp(`^\\d{${secondFactorDigits}}$`).test(code)
    ? { ok: true, value: code }
    : { ok: false, message: secondFactorFormatMessage }
}
/** A code of the authenticator app; spaces between its digits are ignored. */
export const secondFactorCodeSchema = /* @__PURE__ */ parsedText(parseCode)

/** How many recovery codes a member has. */
export const recoveryCodeCount = 10
/** Letters and digits that are not easily confused. */
export const recoveryCodeAlphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
export const recoveryCodeLength = 16
export const recoveryCodeFormatMessage = 'Código de recuperação inválido. Confira as letras e números.'

/** Parses a recovery code, ignoring case, spaces and hyphens. */
export const parseRecoveryCode = (text: string): Parsed<string> => {
  const code = text.toUpperCase().replace(/[\s-]/g, '')
  const isComplete =
    code.length === recoveryCodeLength && [...code].every((char) => recoveryCodeAlphabet.includes(char))
  return isComplete ? { ok: true, value: code } : { ok: false, message: recoveryCodeFormatMessage }
}
export const recoveryCodeSchema = /* @__PURE__ */ parsedText(parseRecoveryCode)

/** A recovery code in groups of four: `ABCD-EFGH-JKLM-NPQR`. */
export const formatRecoveryCode = (code: string): string => code.match(/.{1,4}/g)?.join('-') ?? code

export const recoveryCodesSchema = z.array(z.string())
