import { describe, expect, it } from 'vitest'
import { cepMask, cepSchema, cepWarning, formatCep, parseCep } from './cep.ts'
import { isMaskComplete } from './mask.ts'
import { states } from './states.ts'

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

  it.each([
    ['01001-000', 'SP'],
    ['19999-999', 'SP'],
    ['20040-020', 'RJ'],
    ['29900-010', 'ES'],
    ['30140-071', 'MG'],
    ['48999-999', 'BA'],
    ['49010-000', 'SE'],
    ['56950-000', 'PE'],
    ['68899-999', 'PA'],
    ['68900-073', 'AP'],
    ['69005-040', 'AM'],
    ['69301-110', 'RR'],
    ['69400-000', 'AM'],
    ['69900-062', 'AC'],
    ['70040-010', 'DF'],
    ['72800-010', 'GO'],
    ['73015-132', 'DF'],
    ['74003-010', 'GO'],
    ['76801-059', 'RO'],
    ['77001-002', 'TO'],
    ['78005-000', 'MT'],
    ['79002-000', 'MS'],
    ['80010-000', 'PR'],
    ['88010-000', 'SC'],
    ['90010-150', 'RS'],
  ])('the CEP %s belongs to the state %s, and choosing another state gives a warning', (cep, uf) => {
    for (const state of states)
      expect(cepWarning(cep, state.id) === undefined, state.uf).toBe(state.uf === uf)
  })

  it('an incomplete or unassigned CEP gives no warning, and neither does one without a chosen state', () => {
    expect(cepWarning('01001-0', 19)).toBeUndefined()
    expect(cepWarning('00999-999', 19)).toBeUndefined()
    expect(cepWarning('01001-000', null)).toBeUndefined()
    expect(cepWarning('01001000', 19)).toBe(
      'Este CEP é de outro estado: São Paulo. Confira o CEP e o estado.',
    )
  })

  it('a CEP has the mask 00000-000', () => {
    expect(formatCep('01001000')).toBe('01001-000')
    expect(isMaskComplete(cepMask, '01001-000')).toBe(true)
    expect(isMaskComplete(cepMask, '01001-0')).toBe(false)
    expect(cepSchema.safeParse('01001-000').data).toBe('01001000')
  })
})
