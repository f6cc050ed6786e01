import { requiredTextMessage } from './field-messages.ts'
import { digitsOf, fillPattern, maskOf } from './mask.ts'
import { accepted, refused } from './parsed.ts'
import { parsedText } from './parsed-text.ts'
import type { Branded, Parsed } from './parsed.ts'

/** A mobile number of 11 digits: area code and number, without the country code. */
export type Cellphone = Branded<'Cellphone'>

/** Spec §5. */
export const cellphonePattern = '(00) 00000-0000'
export const cellphoneInvalidMessage = 'Celular inválido'
/** Error when the previous number equals the current one. Spec §5. */
export const sameCellphoneMessage = 'O número informado deve ser diferente do atual'
/** Does not block submission: new area codes may be introduced before the software is updated. */
export const unknownAreaCodeWarning = 'Confira o DDD: não reconhecemos este código de área.'

/** Mask (00) 00000-0000. */
export const cellphoneMask = /* @__PURE__ */ maskOf(cellphonePattern)

/** The area codes in use. */
const areaCodes =
  '11 12 13 14 15 16 17 18 19 21 22 24 27 28 31 32 33 34 35 37 38 41 42 43 44 45 46 47 48 49 51 53 54 55 ' +
  '61 62 63 64 65 66 67 68 69 71 73 74 75 77 79 81 82 83 84 85 86 87 88 89 91 92 93 94 95 96 97 98 99'

/**
 * Parses a 2-digit area code not starting with 0, then 5 digits, then 4 digits, in any format; the country
 * code that browsers fill in (`+55`) is dropped. Error messages are those of spec §5.
 */
export function parseCellphone(text: string): Parsed<Cellphone> {
  const plain = text.replace(/^\s*\+55/, '').replace(/[\s()-]/g, '')
  if (plain === '') return refused(requiredTextMessage)
  return /^[1-9]\d\d{5}\d{4}$/.test(plain) ? accepted(plain as Cellphone) : refused(cellphoneInvalidMessage)
}

/** A warning about a number with an unused area code, which is accepted nevertheless. */
export function cellphoneWarning(cellphone: string): string | undefined {
  const areaCode = digitsOf(cellphone).slice(0, 2)
  return areaCode.length < 2 || areaCodes.split(' ').includes(areaCode) ? undefined : unknownAreaCodeWarning
}

/** Whether two strings are the same number; only digits are compared. Spec §5. */
export function isSameCellphone(a: string, b: string): boolean {
  return digitsOf(a) === digitsOf(b)
}

/** Formats digits as (00) 00000-0000. */
export function formatCellphone(digits: string): string {
  return fillPattern(cellphonePattern, digits)
}

/** Accepts a cellphone in any format and outputs its 11 digits. */
export const cellphoneSchema = /* @__PURE__ */ parsedText(parseCellphone)
