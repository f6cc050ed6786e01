import { describe, expect, test } from 'vitest'
import { isNumeric, parseNumberFormat, readNumber } from './number-format.ts'

const formatOf = (text: string) => {
  const parsed = parseNumberFormat(text)
  if (!parsed.ok) throw new Error(`${text}: ${parsed.message}`)
  return parsed.format
}
const messageOf = (text: string): string => {
  const parsed = parseNumberFormat(text)
  return parsed.ok ? 'no error' : parsed.message
}

describe('formats of a brand’s numbers', () => {
  test.each([
    ['AA-9999', 'AB-1234', 'AB-1234'],
    ['AA-9999', 'ab1234', 'AB-1234'],
    ['AA-9999', ' ab 12.34 ', 'AB-1234'],
    ["'PRJ'-9{4,6}", 'prj12345', 'PRJ-12345'],
    ['9{3}.9{3}/9', '1234567', '123.456/7'],
    ['*{4}', 'a1b2', 'A1B2'],
    ['9{1,8}/A', '12X', '12/X'],
  ])('the format %s accepts %s as %s', (format, typed, number) => {
    expect(readNumber(formatOf(format), typed)).toBe(number)
  })

  test.each([
    ['AA-9999', 'A1-1234'],
    ['AA-9999', 'AB-123'],
    ['AA-9999', 'AB-12345'],
    ['AA-9999', 'ÁB-1234'],
    ['AA-9999', 'AB-1234\u0000'],
    ['AA-9999', 'AB_1234'],
    ['AA-9999', '٠٠-٠٠٠٠'],
    ["'PRJ'-9", 'PRX1'],
    ['9', `1${' '.repeat(80)}`],
    ['9', ''],
  ])('the format %s rejects %j', (format, typed) => {
    expect(readNumber(formatOf(format), typed)).toBeNull()
  })

  test.each([
    ['', /pelo menos uma letra/],
    ["'ABC'", /pelo menos uma letra/],
    ['-AA', /entre dois grupos/],
    ['AA-', /entre dois grupos/],
    ['A--9', /entre dois grupos/],
    ['A{0}', /pelo menos 1/],
    ['A{5,2}', /não passa do segundo/],
    ['9{1,4}A{1,4}', /tamanho variável/],
    ['9{31}', /no máximo 30/],
    ['PRJ-99', /a partir de “PRJ-99”/],
    ['(a+)+$', /Não entendemos/],
    ['[A-Z]', /Não entendemos/],
    ['9{1,', /Não entendemos/],
    ['A'.repeat(61), /no máximo 60/],
  ])('the format %j is refused', (format, message) => {
    expect(messageOf(format)).toMatch(message)
  })

  test('the expression of a format contains nothing that a person wrote except letters and digits', () => {
    expect(formatOf("'AZ9'-A9*{2,5}").expression.source).toBe(
      '^(AZ9)([A-Z]{1,1})([0-9]{1,1})([A-Z0-9]{2,5})$',
    )
  })

  test('a number in its own form is unchanged when it is read again', () => {
    for (const [format, typed] of [
      ["'PRJ'-9{4,6}", 'prj 1234'],
      ['A*9.9/9', 'zq123'],
    ] as const) {
      const read = readNumber(formatOf(format), typed)
      expect(read).not.toBeNull()
      expect(readNumber(formatOf(format), read ?? '')).toBe(read)
    }
  })

  test('only formats of digits and separators are numeric', () => {
    expect(isNumeric(formatOf('9{4}-9'))).toBe(true)
    expect(isNumeric(formatOf("'1'9"))).toBe(false)
    expect(isNumeric(formatOf('*9'))).toBe(false)
  })
})
