import { randomUUID } from 'node:crypto'
import { clubDayOf } from '@clube/contract/kernel/club-time.ts'
import type { CarPark, ParkingApplication, ParkingTicket } from '../../ports/car-park.ts'
import { createParkingSaga } from './apply-outcome.ts'
import type { ParkingDeps, ParkingServices } from './deps.ts'
import { applyAtDesk } from './desk/apply-at-desk.ts'
import { compareForStaff } from './reconciliation/compare-days.ts'
import { redeemVoucher } from './redeem-voucher.ts'
import { listVouchersOf, saveLeft } from './voucher-store.ts'

/** Demonstration data: vouchers at every stage, created through the use cases. */
export type ParkingSeed = {
  readonly campaign_id: string
  readonly garage_id: string
  readonly promotion_id: string
  readonly openParticipation: ParkingServices['openParticipation']
  /** In chronological order. */
  readonly vouchers: readonly {
    readonly customer_id: string
    readonly at: Date
    readonly ticket_number: string
    readonly parkedMinutes: number
    readonly fee_cents: number
    /** Null for a voucher that the customer redeemed. */
    readonly by_hand: { readonly staff_id: string; readonly reason: string } | null
    readonly startTransaction: (started_at: Date) => Promise<string>
    /** `processing`: the car park has not answered yet. `case`: it did not answer for hours. */
    readonly stage: 'applied' | 'used' | 'processing' | 'case'
  }[]
  /** Past days that are compared with a list that contains one discount more, by number of days before today. */
  readonly comparedDaysAgo: readonly number[]
}

const minuteMs = 60_000
const dayMs = 24 * 3_600_000
/** Requests without an answer until staff decide. */
const maximumAttempts = 14

/** Creates vouchers, cases and comparisons. */
export const seedParkingVouchers = async (deps: ParkingDeps, seed: ParkingSeed): Promise<void> => {
  let now = deps.clock()
  let ticket: ParkingTicket | null = null
  let isAnswering = true
  const applications: ParkingApplication[] = []
  const carPark: CarPark = {
    readTicket: async () => ticket,
    apply: async ({ key, ticket_number, garage_id, amount_cents }) => {
      if (!isAnswering || !ticket) return { kind: 'unknown', cause: 'timeout' }
      const discount_cents = Math.min(amount_cents, ticket.due_cents)
      const due_cents = ticket.due_cents - discount_cents
      const leave_by = due_cents === 0 ? new Date(now.getTime() + 20 * minuteMs) : null
      const result = { key, ticket_number, garage_id, discount_cents, due_cents, leave_by, applied_at: now }
      applications.push(result)
      return { kind: 'done', result }
    },
    findApplication: async () => ({ kind: 'unknown', cause: 'timeout' }),
    undo: async () => ({ kind: 'unknown', cause: 'timeout' }),
    listApplications: async (from, until) => {
      const listed = applications.filter(({ applied_at }) => applied_at >= from && applied_at < until)
      const [first] = listed
      // A discount that the club did not ask for.
      return first ? [...listed, { ...first, key: randomUUID(), discount_cents: 14_00 }] : listed
    },
  }
  const at: ParkingDeps = { ...deps, clock: () => now }
  const services: ParkingServices = {
    outside: { carPark },
    limits: { spend: async () => true },
    rules: { document_types: 'both', cnpj: 'alphanumeric' },
    openParticipation: seed.openParticipation,
  }
  const saga = createParkingSaga(at, services)
  const outside = { ...at, ...services, saga }
  const { campaign_id, garage_id } = seed
  for (const voucher of seed.vouchers) {
    now = voucher.at
    isAnswering = voucher.stage === 'applied' || voucher.stage === 'used'
    const { customer_id, ticket_number, fee_cents, by_hand } = voucher
    ticket = {
      ticket_number,
      garage_id,
      entered_at: new Date(now.getTime() - voucher.parkedMinutes * minuteMs),
      read_at: now,
      vehicle: 'car',
      state: 'parked',
      leave_by: null,
      due_cents: fee_cents,
      fee_cents,
      discount_cents: 0,
      promotion_ids: [seed.promotion_id],
    }
    if (by_hand) {
      const { staff_id, reason } = by_hand
      const staff = { staff_id, roles: ['attendant'] } as const
      const request = { application_id: randomUUID(), campaign_id, customer_id, ticket_number, reason, staff }
      await applyAtDesk(outside, { ...request, basis: 'courtesy' })
      continue
    }
    const transaction_id = await voucher.startTransaction(now)
    const actor = { customer_id, identified_session_id: null }
    await redeemVoucher(outside, { ...actor, campaign_id, ticket_number, transaction_id })
    const [stored] = await listVouchersOf(deps.db, [transaction_id])
    if (!stored) throw new Error('The parking voucher was not found')
    if (voucher.stage === 'used') await saveLeft(deps.db, stored.id, new Date(now.getTime() + 15 * minuteMs))
    if (voucher.stage === 'case')
      for (let attempt = 1; attempt < maximumAttempts; attempt += 1) {
        now = new Date(now.getTime() + 61 * minuteMs)
        await saga.askDue()
      }
  }
  now = deps.clock()
  for (const days of seed.comparedDaysAgo) {
    const day = clubDayOf(new Date(now.getTime() - days * dayMs), deps.time_zone)
    await compareForStaff(outside, { day, staff_id: 'demonstration-reconciler' })
  }
}
