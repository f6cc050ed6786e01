import { expect, test } from 'vitest'
import {
  appliedVoucher,
  failedVoucher,
  parkingCampaign,
  partVoucher,
  processingVoucher,
  usedVoucher,
} from '../../../testing/parking-samples.ts'
import { sampleNow, samples } from '../../../testing/samples.ts'
import { nowEntriesOf, standingOf, voucherItem, vouchersSummary } from './voucher-item.ts'

const now = Date.parse(sampleNow)
const leaveBy = Date.parse(appliedVoucher.leave_by ?? '')
const endsAt = Date.parse(appliedVoucher.ends_at)

test('an applied voucher releases the car until the car park’s deadline, and afterwards warns of a new amount until it ends', () => {
  expect(standingOf(appliedVoucher, now)).toEqual({ kind: 'released', until: appliedVoucher.leave_by })
  expect(standingOf(appliedVoucher, leaveBy)).toMatchObject({ kind: 'released' })
  expect(standingOf(appliedVoucher, leaveBy + 1)).toEqual({
    kind: 'overstayed',
    until: appliedVoucher.leave_by,
  })
  expect(standingOf(appliedVoucher, endsAt)).toEqual({ kind: 'ended' })
  expect(standingOf({ ...appliedVoucher, is_current: false }, now)).toEqual({ kind: 'ended' })
})

test('a voucher that paid a part says what is due', () => {
  expect(standingOf(partVoucher, now)).toEqual({ kind: 'due', due_cents: 400 })
})

test('the Carteira lists vouchers by what the person can do with them', () => {
  const listed = [appliedVoucher, processingVoucher, partVoucher, usedVoucher, failedVoucher].map(
    (voucher) => {
      const { stage, status, validity } = voucherItem(voucher, now)
      return [stage, status.label, validity?.replaceAll('\u00a0', ' ') ?? null]
    },
  )
  expect(listed).toEqual([
    ['usable', 'Aplicado', 'Saia até 12:20'],
    ['pending', 'Em processamento', 'Não repita a operação.'],
    ['usable', 'Falta pagar', 'Faltam R$ 4,00: pague antes de sair'],
    ['past', 'Utilizado', null],
    ['past', 'Não aplicado', null],
  ])
})

test('Agora shows the deadline of a released car with its countdown, and what waits for the car park', () => {
  expect(
    nowEntriesOf([appliedVoucher, processingVoucher, usedVoucher, failedVoucher], [], [], now),
  ).toMatchObject([
    {
      title: 'Estacionamento liberado até 12:20',
      href: `/estacionamento/vale/${appliedVoucher.transaction_id}`,
      until: appliedVoucher.leave_by,
    },
    { title: 'Vale-estacionamento: em processamento', until: null },
  ])
  expect(nowEntriesOf([appliedVoucher], [], [], leaveBy + 1)).toMatchObject([
    { title: 'O prazo para sair terminou às 12:20', until: null },
  ])
})

test('Agora shows the right to a voucher that the receipts of today give, until the uses of the day are exhausted', () => {
  const { campaign_id, slug, title } = parkingCampaign
  const credit = { ...samples.giftCredit, campaign_id, kind: 'parking_voucher', slug, title } as const
  expect(nowEntriesOf([], [credit], [parkingCampaign], now)).toEqual([
    {
      title: 'Você tem direito a um vale-estacionamento hoje',
      text: `Suas notas de hoje completaram o valor em ${title}.`,
      href: `/estacionamento/${slug}`,
      until: null,
    },
  ])
  for (const none of [{ participations: 0 }, { uses_left_today: 0 }, { campaign_id: 'another' }])
    expect(nowEntriesOf([], [{ ...credit, ...none }], [parkingCampaign], now)).toEqual([])
})

test('the summary names the only current voucher’s deadline, and counts several', () => {
  expect(vouchersSummary([usedVoucher], now)).toBeNull()
  expect(vouchersSummary([appliedVoucher, usedVoucher], now)).toBe('1 vale-estacionamento: saia até 12:20')
  expect(vouchersSummary([appliedVoucher, processingVoucher], now)).toBe('2 vales-estacionamento')
})
