// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Role } from '@clube/contract/kernel/permissions.ts'
import {
  bodiesTo,
  key,
  open,
  press,
  server,
  settle,
  signIn,
  type,
  setUpStaffScreens,
} from './staff-app.testing.tsx'

const id = '01a1fdbb-01d2-7c5b-af13-491f5d989bb5'
const otherId = id.replace('0', '1')
const receipt = {
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
const second = { ...receipt, purchase_id: otherId, shop_name: 'Café do Pátio', photos: [] }
const account = {
  customer_id: id,
  document_type: 'cpf',
  document: '***.982.247-**',
  name: 'Maria da Silva',
  balance: 100,
  debt: 0,
  adjustments: [],
}

/** The desks before a server that answers with these data, by path. */
const show = (path: string, role: Role, answers: Record<string, unknown>) => {
  server.answers = answers
  signIn({ roles: [role] })
  return open(path)
}
const bodyOf = (path: string) => bodiesTo(path)[0]

setUpStaffScreens()

const base = '/api/staff/receipts'
const queue = { [`${base}/queue`]: [receipt, second], [`${base}/anomalies`]: [] }

test('one key opens the oldest receipt, one looks at its photo, one approves and opens the next', async () => {
  await show('/notas', 'validator', {
    ...queue,
    [`${base}/photo-look`]: { url: `${base}/photo-looks/token`, expires_at: '2026-11-21T12:31:00Z' },
    [`${base}/approve`]: { state: 'approved' },
  })
  await key('p')
  expect(screen.getByRole('region', { name: 'Nota de Livraria Jabuticabeira' }).textContent).toContain(
    'Valor informadoR$',
  )
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Ver foto 2 (apagada)' }).disabled).toBe(true)
  expect(screen.queryByRole('img', { name: /Foto 1/ })).toBeNull()
  await key('f')
  const picture = screen.getByRole('img', { name: 'Foto 1 da nota de Livraria Jabuticabeira' })
  expect(picture.getAttribute('src')).toBe(`${base}/photo-looks/token`)
  expect(fireEvent.contextMenu(picture)).toBe(false)
  expect(bodyOf(`${base}/photo-look`)).toEqual({ purchase_id: id, photo_id: id })
  await key('a')
  expect(bodyOf(`${base}/approve`)).toEqual({ purchase_id: id })
  expect(screen.getByRole('region', { name: 'Nota de Café do Pátio' })).toBeTruthy()
  expect(screen.getByText('O cliente não enviou foto. Confira os dados pela chave da nota.')).toBeTruthy()
})

test('rejecting wants one of the reasons', async () => {
  await show('/notas', 'validator', { ...queue, [`${base}/reject`]: { state: 'rejected' } })
  await key('p')
  await key('r')
  fireEvent.click(screen.getByRole('radio', { name: 'Esta nota foi cancelada pela loja.', hidden: true }))
  fireEvent.submit(document.querySelector('dialog[open] form')!)
  await settle()
  expect(bodyOf(`${base}/reject`)).toEqual({ purchase_id: id, reason: 'cancelled' })
})

test('a decided receipt is found by its key and taken back with a reason; it cannot be approved again', async () => {
  const approved = { ...receipt, state: 'approved' }
  await show('/notas', 'validator', {
    ...queue,
    [`${base}/find`]: { receipt: approved },
    [`${base}/reverse`]: { state: 'reversed' },
  })
  type('Procurar pela chave de acesso', receipt.receipt_key)
  await press('Procurar')
  expect(screen.queryByRole('button', { name: 'Aprovar' })).toBeNull()
  await key('a')
  expect(bodyOf(`${base}/approve`)).toBeUndefined()
  await key('e')
  fireEvent.input(screen.getByLabelText('O cliente vai ler este motivo'), {
    target: { value: 'A loja cancelou a compra.' },
  })
  fireEvent.submit(document.querySelector('dialog[open] form')!)
  await settle()
  expect(bodyOf(`${base}/reverse`)).toEqual({ purchase_id: id, reason: 'A loja cancelou a compra.' })
})

test('points are adjusted with a reason and an explanation; a debt must be asked for', async () => {
  await show('/pontos', 'approver', {
    '/api/staff/points/find': { account },
    '/api/staff/points/adjust': { ...account, balance: 0, debt: 20 },
  })
  type('CPF ou CNPJ', '529.982.247-25')
  await press('Procurar')
  expect(screen.getByText('100 pontos')).toBeTruthy()
  await press('Ajustar')
  expect(screen.getByText('Informe os pontos: um número inteiro, diferente de zero.')).toBeTruthy()
  fireEvent.click(screen.getByRole('radio', { name: 'Tirar pontos' }))
  type('Pontos', '120')
  fireEvent.click(screen.getByRole('radio', { name: 'Pontos creditados em duplicidade' }))
  type(/^Explicação/, 'A nota entrou duas vezes.')
  fireEvent.click(screen.getByRole('checkbox', { name: 'Registrar 20 pontos como débito' }))
  await press('Tirar 120 pontos')
  expect(bodyOf('/api/staff/points/adjust')).toEqual({
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

test('a participation is opened at the desk with a second press, and its protocol shown', async () => {
  const campaign = {
    campaign_id: otherId,
    kind: 'event_tickets',
    title: 'Natal no Ipê',
    summary: 'Concerto.',
    ends_at: '2026-12-25T01:00:00Z',
    reasons: [],
    open: null,
  }
  const refused = {
    ...campaign,
    campaign_id: id,
    title: 'Só empresas',
    reasons: ['Promoção exclusiva para CNPJ.'],
  }
  await show('/balcao', 'attendant', {
    '/api/staff/customers/find': {
      customer: {
        ...account,
        birth_date: '14/05/1986',
        cellphone: null,
        email: null,
        account_status: 'active',
        open_request: null,
      },
    },
    '/api/staff/participation/campaigns': [campaign, refused],
    '/api/staff/participation/start': {
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
    },
  })
  type('CPF ou CNPJ', '529.982.247-25')
  await press('Procurar')
  expect(server.asked.some(({ path }) => path.endsWith('/participation/campaigns'))).toBe(false)
  await press('Ver promoções')
  expect(screen.getByText('Promoção exclusiva para CNPJ.')).toBeTruthy()
  expect(screen.getAllByRole('button', { name: 'Abrir participação' })).toHaveLength(1)
  await press('Abrir participação')
  await press('Confirmar: abrir em Natal no Ipê')
  expect(bodyOf('/api/staff/participation/start')).toEqual({
    customer_id: id,
    campaign_id: otherId,
    kind: 'event_tickets',
  })
  expect(screen.getByText('2026-000123-4')).toBeTruthy()
  await press('Pronto, próxima pessoa')
  expect(screen.queryByText('2026-000123-4')).toBeNull()
})
