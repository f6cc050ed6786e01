import { expect, test } from 'vitest'
import {
  companyNameCharacters,
  customerNameSchema,
  parseCompanyName,
  parseCustomerName,
} from './customer-name.ts'

test('a company’s name may be one word and have digits and punctuation', () => {
  for (const name of [
    'Natura',
    '3M',
    'C&A',
    'Comércio de Pães & Doces S/A Ltda. – 24h',
    "Sant'Anna (Matriz)",
  ])
    expect(parseCompanyName(` ${name.replace(' ', '  ')} `), name).toEqual({ ok: true, value: name })
})

test('a company’s name that is empty, too long, starts with a symbol or has characters that are not allowed is rejected', () => {
  expect(parseCompanyName(' ')).toEqual({ ok: false, message: 'Nome é obrigatório' })
  for (const text of ['=SOMA', '-', 'Pães <b>', 'Pães 🥖', 'Pães\u0000', 'Pães\tDoces', 'a'.repeat(151)])
    expect(parseCompanyName(text), text).toEqual({ ok: false, message: 'Nome inválido' })
})

test('symbols that are not allowed in a company’s name are stripped while typing', () => {
  expect(companyNameCharacters('Pães <&> Doces 🥖 24h')).toBe('Pães & Doces 24h')
})

test('the rules for a name depend on the type of document', () => {
  expect(parseCustomerName('cnpj', 'Natura')).toEqual({ ok: true, value: 'Natura' })
  expect(parseCustomerName('cpf', 'Natura')).toEqual({
    ok: false,
    message: 'Nome deve conter pelo menos 2 palavras',
  })
  expect(parseCustomerName('cpf', "Joana D'Arc")).toEqual({ ok: false, message: 'Nome inválido' })
  expect(customerNameSchema.safeParse(undefined).error?.issues[0]?.message).toBe('Nome é obrigatório')
})
