import { hasCheckDigits } from './check-digits.ts'
import { fillPattern, maskOf } from './mask.ts'
import type { Mask } from './mask.ts'
import { accepted, refused } from './parsed.ts'
import { parsedText } from './parsed-text.ts'
import type { Branded, Parsed } from './parsed.ts'
import type { ParsedTextSchema } from './parsed-text.ts'

/** A company's document: 14 characters with verified check digits, upper case, without punctuation. */
export type Cnpj = Branded<'Cnpj'>

/** Which CNPJs are accepted: digits only (as in spec §5), or alphanumeric ones as well. */
export type CnpjMode = 'numeric' | 'alphanumeric'

/** Spec §9. */
export const cnpjLength = 14
export const cnpjPattern = '00.000.000/0000-00'
/** The first twelve positions of a CNPJ may be letters (IN RFB 2.229/2024). */
export const alphanumericCnpjPattern = 'AA.AAA.AAA/AAAA-00'

/** Spec §5. */
export const cnpjRequiredMessage = 'CNPJ não pode estar vazio'
export const cnpjLengthMessage = 'CNPJ deve conter somente números e 14 dígitos!'
export const cnpjInvalidMessage = 'CNPJ inválido!'
/** Replaces the length message, which asks for digits, where letters are allowed. */
export const alphanumericCnpjLengthMessage =
  'CNPJ deve ter 14 caracteres: letras e números, terminando em 2 dígitos!'

const highestWeight = 9

/** Mask 00.000.000/0000-00, or AA.AAA.AAA/AAAA-00 where letters are allowed. */
export function cnpjMask(mode: CnpjMode): Mask {
  return maskOf(mode === 'numeric' ? cnpjPattern : alphanumericCnpjPattern)
}

/** Parses a CNPJ with or without punctuation, in upper or lower case. Error messages are those of spec §5. */
export function parseCnpj(text: string, mode: CnpjMode): Parsed<Cnpj> {
  const plain = text.replace(/[\s./-]/g, '').toUpperCase()
  if (plain === '') return refused(cnpjRequiredMessage)
  if (!/^[0-9A-Z]{12}\d{2}$/.test(plain) || (mode === 'numeric' && /\D/.test(plain))) {
    const allowsLetters = mode === 'alphanumeric' && /[A-Z]/.test(plain)
    return refused(allowsLetters ? alphanumericCnpjLengthMessage : cnpjLengthMessage)
  }
  return hasCheckDigits(plain, highestWeight) ? accepted(plain as Cnpj) : refused(cnpjInvalidMessage)
}

/** Formats characters as AA.AAA.AAA/AAAA-00; incomplete input is formatted as far as possible. */
export function formatCnpj(characters: string): string {
  return fillPattern(alphanumericCnpjPattern, characters)
}

/** Accepts a CNPJ in any format and outputs its 14 characters. */
export function cnpjSchema(mode: CnpjMode): ParsedTextSchema<Cnpj> {
  return parsedText((text) => parseCnpj(text, mode))
}
