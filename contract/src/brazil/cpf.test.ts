import { isValidCpf } from '@brazilian-utils/brazilian-utils'
import { cpf as peer } from 'cpf-cnpj-validator'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isCPF } from 'validation-br'
import { checkDigit } from './check-digits.ts'
import { cpfMask, cpfSchema, formatCpf, parseCpf } from './cpf.ts'
import { isMaskComplete } from './mask.ts'

const digit = fc.integer({ min: 0, max: 9 })
const digits = (length: number) =>
  fc.array(digit, { minLength: length, maxLength: length }).map((list) => list.join(''))
const withCheckDigits = (base: string) => {
  const first = checkDigit(base, 11)
  return base + first + checkDigit(base + first, 11)
}

describe('CPF', () => {
  it('a CPF is accepted with or without punctuation and stored as digits', () => {
    expect(parseCpf('529.982.247-25')).toEqual({ ok: true, value: '52998224725' })
    expect(parseCpf(' 52998224725 ')).toEqual({ ok: true, value: '52998224725' })
  })

  it('CPF error messages are those of the specification', () => {
    expect(parseCpf('')).toEqual({ ok: false, message: 'CPF não pode estar vazio' })
    expect(parseCpf('  ')).toEqual({ ok: false, message: 'CPF não pode estar vazio' })
    for (const text of ['5299822472', '529982247255', '5299822472a', '٥29982247٢5', '529.982.247-2\u0000']) {
      expect(parseCpf(text)).toEqual({
        ok: false,
        message: 'CPF deve conter somente números e 11 dígitos!',
      })
    }
    expect(parseCpf('529.982.247-24')).toEqual({ ok: false, message: 'CPF inválido!' })
    expect(parseCpf('529.982.247-35')).toEqual({ ok: false, message: 'CPF inválido!' })
  })

  it('a CPF of identical digits is rejected', () => {
    for (const repeated of '0123456789') {
      expect(parseCpf(repeated.repeat(11))).toEqual({ ok: false, message: 'CPF inválido!' })
    }
  })

  it('a CPF has the mask 000.000.000-00', () => {
    expect(formatCpf('52998224725')).toBe('529.982.247-25')
    expect(formatCpf('5299')).toBe('529.9')
    expect(isMaskComplete(cpfMask, '529.982.247-25')).toBe(true)
    expect(isMaskComplete(cpfMask, '529.982.247-2')).toBe(false)
    expect(isMaskComplete(cpfMask, '529.982.247-2a')).toBe(false)
  })

  it('the CPF schema has the same error messages as the parser and outputs the stored digits', () => {
    expect(cpfSchema.safeParse('529.982.247-25').data).toBe('52998224725')
    expect(cpfSchema.safeParse('111.111.111-11').error?.issues[0]?.message).toBe('CPF inválido!')
    for (const value of [undefined, null, 52998224725, {}]) {
      expect(cpfSchema.safeParse(value).error?.issues[0]?.message).toBe('CPF não pode estar vazio')
    }
  })

  it('CPF validation agrees with three other libraries on any 11 digits, valid or not', () => {
    const valid = digits(9).map(withCheckDigits)
    const corrupted = fc.tuple(valid, fc.nat({ max: 10 }), digit).map(([text, i, character]) => {
      return text.slice(0, i) + character + text.slice(i + 1)
    })
    fc.assert(
      fc.property(fc.oneof(valid, corrupted, digits(11)), (text) => {
        const isValid = parseCpf(text).ok
        expect(isValid).toBe(isValidCpf(text))
        expect(isValid).toBe(isCPF(text))
        // One library rejects this sample number explicitly.
        if (text !== '12345678909') expect(isValid).toBe(peer.isValid(text))
      }),
      { numRuns: 15_000 },
    )
  })

  it('a CPF with computed check digits is valid unless all digits are identical', () => {
    fc.assert(
      fc.property(digits(9), (base) => {
        expect(parseCpf(withCheckDigits(base)).ok).toBe(!/^(.)\1*$/.test(withCheckDigits(base)))
      }),
      { numRuns: 2_000 },
    )
  })
})
