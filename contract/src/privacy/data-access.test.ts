import { expect, test } from 'vitest'
import { dataAccesses, viewerRolesOf } from './data-access.ts'

test('a data access shows only those roles of the staff member that allow the action', () => {
  expect(viewerRolesOf('customers.find', ['attendant', 'marketing'])).toBe('Atendente')
  expect(viewerRolesOf('customers.find', ['attendant', 'account_security'])).toBe(
    'Atendente, Segurança da conta',
  )
})

test('a staff member who no longer has a matching role is shown as the team', () => {
  expect(viewerRolesOf('receipts.review', ['marketing'])).toBe('Equipe do clube')
  expect(viewerRolesOf('receipts.review', [])).toBe('Equipe do clube')
})

test('each data access is an audit action with a description for the customer', () => {
  for (const [action, { what }] of Object.entries(dataAccesses)) {
    expect(action).toMatch(/^[a-z-]+\.[a-z-]+$/)
    expect(what).toMatch(/^\p{Lu}.*(seu|sua|você)/u)
  }
})
