import { expect, test } from 'vitest'
import { sampleNow, samples } from '../../../testing/samples.ts'
import { nowEntriesOf } from './now-entries.ts'

const now = Date.parse(sampleNow)
const { giftCampaign, giftCredit, giftVoucher } = samples
const voucherUntil = (expires_at: string) => ({ ...giftVoucher, expires_at })

test('a voucher is a now entry a day before its deadline but not two weeks before, with a countdown half an hour before', () => {
  expect(nowEntriesOf([giftVoucher], [], [], now)).toEqual([])
  expect(nowEntriesOf([voucherUntil('2026-11-22T15:00:00Z')], [], [], now)).toMatchObject([
    {
      title: 'Seu vale-brinde vence em breve',
      text: 'Panetone artesanal, Chocolate. Retire até dom., 22 de nov., 12h (falta 1 dia), Balcão do Piso 1.',
      href: `/brindes/vale/${giftVoucher.voucher_id}`,
      until: null,
    },
  ])
  const [last] = nowEntriesOf([voucherUntil('2026-11-21T15:30:00Z')], [], [], now)
  expect(last?.until).toBe('2026-11-21T15:30:00Z')
})

test('a voucher that was delivered or has expired is not a now entry', () => {
  const delivered = { ...voucherUntil('2026-11-22T15:00:00Z'), state: 'delivered' as const }
  expect(nowEntriesOf([delivered, voucherUntil('2026-11-21T14:00:00Z')], [], [], now)).toEqual([])
})

test('receipts that allow a gift today are a now entry while the promotion has gifts, even after its end but not during a pause', () => {
  const entries = (credit = giftCredit, campaign = giftCampaign) =>
    nowEntriesOf([], [credit], [campaign], now).map(({ href }) => href)
  expect(entries()).toEqual(['/brindes/panetone'])
  expect(entries({ ...giftCredit, participations: 0 })).toEqual([])
  expect(entries({ ...giftCredit, uses_left_today: 0 })).toEqual([])
  expect(entries(giftCredit, { ...giftCampaign, state: 'ended' })).toEqual(['/brindes/panetone'])
  expect(entries(giftCredit, { ...giftCampaign, state: 'paused' })).toEqual([])
  expect(entries(giftCredit, { ...giftCampaign, stock: { remaining: 0, total: 10 } })).toEqual([])
})
