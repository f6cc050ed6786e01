import { describe, expect, it } from 'vitest'
import {
  cellphoneMask,
  cellphoneSchema,
  cellphoneWarning,
  formatCellphone,
  isSameCellphone,
  parseCellphone,
  sameCellphoneMessage,
} from './cellphone.ts'
import { isMaskComplete } from './mask.ts'

describe('cellphone', () => {
  it('a cellphone typed as (00) 00000-0000 is stored as digits', () => {
    expect(parseCellphone('(11) 98765-4321')).toEqual({ ok: true, value: '11987654321' })
    expect(parseCellphone('11987654321')).toEqual({ ok: true, value: '11987654321' })
    expect(parseCellphone('+55 11 98765-4321')).toEqual({ ok: true, value: '11987654321' })
    expect(formatCellphone('11987654321')).toBe('(11) 98765-4321')
    expect(isMaskComplete(cellphoneMask, '(11) 98765-4321')).toBe(true)
    expect(isMaskComplete(cellphoneMask, '(11) 98765-432')).toBe(false)
  })

  it('a cellphone with an area code starting with 0, or without exactly 11 digits, is rejected with Celular inválido', () => {
    for (const text of ['01987654321', '1198765432', '119876543210', 'onze nove', '٠١٢٣٤٥٦٧٨٩٠']) {
      expect(parseCellphone(text)).toEqual({ ok: false, message: 'Celular inválido' })
    }
    expect(parseCellphone('')).toEqual({ ok: false, message: 'Este campo não pode estar vazio' })
    expect(cellphoneSchema.safeParse('1').error?.issues[0]?.message).toBe('Celular inválido')
  })

  it('an unused area code is accepted with a warning', () => {
    expect(parseCellphone('(20) 98765-4321').ok).toBe(true)
    expect(cellphoneWarning('20987654321')).toBe('Confira o DDD: não reconhecemos este código de área.')
    expect(cellphoneWarning('(11) 98765-4321')).toBeUndefined()
    expect(cellphoneWarning('1')).toBeUndefined()
  })

  it('exactly 67 area codes give no warning', () => {
    const known = Array.from({ length: 90 }, (_, i) => String(i + 10)).filter(
      (areaCode) => cellphoneWarning(areaCode) === undefined,
    )
    expect(known).toHaveLength(67)
  })

  it('cellphone numbers are compared by their digits', () => {
    expect(isSameCellphone('(11) 98765-4321', '11987654321')).toBe(true)
    expect(isSameCellphone('(11) 98765-4321', '11987654322')).toBe(false)
    expect(sameCellphoneMessage).toBe('O número informado deve ser diferente do atual')
  })
})
