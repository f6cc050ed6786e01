import { expect, test } from 'vitest'
import { ageRefusal } from './minimum-age.ts'

const day = '2026-12-12'
const bornOn = (birth_date: string | null) => ({ document_type: 'cpf', birth_date }) as const

test.each([
  ['2010-12-12', null],
  ['2010-12-13', 'under-age'],
  ['2027-01-01', 'under-age'],
  ['1925-01-01', null],
])('with a minimum age of 16, the age check of a person born on %s returns %s', (birth_date, refusal) => {
  expect(ageRefusal(16, bornOn(birth_date), day)).toBe(refusal)
})

test('a minimum age requires people to have a birth date and does not apply to companies', () => {
  expect(ageRefusal(16, bornOn(null), day)).toBe('birth-date-missing')
  expect(ageRefusal(16, { document_type: 'cnpj', birth_date: null }, day)).toBeNull()
  expect(ageRefusal(null, bornOn(null), day)).toBeNull()
})
