import type { ParkingVoucherSettings } from '@clube/contract/parking-voucher/settings.ts'
import { openParticipationOf } from '../../src/main/promotions.ts'
import { startTransaction, type CampaignDeps, type PromotionDeps } from '../../src/modules/campaigns/index.ts'
import { documentIndexOf, findByDocument } from '../../src/modules/identity/index.ts'
import { seedParkingVouchers, type ParkingSeed } from '../../src/modules/parking-voucher/index.ts'
import type { Guest } from './guests.ts'
import { personas } from './personas.ts'
import { staffEmail, staffPersonas } from './staff.ts'

/** Settings of the demonstration's parking vouchers; the garage and the promotion are those of the local car park. */
export const parkingDemonstration: ParkingVoucherSettings = {
  value: { kind: 'whole-fee', maximum_cents: 40_00 },
  price: { kind: 'receipts' },
  promotion_id: 'CLUBE',
  garages: [{ garage_id: 'G1', name: 'Subsolo e edifício-garagem' }],
  vehicles: ['car', 'motorcycle'],
  valid_hours: 12,
  courtesies_per_day: 20,
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/**
 * Vouchers of the last days for the receipts of the demonstration: used ones, one that the car park has not confirmed, one
 * that waits for a decision, and courtesies of the desk; and differences with the car park's list.
 */
export const seedDemonstrationParkingVouchers = async (
  deps: PromotionDeps,
  campaigns: CampaignDeps,
  guests: readonly Guest[],
): Promise<void> => {
  const { db, vault } = deps
  const now = deps.clock()
  const daysAgo = (days: number): Date => new Date(now.getTime() - days * dayMs)
  const { id: campaign_id } = await db
    .selectFrom('campaign')
    .select('id')
    .where('slug', '=', 'estacione-e-aproveite')
    .executeTakeFirstOrThrow()
  const { id: staff_id } = await db
    .selectFrom('staff')
    .select('id')
    .where('email', '=', staffEmail(staffPersonas.attendant))
    .executeTakeFirstOrThrow()
  const { document_id } = personas.beatriz
  const beatriz = await findByDocument(db, documentIndexOf({ vault }, { document_id }))
  const [, , collecting, first, second, , served] = guests
  if (!beatriz || !collecting || !first || !second || !served)
    throw new Error('The demonstration needs at least seven guests')

  type Voucher = ParkingSeed['vouchers'][number]
  const voucher = (
    customer_id: string,
    at: Date,
    ticket_number: string,
    change: Partial<Pick<Voucher, 'stage' | 'by_hand' | 'parkedMinutes' | 'fee_cents'>> = {},
  ): Voucher => ({
    customer_id,
    at,
    ticket_number,
    parkedMinutes: 130,
    fee_cents: 14_00,
    by_hand: null,
    stage: 'used',
    startTransaction: async (started_at) => {
      const { id } = await startTransaction(
        { ...campaigns, clock: () => started_at },
        {
          customer_id,
          identified_session_id: null,
          campaign_id,
          kind: 'parking_voucher',
          purchase_ids: [],
          service_channel: 'site',
        },
      )
      return id
    },
    ...change,
  })
  const by_hand = (reason: string) => ({ stage: 'applied', by_hand: { staff_id, reason } }) as const
  await seedParkingVouchers(deps, {
    campaign_id,
    garage_id: 'G1',
    promotion_id: 'CLUBE',
    openParticipation: openParticipationOf(deps),
    vouchers: [
      voucher(beatriz.id, daysAgo(3), '901000000001', { fee_cents: 17_00, parkedMinutes: 220 }),
      voucher(collecting.customer_id, daysAgo(2), '901000000002'),
      voucher(first.customer_id, daysAgo(2), '901000000003', { stage: 'case' }),
      voucher(second.customer_id, daysAgo(2), '901000000004', { fee_cents: 26_00, parkedMinutes: 400 }),
      voucher(beatriz.id, daysAgo(1), '901000000005'),
      voucher(
        served.customer_id,
        new Date(now.getTime() - 2 * hourMs),
        '901000000006',
        by_hand('Fila no caixa do estacionamento'),
      ),
      voucher(second.customer_id, now, '901000000007', by_hand('Cancela com defeito')),
      // The local car park gives no answer about tickets that begin so.
      voucher(first.customer_id, now, '500000000008', { ...by_hand('Totem desligado'), stage: 'processing' }),
    ],
    comparedDaysAgo: [3, 2, 1],
  })
}
