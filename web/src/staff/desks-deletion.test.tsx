// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { deskGiveUpDeletionCall, deskRequestDeletionCall } from '@clube/contract/privacy/deletion-calls.ts'
import { findCustomerCall, type DeskCustomer } from '@clube/contract/recovery/desk-calls.ts'
import { currentToast } from '../kit/toast/toast-store.ts'
import { answer, type Answer } from '../testing/pretend-server.ts'
import { press, server, type } from '../testing/screen-test.tsx'
import { open, setUpStaffScreens, signIn } from '../testing/staff-screen.tsx'

setUpStaffScreens()

const customer: DeskCustomer = {
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

/** Opens the service desk with this person. */
const find = async (found: DeskCustomer, ...answers: Answer[]) => {
  signIn({ roles: ['attendant'] })
  server.declare(answer(findCustomerCall, { customer: found }), ...answers)
  await open('/balcao')
  await type('CPF ou CNPJ', '529.982.247-25')
  await press('Procurar')
}
const dialog = () => screen.getByRole('dialog', { name: 'Pedir a exclusão da conta' })

test('requesting an account’s deletion requires every check and a reason, and shows the date', async () => {
  await find(customer, answer(deskRequestDeletionCall, { deletes_at: '2026-12-21T15:00:00Z' }))
  await press('Pedir exclusão')
  await press('Registrar pedido')
  expect(within(dialog()).getByText('Por favor, selecione uma opção')).toBeTruthy()
  fireEvent.click(within(dialog()).getByLabelText('A própria pessoa pediu no balcão'))
  await press('Registrar pedido')
  expect(
    within(dialog()).getByText('Só é possível registrar o pedido quando todos os itens conferem.'),
  ).toBeTruthy()
  // The question in the dialog, not one of the page behind it.
  expect(dialog().contains(document.activeElement)).toBe(true)
  expect(server.bodiesOf(deskRequestDeletionCall)).toEqual([])
  for (const yes of within(dialog()).getAllByLabelText('Sim')) fireEvent.click(yes)
  await press('Registrar pedido')
  expect(server.bodiesOf(deskRequestDeletionCall)).toEqual([
    {
      customer_id,
      checklist: { original_document: 'yes', holder_or_representative: 'yes', knows_what_goes: 'yes' },
      reason: 'own_request',
    },
  ])
  expect(currentToast().message).toMatch(/^Pedido de exclusão registrado\. Os dados serão apagados em 21/)
  expect(screen.queryByText('Maria da Silva')).toBeNull()
})

test('a deletion request is cancelled with a second press', async () => {
  await find({ ...customer, account_status: 'deletion_pending' }, answer(deskGiveUpDeletionCall, {}))
  expect(screen.queryByRole('button', { name: 'Pedir exclusão' })).toBeNull()
  await press('Cancelar o pedido de exclusão')
  expect(server.bodiesOf(deskGiveUpDeletionCall)).toEqual([])
  await press('Confirmar: cancelar o pedido')
  expect(server.bodiesOf(deskGiveUpDeletionCall)).toEqual([{ customer_id }])
  expect(currentToast().message).toBe('Pedido de exclusão cancelado.')
})

test('the deletion of a blocked account cannot be requested at the desk', async () => {
  await find({ ...customer, account_status: 'blocked' })
  expect(screen.queryByRole('heading', { name: 'Exclusão da conta' })).toBeNull()
})
