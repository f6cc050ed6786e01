// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import {
  deskCampaignsCall,
  startAtDeskCall,
  type DeskCampaign,
} from '@clube/contract/campaigns/desk-calls.ts'
import type { Role } from '@clube/contract/kernel/permissions.ts'
import {
  adjustPointsCall,
  findPointsAccountCall,
  type PointsAccount,
} from '@clube/contract/points/adjustment-calls.ts'
import { openReceiptPhotoCall } from '@clube/contract/receipts/receipt-photo-calls.ts'
import {
  approveReceiptCall,
  findReceiptCall,
  receiptAnomaliesCall,
  receiptQueueCall,
  rejectReceiptCall,
  reverseReceiptCall,
  type ReviewedReceipt,
} from '@clube/contract/receipts/receipt-staff-calls.ts'
import { findCustomerCall } from '@clube/contract/recovery/desk-calls.ts'
import { answer, type Answer } from '../testing/pretend-server.ts'
import { press, server, settle, type } from '../testing/screen-test.tsx'
import { key, open, setUpStaffScreens, signIn } from '../testing/staff-screen.tsx'

const id = '01a1fdbb-01d2-7c5b-af13-491f5d989bb5'
const otherId = id.replace('0', '1')
const receipt: ReviewedReceipt = {
  purchase_id: id,
  receipt_key: '35261111444777000161650010000000011000000017',
  model: 'NFC-e',
  number: '1',
  shop_name: 'Livraria Jabuticabeira',
  shop_cnpj: '11444777000161',
  amount_cents: 45_000,
  issued_on: '2026-11-20',
  customer_document_masked: '***.982.247-**',
  state: 'pending_review',
  doubts: ['Valor acima do limite de aprovação automática'],
  appeal: null,
  photos: [
    { id, is_purged: false },
    { id: otherId, is_purged: true },
  ],
  created_at: '2026-11-21T12:00:00Z',
}
const second: ReviewedReceipt = { ...receipt, purchase_id: otherId, shop_name: 'Café do Pátio', photos: [] }
const account: PointsAccount = {
  customer_id: id,
  document_type: 'cpf',
  document: '***.982.247-**',
  name: 'Maria da Silva',
  balance: 100,
  debt: 0,
  adjustments: [],
}

/** Opens the desks with these answers. */
const show = (path: string, role: Role, ...answers: Answer[]) => {
  server.declare(...answers)
  signIn({ roles: [role] })
  return open(path)
}

setUpStaffScreens()

const photoUrl = '/api/staff/receipts/photo-looks/token'
const queue = () => [answer(receiptQueueCall, [receipt, second]), answer(receiptAnomaliesCall, [])]

test('single keys open the oldest receipt, show its photo, and approve it and open the next', async () => {
  await show(
    '/notas',
    'validator',
    ...queue(),
    answer(openReceiptPhotoCall, { url: photoUrl, expires_at: '2026-11-21T12:31:00Z' }),
    answer(approveReceiptCall, { state: 'approved' }),
  )
  await key('p')
  expect(screen.getByRole('region', { name: 'Nota de Livraria Jabuticabeira' }).textContent).toContain(
    'Valor informadoR$',
  )
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Ver foto 2 (apagada)' }).disabled).toBe(true)
  expect(screen.queryByRole('img', { name: /Foto 1/ })).toBeNull()
  await key('f')
  const picture = screen.getByRole('img', { name: 'Foto 1 da nota de Livraria Jabuticabeira' })
  expect(picture.getAttribute('src')).toBe(photoUrl)
  expect(fireEvent.contextMenu(picture)).toBe(false)
  expect(server.bodiesOf(openReceiptPhotoCall)[0]).toEqual({ purchase_id: id, photo_id: id })
  await key('a')
  expect(server.bodiesOf(approveReceiptCall)[0]).toEqual({ purchase_id: id })
  expect(screen.getByRole('region', { name: 'Nota de Café do Pátio' })).toBeTruthy()
  expect(screen.getByText('O cliente não enviou foto. Confira os dados pela chave da nota.')).toBeTruthy()
})

test('rejecting a receipt requires one of the reasons', async () => {
  await show('/notas', 'validator', ...queue(), answer(rejectReceiptCall, { state: 'rejected' }))
  await key('p')
  await key('r')
  fireEvent.click(screen.getByRole('radio', { name: 'Esta nota foi cancelada pela loja.', hidden: true }))
  fireEvent.submit(document.querySelector('dialog[open] form')!)
  await settle()
  expect(server.bodiesOf(rejectReceiptCall)[0]).toEqual({ purchase_id: id, reason: 'cancelled' })
})

