import { describe, expect, it } from 'vitest'
import {
  complementSchema,
  parseComplement,
  parseNeighborhood,
  parseStreet,
  parseStreetNumber,
} from './address-text.ts'

describe('address free text', () => {
  it('the complement may be empty and has at most 255 characters', () => {
    expect(parseComplement('')).toEqual({ ok: true, value: '' })
    expect(parseComplement(' apto 12 ')).toEqual({ ok: true, value: 'apto 12' })
    expect(parseComplement('a'.repeat(255)).ok).toBe(true)
    expect(parseComplement('a'.repeat(256))).toEqual({
      ok: false,
      message: 'O complemento deve ter no máximo 255 caracteres',
    })
    expect(complementSchema.safeParse(7).error?.issues[0]?.message).toBe('Entrada inválida')
  })

  it('a neighborhood has at most 75 characters', () => {
    expect(parseNeighborhood('a'.repeat(75)).ok).toBe(true)
    expect(parseNeighborhood('a'.repeat(76))).toEqual({
      ok: false,
      message: 'O bairro deve ter no máximo 75 caracteres',
    })
    expect(parseNeighborhood(' ')).toEqual({ ok: false, message: 'Este campo não pode estar vazio' })
  })

  it('a street has at most 50 characters', () => {
    expect(parseStreet('a'.repeat(50)).ok).toBe(true)
    expect(parseStreet('a'.repeat(51))).toEqual({
      ok: false,
      message: 'O endereço deve ter no máximo 50 caracteres',
    })
  })

  it('a house number may be text of at most 10 characters', () => {
    expect(parseStreetNumber('s/n')).toEqual({ ok: true, value: 's/n' })
    expect(parseStreetNumber('12345678901')).toEqual({
      ok: false,
      message: 'O número deve ter no máximo 10 caracteres',
    })
  })

  it('control characters in address text are rejected', () => {
    for (const text of ['a\u0000b', 'a\nb', 'a\ud800b']) {
      for (const parse of [parseComplement, parseNeighborhood, parseStreet, parseStreetNumber]) {
        expect(parse(text)).toEqual({ ok: false, message: 'Entrada inválida' })
      }
    }
  })
})
