import { expect, test } from 'vitest'
import { lookerOf, looks } from './look.ts'

test('a person sees only those roles of staff that allow the action', () => {
  expect(lookerOf('customers.find', ['attendant', 'marketing'])).toBe('Atendente')
  expect(lookerOf('customers.find', ['attendant', 'account_security'])).toBe('Atendente, Segurança da conta')
})

test('a staff member without a matching role any more is shown as the team', () => {
  expect(lookerOf('receipts.review', ['marketing'])).toBe('Equipe do clube')
  expect(lookerOf('receipts.review', [])).toBe('Equipe do clube')
})

test('each data look is an audit action with a sentence for the person', () => {
  for (const [action, { what }] of Object.entries(looks)) {
    expect(action).toMatch(/^[a-z-]+\.[a-z-]+$/)
    expect(what).toMatch(/^\p{Lu}.*(seu|sua|você)/u)
  }
})
