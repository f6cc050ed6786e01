import { expect, test } from 'vitest'
import { suggestEmail } from './email-suggestion.ts'

test.each([
  ['maria@gmial.com', 'maria@gmail.com'],
  ['maria@gmai.com', 'maria@gmail.com'],
  ['maria@gamil.com', 'maria@gmail.com'],
  ['Maria@Gmaill.com ', 'maria@gmail.com'],
  ['maria@gmail.con', 'maria@gmail.com'],
  ['maria@gmail.cmo', 'maria@gmail.com'],
  ['maria@gmail.co', 'maria@gmail.com'],
  ['maria@gmail.com.br', 'maria@gmail.com'],
  ['maria@hotmial.com', 'maria@hotmail.com'],
  ['maria@hotmal.com', 'maria@hotmail.com'],
  ['maria@outlok.com', 'maria@outlook.com'],
  ['maria@yaho.com.br', 'maria@yahoo.com.br'],
  ['maria@yahoo.com.b', 'maria@yahoo.com.br'],
  ['maria@iclould.com', 'maria@icloud.com'],
  ['maria@uol.com', 'maria@uol.com.br'],
  ['maria@terra.com', 'maria@terra.com.br'],
])('the e-mail address %s is corrected to %s', (typed, intended) => {
  expect(suggestEmail(typed)).toBe(intended)
})

test.each([
  'maria@gmail.com',
  'maria@ymail.com',
  'maria@email.com',
  'maria@yahoo.com',
  'maria@hotmail.com.br',
  'maria@outlook.com.br',
  'maria@sol.com.br',
  'maria@padaria.com.br',
  'maria@outlook.fr',
  'maria@yahoo.es',
  'maria@',
  '@gmial.com',
  'maria',
  '',
])('no correction is suggested for the e-mail address "%s"', (typed) => {
  expect(suggestEmail(typed)).toBeNull()
})

test('a suggested e-mail address needs no further correction', () => {
  for (const typed of ['a@gmial.com', 'a@uol.com', 'a@terra.com', 'a@zipmail.com'])
    expect(suggestEmail(suggestEmail(typed) ?? '')).toBeNull()
})
