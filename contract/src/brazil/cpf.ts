import { hasCheckDigits } from './check-digits.ts'
import { fillPattern, maskOf } from './mask.ts'
import { accepted, refused } from './parsed.ts'
import { parsedText } from './parsed-text.ts'
import type { Branded, Parsed } from './parsed.ts'

/** A person's document: 11 digits with verified check digits, stored without punctuation. */
export type Cpf = Branded<'Cpf'>

/** Spec §9. */
export const cpfLength = 11
export const cpfPattern = '000.000.000-00'

/** Spec §5. */
export const cpfRequiredMessage = 'CPF não pode estar vazio'
export const cpfLengthMessage = 'CPF deve conter somente números e 11 dígitos!'
export const cpfInvalidMessage = 'CPF inválido!'

/** Mask 000.000.000-00. */
export const cpfMask = /* @__PURE__ */ maskOf(cpfPattern)

/** Parses a CPF with or without punctuation. Error messages are those of spec §5. */
export function parseCpf(text: string): Parsed<Cpf> {
  const plain = text.replace(/[\s.-]/g, '')
  if (plain === '') return refused(cpfRequiredMessage)
  if (!/^\d{11}$/.test(plain)) return refused(cpfLengthMessage)
  // The weights of a CPF never restart: they are 2 to 11.
  return hasCheckDigits(plain, cpfLength) ? accepted(plain as Cpf) : refused(cpfInvalidMessage)
}

/** Formats digits as 000.000.000-00; incomplete input is formatted as far as possible. */
export function formatCpf(digits: string): string {
  return fillPattern(cpfPattern, digits)
}

/** Accepts a CPF in any format and outputs its 11 digits. */
export const cpfSchema = /* @__PURE__ */ parsedText(parseCpf)