test('a decided receipt is found by its key and reversed with a reason, and cannot be approved again', async () => {
  await show(
    '/notas',
    'validator',
    ...queue(),
    answer(findReceiptCall, { receipt: { ...receipt, state: 'approved' } }),
    answer(reverseReceiptCall, { state: 'reversed' }),
  )
  await type('Procurar pela chave de acesso', receipt.receipt_key)
  await press('Procurar')
  expect(screen.queryByRole('button', { name: 'Aprovar' })).toBeNull()
  await key('a')
  expect(server.bodiesOf(approveReceiptCall)[0]).toBeUndefined()
  await key('e')
  fireEvent.input(screen.getByLabelText('O cliente vai ler este motivo'), {
    target: { value: 'A loja cancelou a compra.' },
  })
  fireEvent.submit(document.querySelector('dialog[open] form')!)
  await settle()
  expect(server.bodiesOf(reverseReceiptCall)[0]).toEqual({
    purchase_id: id,
    reason: 'A loja cancelou a compra.',
  })
})

test('a points adjustment requires a reason and an explanation, and a debt an explicit choice', async () => {
  await show(
    '/pontos',
    'approver',
    answer(findPointsAccountCall, { account }),
    answer(adjustPointsCall, { ...account, balance: 0, debt: 20 }),
  )
  await type('CPF ou CNPJ', '529.982.247-25')
  await press('Procurar')
  expect(screen.getByText('100 pontos')).toBeTruthy()
  await press('Ajustar')
  expect(screen.getByText('Informe os pontos: um número inteiro, diferente de zero.')).toBeTruthy()
  fireEvent.click(screen.getByRole('radio', { name: 'Tirar pontos' }))
  await type('Pontos', '120')
  fireEvent.click(screen.getByRole('radio', { name: 'Pontos creditados em duplicidade' }))
  await type(/^Explicação/, 'A nota entrou duas vezes.')
  fireEvent.click(screen.getByRole('checkbox', { name: 'Registrar 20 pontos como débito' }))
  await press('Tirar 120 pontos')
  expect(server.bodiesOf(adjustPointsCall)[0]).toEqual({
    adjustment_id: expect.stringMatching(
      /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    ),
    customer_id: id,
    points: -120,
    reason: 'given_twice',
    note: 'A nota entrou duas vezes.',
    may_owe: 'yes',
  })
  expect(screen.getByText(/Deve 20 pontos/)).toBeTruthy()
})

test('a participation is opened at the service desk with a second press, and its protocol is shown', async () => {
  const campaign: DeskCampaign = {
    campaign_id: otherId,
    kind: 'event_tickets',
    title: 'Natal no Ipê',
    summary: 'Concerto.',
    ends_at: '2026-12-25T01:00:00Z',
    reasons: [],
    open: null,
  }
  const notForPeople: DeskCampaign = {
    ...campaign,
    campaign_id: id,
    title: 'Só empresas',
    reasons: ['Promoção exclusiva para CNPJ.'],
  }
  await show(
    '/balcao',
    'attendant',
    answer(findCustomerCall, {
      customer: {
        customer_id: id,
        document_type: 'cpf',
        document: '***.982.247-**',
        name: 'Maria da Silva',
        birth_date: '14/05/1986',
        cellphone: null,
        email: null,
        account_status: 'active',
        open_request: null,
      },
    }),
    answer(deskCampaignsCall, [campaign, notForPeople]),
    answer(startAtDeskCall, {
      transaction_id: id,
      protocol: '2026-000123-4',
      state: 'open',
      kind: 'event_tickets',
      campaign_id: otherId,
      campaign_slug: 'natal-no-ipe',
      campaign_title: 'Natal no Ipê',
      service_channel: 'balcao',
      created_at: '2026-11-21T12:30:00Z',
      expires_at: '2026-11-21T13:30:00Z',
      finished_at: null,
    }),
  )
  await type('CPF ou CNPJ', '529.982.247-25')
  await press('Procurar')
  expect(server.requestsOf(deskCampaignsCall)).toEqual([])
  await press('Ver promoções')
  expect(screen.getByText('Promoção exclusiva para CNPJ.')).toBeTruthy()
  expect(screen.getAllByRole('button', { name: 'Abrir participação' })).toHaveLength(1)
  await press('Abrir participação')
  await press('Confirmar: abrir em Natal no Ipê')
  expect(server.bodiesOf(startAtDeskCall)[0]).toEqual({
    customer_id: id,
    campaign_id: otherId,
    kind: 'event_tickets',
  })
  expect(screen.getByText('2026-000123-4')).toBeTruthy()
  await press('Pronto, próxima pessoa')
  expect(screen.queryByText('2026-000123-4')).toBeNull()
})
