import { expect, test } from 'vitest'
import { receiptEntries } from './receipt-entries.ts'

const nowMs = Date.parse('2026-11-21T15:00:00Z')
const approved = {
  state: 'approved',
  decided_at: '2026-11-21T14:00:00Z',
  shop_name: 'Café do Pátio',
  amount_cents: 12_345,
  points: 123,
  reason: null,
  is_photo_requested: false,
  current: null,
} as const
const rejected = {
  ...approved,
  state: 'rejected',
  points: 0,
  reason: 'A foto não permite ler a nota.',
} as const
const entryOf = (receipts: Parameters<typeof receiptEntries>[0], seenMs = 0) =>
  receiptEntries(receipts, { nowMs, seenMs, rules: { cents_per_point: 100 } })

test('a receipt that staff decided is shown with its points or the reason', () => {
  expect(entryOf([approved])).toEqual([
    {
      title: 'Nota aprovada',
      text: 'Café do Pátio, R$\u00a0123,45. Vale 123 pontos.',
      href: '/notas',
      until: null,
    },
  ])
  expect(entryOf([rejected])).toMatchObject([
    { title: 'Nota recusada', text: 'Café do Pátio, R$\u00a0123,45. A foto não permite ler a nota.' },
  ])
})

test('an approved receipt worth less than one point is described without a zero', () => {
  expect(entryOf([{ ...approved, amount_cents: 90, points: 0 }])).toMatchObject([
    { text: 'Café do Pátio, R$\u00a00,90. O valor desta nota não chega a 1 ponto.' },
  ])
})

test('an approved receipt without points is not described as too small if its amount is worth points', () => {
  expect(entryOf([{ ...approved, amount_cents: 52_000, points: 0 }])).toMatchObject([
    { text: 'Café do Pátio, R$\u00a0520,00.' },
  ])
})

test('several decided receipts are combined into one now entry with their counts', () => {
  expect(entryOf([approved, rejected, approved])).toMatchObject([
    { title: '3 notas analisadas', text: '2 aprovadas, 1 recusada.' },
  ])
})

test('a rejection is not a now entry once the receipt was registered again', () => {
  const current = { purchase_id: '0197f0a0-0000-7000-8000-000000000009', state: 'approved' as const }
  expect(entryOf([approved, { ...rejected, current }])).toMatchObject([{ title: 'Nota aprovada' }])
})

test('receipts that are waiting, were approved automatically, were already seen or were decided three days ago are not a now entry', () => {
  expect(entryOf([{ ...approved, state: 'pending_review', decided_at: null }])).toEqual([])
  expect(entryOf([{ ...approved, state: 'auto_approved' }])).toEqual([])
  expect(entryOf([approved], Date.parse(approved.decided_at))).toEqual([])
  expect(entryOf([{ ...approved, decided_at: '2026-11-18T15:00:00Z' }])).toEqual([])
})

test('receipts for which staff requested a photo are one now entry, with or without decided ones', () => {
  const requested = {
    ...approved,
    state: 'pending_review',
    decided_at: null,
    is_photo_requested: true,
  } as const
  expect(entryOf([requested])).toEqual([
    {
      title: 'Falta a foto de uma nota',
      text: 'Café do Pátio, R$\u00a0123,45. Fotografe a nota para a equipe poder conferi-la.',
      href: '/notas',
      until: null,
    },
  ])
  expect(entryOf([requested, approved, requested]).map(({ title }) => title)).toEqual([
    'Faltam fotos de 2 notas',
    'Nota aprovada',
  ])
})
