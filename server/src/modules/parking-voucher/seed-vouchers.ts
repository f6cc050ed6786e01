import { randomUUID } from 'node:crypto'
import { clubDayOf } from '@clube/contract/kernel/club-time.ts'
import type { CarPark } from '../../ports/car-park.ts'
import { createParkingSaga } from './apply-outcome.ts'
import type { ParkingDeps, ParkingServices } from './deps.ts'
import { applyAtDesk } from './desk/apply-at-desk.ts'
import { compareForStaff } from './reconciliation/compare-days.ts'
import { redeemVoucher } from './redeem-voucher.ts'
import { listVouchersOf, saveLeft } from './voucher-store.ts'

/** Demonstration data: vouchers at every stage, created through the use cases. */
export type ParkingSeed = {
  readonly campaign_id: string
  readonly carPark: CarPark
  readonly openParticipation: ParkingServices['openParticipation']
  /** In chronological order. */
  readonly vouchers: readonly {
    readonly customer_id: string
    readonly at: Date
    readonly ticket_number: string
    /** Sets the car park to this instant, with the car parked. */
    readonly park: () => void
    /** The car leaves. */
    readonly leave: (at: Date) => void
    /** Null for a voucher that the customer redeemed. */
    readonly by_hand: { readonly staff_id: string; readonly reason: string } | null
    readonly startTransaction: (started_at: Date) => Promise<string>
    /** `processing`: the car park has not answered yet. `case`: it did not answer for hours. */
    readonly stage: 'applied' | 'used' | 'processing' | 'case'
  }[]
  /** Past days that are compared with the car park's list, by number of days before today. */
  readonly comparedDaysAgo: readonly number[]
}

const minuteMs = 60_000
const dayMs = 24 * 3_600_000
/** Requests without an answer until staff decide. */
const maximumAttempts = 14

/** Creates vouchers, cases and comparisons. */
export const seedParkingVouchers = async (deps: ParkingDeps, seed: ParkingSeed): Promise<void> => {
  let now = deps.clock()
  const at: ParkingDeps = { ...deps, clock: () => now }
  const services: ParkingServices = {
    externalServices: { carPark: seed.carPark },
    limits: { spend: async () => true },
    rules: { document_types: 'both', cnpj: 'alphanumeric' },
    openParticipation: seed.openParticipation,
  }
  const saga = createParkingSaga(at, services)
  const carParkDeps = { ...at, ...services, saga }
  const { campaign_id } = seed
  for (const voucher of seed.vouchers) {
    now = voucher.at
    voucher.park()
    const { customer_id, ticket_number, by_hand } = voucher
    if (by_hand) {
      const { staff_id, reason } = by_hand
      const staff = { staff_id, roles: ['attendant'] } as const
      const request = { application_id: randomUUID(), campaign_id, customer_id, ticket_number, reason, staff }
      await applyAtDesk(carParkDeps, { ...request, basis: 'courtesy' })
      continue
    }
    const transaction_id = await voucher.startTransaction(now)
    const actor = { customer_id, identified_session_id: null }
    await redeemVoucher(carParkDeps, { ...actor, campaign_id, ticket_number, transaction_id })
    const [stored] = await listVouchersOf(deps.db, [transaction_id])
    if (!stored) throw new Error('The parking voucher was not found')
    const left_at = new Date(now.getTime() + 15 * minuteMs)
    voucher.leave(left_at)
    if (voucher.stage === 'used') await saveLeft(deps.db, stored.id, left_at)
    if (voucher.stage === 'case')
      for (let attempt = 1; attempt < maximumAttempts; attempt += 1) {
        now = new Date(now.getTime() + 61 * minuteMs)
        await saga.askDue()
      }
  }
  now = deps.clock()
  for (const days of seed.comparedDaysAgo) {
    const day = clubDayOf(new Date(now.getTime() - days * dayMs), deps.time_zone)
    await compareForStaff(carParkDeps, { day, staff_id: 'demonstration-reconciler' })
  }
}
