// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { currentToast } from '../kit/toast/toast-store.ts'
import { bodiesTo, open, press, server, setUpStaffScreens, signIn } from './staff-app.testing.tsx'

setUpStaffScreens()

const customer = {
  customer_id: '01a1fdbb-01d2-7c5b-af13-491f5d989bb5',
  document_type: 'cpf',
  document: '***.982.247-**',
  name: 'Maria da Silva',
  birth_date: '14/05/1986',
  cellphone: '(11) *****-4321',
  email: 'ma***@e***.br',
  account_status: 'active',
  open_request: null,
}
const { customer_id } = customer
const asking = '/api/staff/customers/request-deletion'
const givingUp = '/api/staff/customers/give-up-deletion'

/** The desk with this person in front of it. */
const find = async (found: object, answers: Record<string, unknown> = {}) => {
  signIn({ roles: ['attendant'] })
  Object.assign(server.answers, { '/api/staff/customers/find': { customer: found }, ...answers })
  await open('/balcao')
  fireEvent.input(screen.getByLabelText('CPF ou CNPJ'), { target: { value: '529.982.247-25' } })
  await press('Procurar')
}
const dialog = () => screen.getByRole('dialog', { name: 'Pedir a exclusão da conta' })

test('the end of an account wants every answer and a reason, and tells the date', async () => {
  await find(customer, { [asking]: { deletes_at: '2026-12-21T15:00:00Z' } })
  await press('Pedir exclusão')
  await press('Registrar pedido')
  expect(within(dialog()).getByText('Por favor, selecione uma opção')).toBeTruthy()
  fireEvent.click(within(dialog()).getByLabelText('A própria pessoa pediu no balcão'))
  await press('Registrar pedido')
  expect(
    within(dialog()).getByText('Só é possível registrar o pedido quando todos os itens conferem.'),
  ).toBeTruthy()
  // The question in the dialog, and not one of the page behind it.
  expect(dialog().contains(document.activeElement)).toBe(true)
  expect(bodiesTo(asking)).toEqual([])
  for (const yes of within(dialog()).getAllByLabelText('Sim')) fireEvent.click(yes)
  await press('Registrar pedido')
  expect(bodiesTo(asking)).toEqual([
    {
      customer_id,
      checklist: { original_document: 'yes', holder_or_representative: 'yes', knows_what_goes: 'yes' },
      reason: 'own_request',
    },
  ])
  expect(currentToast().message).toMatch(/^Pedido de exclusão registrado\. Os dados serão apagados em 21/)
  expect(screen.queryByText('Maria da Silva')).toBeNull()
})

test('what was asked for is taken back with a second press', async () => {
  await find({ ...customer, account_status: 'deletion_pending' }, { [givingUp]: {} })
  expect(screen.queryByRole('button', { name: 'Pedir exclusão' })).toBeNull()
  await press('Cancelar o pedido de exclusão')
  expect(bodiesTo(givingUp)).toEqual([])
  await press('Confirmar: cancelar o pedido')
  expect(bodiesTo(givingUp)).toEqual([{ customer_id }])
  expect(currentToast().message).toBe('Pedido de exclusão cancelado.')
})

test('a blocked account is no matter of this desk', async () => {
  await find({ ...customer, account_status: 'blocked' })
  expect(screen.queryByRole('heading', { name: 'Exclusão da conta' })).toBeNull()
})
