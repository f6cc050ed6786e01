import { describe, expect, it } from 'vitest'
import { cepMask, cepSchema, formatCep, parseCep } from './cep.ts'
import { isMaskComplete } from './mask.ts'

describe('CEP', () => {
  it('a CEP is 5 digits, an optional hyphen and 3 digits, stored as digits', () => {
    expect(parseCep('01001-000')).toEqual({ ok: true, value: '01001000' })
    expect(parseCep('01001000')).toEqual({ ok: true, value: '01001000' })
  })

  it('anything but 8 digits is rejected with CEP inválido', () => {
    for (const text of ['0100-1000', '01001-00', '010010000', '01.001-000', 'abcde-fgh', '01001--000']) {
      expect(parseCep(text)).toEqual({ ok: false, message: 'CEP inválido' })
    }
    expect(parseCep('')).toEqual({ ok: false, message: 'Este campo não pode estar vazio' })
  })

  it('a CEP has the mask 00000-000', () => {
    expect(formatCep('01001000')).toBe('01001-000')
    expect(isMaskComplete(cepMask, '01001-000')).toBe(true)
    expect(isMaskComplete(cepMask, '01001-0')).toBe(false)
    expect(cepSchema.safeParse('01001-000').data).toBe('01001000')
  })
})
