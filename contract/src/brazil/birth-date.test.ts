import { describe, expect, it } from 'vitest'
import {
  birthDateMask,
  birthDateMaxYears,
  birthDateSchema,
  calendarDaySchema,
  formatBirthDate,
  parseBirthDate,
} from './birth-date.ts'
import { isMaskComplete } from './mask.ts'

const rules = { today: '2026-11-21', min_age: 18 }

describe('birth date', () => {
  it('a birth date is typed as dd/MM/yyyy and stored as yyyy-MM-dd', () => {
    expect(parseBirthDate('05/03/1990', rules)).toEqual({ ok: true, value: '1990-03-05' })
    expect(parseBirthDate('1990-03-05', rules)).toEqual({ ok: true, value: '1990-03-05' })
    expect(formatBirthDate('1990-03-05')).toBe('05/03/1990')
    expect(formatBirthDate('')).toBe('')
    expect(isMaskComplete(birthDateMask, '05/03/1990')).toBe(true)
    expect(isMaskComplete(birthDateMask, '05/03/199')).toBe(false)
  })

  it('a string that is not a calendar day is rejected with Data inválida', () => {
    for (const text of [
      '31/02/1990',
      '29/02/1900',
      '00/01/1990',
      '10/13/1990',
      '10/00/1990',
      '5/3/1990',
      '05/03/90',
      '01/01/0000',
      '1990/03/05',
      'ontem',
    ]) {
      expect(parseBirthDate(text, rules)).toEqual({ ok: false, message: 'Data inválida' })
    }
    expect(parseBirthDate('29/02/2000', rules).ok).toBe(true)
    expect(parseBirthDate('', rules)).toEqual({ ok: false, message: 'Este campo não pode estar vazio' })
  })

  it('the minimum age is exact to the day', () => {
    const message = 'Você precisa ter mais de 18 anos!'
    expect(parseBirthDate('21/11/2008', rules).ok).toBe(true)
    expect(parseBirthDate('22/11/2008', rules)).toEqual({ ok: false, message })
    expect(parseBirthDate('21/11/2026', rules)).toEqual({ ok: false, message })
    expect(parseBirthDate('22/11/2010', { ...rules, min_age: 16 })).toEqual({
      ok: false,
      message: 'Você precisa ter mais de 16 anos!',
    })
  })

  it('a person born on 29 February comes of age on 1 March', () => {
    expect(parseBirthDate('29/02/2008', { today: '2026-02-28', min_age: 18 }).ok).toBe(false)
    expect(parseBirthDate('29/02/2008', { today: '2026-03-01', min_age: 18 }).ok).toBe(true)
  })

  it('a birth date in the future is rejected', () => {
    expect(parseBirthDate('22/11/2026', rules)).toEqual({
      ok: false,
      message: 'Data não pode estar no futuro!',
    })
  })

  it('a birth date more than 100 years ago is rejected', () => {
    expect(birthDateMaxYears).toBe(100)
    expect(parseBirthDate('21/11/1926', rules).ok).toBe(true)
    expect(parseBirthDate('20/11/1926', rules)).toEqual({
      ok: false,
      message: 'Data não pode ser maior que 100 anos!',
    })
    expect(parseBirthDate('01/01/0001', rules)).toEqual({
      ok: false,
      message: 'Data não pode ser maior que 100 anos!',
    })
  })

  it('the birth date schema checks the age; the schema for calls, which have no clock, does not', () => {
    expect(birthDateSchema(rules).safeParse('05/03/1990').data).toBe('1990-03-05')
    expect(birthDateSchema(rules).safeParse('05/03/2020').error?.issues[0]?.message).toBe(
      'Você precisa ter mais de 18 anos!',
    )
    expect(calendarDaySchema.safeParse('05/03/2020').data).toBe('2020-03-05')
    expect(calendarDaySchema.safeParse('99/03/2020').error?.issues[0]?.message).toBe('Data inválida')
  })
})
