import { expect, test } from 'vitest'
import { lookActions, lookerOf, looks } from './look.ts'

test('somebody is told the role that may do it, whatever else is held', () => {
  expect(lookerOf('customers.find', ['attendant', 'marketing'])).toBe('Atendente')
  expect(lookerOf('customers.find', ['attendant', 'account_security'])).toBe('Atendente, Segurança da conta')
})

test('whoever changed roles since, or left, is one of the team', () => {
  expect(lookerOf('receipts.view-photo', ['marketing'])).toBe('Equipe do clube')
  expect(lookerOf('receipts.view-photo', [])).toBe('Equipe do clube')
})

test('each is an action of the audit with a sentence to the person', () => {
  for (const action of lookActions) {
    expect(action).toMatch(/^[a-z-]+\.[a-z-]+$/)
    expect(looks[action].what).toMatch(/^\p{Lu}.*(seu|sua|você)/u)
  }
})
