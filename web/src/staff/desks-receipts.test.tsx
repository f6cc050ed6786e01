import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { adjustPointsCall } from '@clube/contract/points/adjustment-calls.ts'
import { openReceiptPhotoCall } from '@clube/contract/receipts/receipt-photo-calls.ts'
import * as calls from '@clube/contract/receipts/receipt-staff-calls.ts'
import { respond } from '../testing/fake-server.ts'
import { choose, expectText, press, server, settle, type } from '../testing/screen-test.tsx'
import { account, receipt } from '../testing/staff-samples.ts'
import { findPerson, pressKey, openAs, setUpStaffScreens } from '../testing/staff-screen.tsx'

const { purchase_id } = receipt
const photoUrl = '/api/staff/receipts/photo-views/token'
const submitDialog = async () => {
  fireEvent.submit(document.querySelector('dialog[open] form')!)
  await settle()
}

setUpStaffScreens()

test('keyboard shortcuts open the oldest receipt, show its photo, and approve it, which opens the next', async () => {
  await openAs(
    'validator',
    '/notas',
    respond(openReceiptPhotoCall, { url: photoUrl, expires_at: '2026-11-21T12:31:00Z' }),
    respond(calls.approveReceiptCall, { state: 'approved' }),
  )
  await pressKey('p')
  expect(screen.getByRole('region', { name: 'Nota de Livraria Jabuticabeira' }).textContent).toContain(
    'Valor informadoR$',
  )
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Ver foto 2 (apagada)' }).disabled).toBe(true)
  expect(screen.queryByRole('img', { name: /Foto 1/ })).toBeNull()
  await pressKey('f')
  const picture = screen.getByRole('img', { name: 'Foto 1 da nota de Livraria Jabuticabeira' })
  expect(picture.getAttribute('src')).toBe(photoUrl)
  expect(fireEvent.contextMenu(picture)).toBe(false)
  expect(server.bodiesOf(openReceiptPhotoCall)[0]).toEqual({ purchase_id, photo_id: receipt.photos[0]?.id })
  await pressKey('a')
  const { amount_cents, issued_on } = receipt
  expect(server.bodiesOf(calls.approveReceiptCall)[0]).toEqual({ purchase_id, amount_cents, issued_on })
  expect(screen.getByRole('region', { name: 'Nota de Café do Pátio' })).toBeTruthy()
  expectText('O cliente não enviou foto. Confira os dados pela chave da nota.')
})

test('rejecting a receipt requires one of the reasons', async () => {
  await openAs('validator', '/notas', respond(calls.rejectReceiptCall, { state: 'rejected' }))
  await pressKey('p')
  await pressKey('r')
  choose('Esta nota foi cancelada pela loja.')
  await submitDialog()
  expect(server.bodiesOf(calls.rejectReceiptCall)[0]).toEqual({ purchase_id, reason: 'cancelled' })
})

test('a decided receipt is found by its key and reversed with a reason, and cannot be approved again', async () => {
  await openAs(
    'validator',
    '/notas',
    respond(calls.findReceiptCall, { receipt: { ...receipt, state: 'approved' } }),
    respond(calls.reverseReceiptCall, { state: 'reversed' }),
  )
  await type('Procurar pela chave de acesso', receipt.receipt_key)
  await press('Procurar')
  expect(screen.queryByRole('button', { name: 'Aprovar' })).toBeNull()
  await pressKey('a')
  expect(server.bodiesOf(calls.approveReceiptCall)[0]).toBeUndefined()
  await pressKey('e')
  const reason = 'A loja cancelou a compra.'
  await type('O cliente vai ler este motivo', reason)
  await submitDialog()
  expect(server.bodiesOf(calls.reverseReceiptCall)[0]).toEqual({ purchase_id, reason })
})

test('a points adjustment requires a reason and an explanation, and a debt an explicit choice', async () => {
  await openAs('approver', '/pontos', respond(adjustPointsCall, { ...account, balance: 0, debt: 20 }))
  await findPerson()
  expectText('100 pontos')
  await press('Ajustar')
  expectText('Informe os pontos: um número inteiro, diferente de zero.')
  choose('Tirar pontos')
  await type('Pontos', '120')
  choose('Pontos creditados em duplicidade')
  await type(/^Explicação/, 'A nota entrou duas vezes.')
  choose('Registrar 20 pontos como débito')
  await press('Tirar 120 pontos')
  expect(server.bodiesOf(adjustPointsCall)[0]).toEqual({
    adjustment_id: expect.stringMatching(
      /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    ),
    customer_id: account.customer_id,
    points: -120,
    reason: 'given_twice',
    note: 'A nota entrou duas vezes.',
    may_owe: 'yes',
  })
  expectText(/Deve 20 pontos/)
})
