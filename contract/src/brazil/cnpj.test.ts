import { isValidCnpj } from '@brazilian-utils/brazilian-utils'
import { cnpj as peer } from 'cpf-cnpj-validator'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isCNPJ } from 'validation-br'
import { checkDigit } from './check-digits.ts'
import { cnpjMask, cnpjSchema, formatCnpj, parseCnpj } from './cnpj.ts'
import { isMaskComplete } from './mask.ts'

const textOf = (characters: string, length: number) =>
  fc
    .array(fc.constantFrom(...characters.split('')), { minLength: length, maxLength: length })
    .map((list) => list.join(''))
const digits = '0123456789'
const lettersAndDigits = `${digits}ABCDEFGHIJKLMNOPQRSTUVWXYZ`
const withCheckDigits = (base: string) => {
  const first = checkDigit(base, 9)
  return base + first + checkDigit(base + first, 9)
}

describe('CNPJ', () => {
  it('numeric CNPJs are valid in numeric and in alphanumeric mode', () => {
    for (const mode of ['numeric', 'alphanumeric'] as const) {
      expect(parseCnpj('11.222.333/0001-81', mode)).toEqual({ ok: true, value: '11222333000181' })
      expect(parseCnpj('00.000.000/0001-91', mode)).toEqual({ ok: true, value: '00000000000191' })
    }
  })

  it('the official example of an alphanumeric CNPJ is valid, in upper or lower case', () => {
    expect(parseCnpj('12.ABC.345/01DE-35', 'alphanumeric')).toEqual({ ok: true, value: '12ABC34501DE35' })
    expect(parseCnpj('12abc34501de35', 'alphanumeric')).toEqual({ ok: true, value: '12ABC34501DE35' })
  })

  it('a CNPJ with letters is rejected in numeric mode', () => {
    expect(parseCnpj('12.ABC.345/01DE-35', 'numeric')).toEqual({
      ok: false,
      message: 'CNPJ deve conter somente números e 14 dígitos!',
    })
  })

  it('CNPJ error messages are those of the specification', () => {
    for (const mode of ['numeric', 'alphanumeric'] as const) {
      expect(parseCnpj('', mode)).toEqual({ ok: false, message: 'CNPJ não pode estar vazio' })
      expect(parseCnpj('1122233300018', mode)).toEqual({
        ok: false,
        message: 'CNPJ deve conter somente números e 14 dígitos!',
      })
      expect(parseCnpj('11.222.333/0001-82', mode)).toEqual({ ok: false, message: 'CNPJ inválido!' })
      for (const repeated of digits) {
        expect(parseCnpj(repeated.repeat(14), mode)).toEqual({ ok: false, message: 'CNPJ inválido!' })
      }
    }
  })

  it('the CNPJ error message does not ask for digits where letters are allowed', () => {
    const message = 'CNPJ deve ter 14 caracteres: letras e números, terminando em 2 dígitos!'
    expect(parseCnpj('12ABC34501DE3', 'alphanumeric')).toEqual({ ok: false, message })
    expect(parseCnpj('12ABC34501DE3A', 'alphanumeric')).toEqual({ ok: false, message })
    expect(parseCnpj('12.ABC.345/01DE-36', 'alphanumeric')).toEqual({ ok: false, message: 'CNPJ inválido!' })
  })

  it('a CNPJ has the mask 00.000.000/0000-00, with letters where they are allowed', () => {
    expect(formatCnpj('11222333000181')).toBe('11.222.333/0001-81')
    expect(formatCnpj('12ABC34501DE35')).toBe('12.ABC.345/01DE-35')
    expect(isMaskComplete(cnpjMask('numeric'), '11.222.333/0001-81')).toBe(true)
    expect(isMaskComplete(cnpjMask('numeric'), '12.ABC.345/01DE-35')).toBe(false)
    expect(isMaskComplete(cnpjMask('alphanumeric'), '12.ABC.345/01DE-35')).toBe(true)
    expect(isMaskComplete(cnpjMask('alphanumeric'), '12.ABC.345/01DE-3A')).toBe(false)
  })

  it('the CNPJ schema has the same error messages as the parser', () => {
    expect(cnpjSchema('alphanumeric').safeParse('12.abc.345/01de-35').data).toBe('12ABC34501DE35')
    expect(cnpjSchema('numeric').safeParse(undefined).error?.issues[0]?.message).toBe(
      'CNPJ não pode estar vazio',
    )
  })

  const corrupt = (valid: fc.Arbitrary<string>, characters: string) =>
    fc
      .tuple(valid, fc.nat({ max: 13 }), fc.constantFrom(...characters.split('')))
      .map(([text, i, character]) => {
        return text.slice(0, i) + character + text.slice(i + 1)
      })

  it('CNPJ validation agrees with three other libraries on any 14 digits, valid or not', () => {
    const valid = textOf(digits, 12).map(withCheckDigits)
    fc.assert(
      fc.property(fc.oneof(valid, corrupt(valid, digits), textOf(digits, 14)), (text) => {
        for (const mode of ['numeric', 'alphanumeric'] as const) {
          const isValid = parseCnpj(text, mode).ok
          expect(isValid).toBe(isValidCnpj(text))
          expect(isValid).toBe(isCNPJ(text))
          expect(isValid).toBe(peer.isValid(text))
        }
      }),
      { numRuns: 10_000 },
    )
  })

  it('CNPJ validation agrees with three other libraries on letters and digits, including I, O, U, Q and F', () => {
    const valid = textOf(lettersAndDigits, 12).map(withCheckDigits)
    fc.assert(
      fc.property(fc.oneof(valid, corrupt(valid, lettersAndDigits), textOf(lettersAndDigits, 14)), (text) => {
        const isValid = parseCnpj(text, 'alphanumeric').ok
        expect(isValid).toBe(isValidCnpj(text, { version: 2 }))
        expect(isValid).toBe(isCNPJ(text))
        expect(isValid).toBe(peer.isValid(text))
      }),
      { numRuns: 10_000 },
    )
  })
})
