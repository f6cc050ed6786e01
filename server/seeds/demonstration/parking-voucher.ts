import { randomUUID } from 'node:crypto'
import type { ParkingVoucherSettings } from '@clube/contract/parking-voucher/settings.ts'
import { openJournal } from '../../counterparts/journal.ts'
import { garageId } from '../../counterparts/local-car-park.ts'
import {
  clubPromotion,
  createParkingBooks,
  promotionsOf,
  type BookedApplication,
  type ParkingCommand,
  type ParkingResult,
  type TicketStatus,
} from '../../counterparts/parking-books.ts'
import { openParticipationOf } from '../../src/main/promotions.ts'
import { startTransaction, type CampaignDeps, type PromotionDeps } from '../../src/modules/campaigns/index.ts'
import { documentIndexOf, findByDocument } from '../../src/modules/identity/index.ts'
import { seedParkingVouchers, type ParkingSeed } from '../../src/modules/parking-voucher/index.ts'
import type { CarPark, ParkingApplication, ParkingTicket } from '../../src/ports/car-park.ts'
import type { Guest } from './guests.ts'
import { personas } from './personas.ts'
import { staffEmail, staffPersonas } from './staff.ts'

/** Settings of the demonstration's parking vouchers; the garage and the promotion are those of the local car park. */
export const parkingDemonstration: ParkingVoucherSettings = {
  value: { kind: 'whole-fee', maximum_cents: 40_00 },
  price: { kind: 'receipts' },
  promotion_id: clubPromotion,
  garages: [{ garage_id: garageId, name: 'Subsolo e edifício-garagem' }],
  vehicles: ['car', 'motorcycle'],
  valid_hours: 12,
  courtesies_per_day: 20,
}

const minuteMs = 60_000
const hourMs = 3_600_000
const dayMs = 24 * hourMs

/**
 * The local car park's books, written to its journal, so that it knows the tickets and discounts of the demonstration when
 * it is started.
 * @param file null keeps them in memory
 */
export const createSeedCarPark = (file: string | null) => {
  const books = createParkingBooks()
  const { execute } = openJournal<ParkingCommand, ParkingResult>(file, books.execute)
  let now = new Date(0)
  let isAnswering = true
  const leave = (ticket_number: string, left_at: Date): void => {
    const at = left_at.toISOString()
    execute({ kind: 'pay', ticket_number, at })
    execute({ kind: 'leave', ticket_number, at })
  }
  /** Sets the clock; a car that entered earlier is parked. */
  const park = (
    ticket_number: string,
    at: Date,
    options: { minutes: number; isAnswering: boolean },
  ): void => {
    now = at
    isAnswering = options.isAnswering
    const entered_at = new Date(at.getTime() - options.minutes * minuteMs)
    // A folder that was used before may contain the ticket.
    if (books.statusOf(ticket_number, entered_at)) leave(ticket_number, entered_at)
    execute({
      kind: 'enter',
      ticket: {
        ticket_number,
        garage_id: garageId,
        vehicle: 'car',
        entered_at: entered_at.toISOString(),
        left_at: null,
        paid_cents: 0,
        other_discount_cents: 0,
        free_until: null,
      },
    })
  }
  const apply = (request: Parameters<CarPark['apply']>[0]): ParkingResult =>
    execute({ kind: 'apply', ...request, at: now.toISOString() })
  const carPark: CarPark = {
    readTicket: async (ticket_number) => ticketOf(books.statusOf(ticket_number, now), now),
    apply: async (request) => {
      const result = isAnswering ? apply(request) : null
      return result?.kind === 'applied'
        ? { kind: 'done', result: applicationOf(result.application) }
        : { kind: 'unknown', cause: 'timeout' }
    },
    findApplication: async () => ({ kind: 'unknown', cause: 'timeout' }),
    undo: async () => ({ kind: 'unknown', cause: 'timeout' }),
    listApplications: async (from, until) =>
      books
        .applications()
        .map(applicationOf)
        .filter(({ applied_at }) => applied_at >= from && applied_at < until),
  }
  return {
    carPark,
    park,
    leave,
    /** A discount that the club did not ask for, of a car that left. */
    applyForAnother: (ticket_number: string, at: Date): void => {
      park(ticket_number, at, { minutes: 100, isAnswering: true })
      const [garage_id, promotion_id] = [garageId, clubPromotion]
      apply({ key: randomUUID(), ticket_number, garage_id, promotion_id, amount_cents: 14_00 })
      leave(ticket_number, new Date(at.getTime() + 10 * minuteMs))
    },
  }
}
export type SeedCarPark = ReturnType<typeof createSeedCarPark>

const ticketOf = (status: TicketStatus | null, read_at: Date): ParkingTicket | null =>
  status && {
    ticket_number: status.ticket.ticket_number,
    garage_id: status.ticket.garage_id,
    entered_at: new Date(status.ticket.entered_at),
    read_at,
    vehicle: status.ticket.vehicle,
    state: status.ticket.left_at === null ? 'parked' : 'left',
    leave_by: status.leave_by === null ? null : new Date(status.leave_by),
    due_cents: status.due_cents,
    fee_cents: status.fee_cents,
    discount_cents: status.discount_cents,
    promotion_ids: promotionsOf(status.ticket),
  }

const applicationOf = (booked: BookedApplication): ParkingApplication => ({
  key: booked.key,
  ticket_number: booked.ticket_number,
  garage_id: booked.garage_id,
  discount_cents: booked.discount_cents,
  due_cents: booked.due_cents,
  leave_by: booked.leave_by === null ? null : new Date(booked.leave_by),
  applied_at: new Date(booked.applied_at),
})

/**
 * Vouchers of the last days for the receipts of the demonstration: used ones, one that the car park has not confirmed, one
 * that waits for a decision, and courtesies of the desk, whose cars are parked; and differences with the car park's list.
 */
export const seedDemonstrationParkingVouchers = async (
  deps: PromotionDeps,
  campaigns: CampaignDeps,
  { carPark, guests }: { carPark: SeedCarPark; guests: readonly Guest[] },
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
    {
      minutes = 130,
      stage = 'used',
      by_hand = null,
    }: Partial<Pick<Voucher, 'stage' | 'by_hand'>> & { minutes?: number } = {},
  ): Voucher => ({
    customer_id,
    at,
    ticket_number,
    park: () => {
      const isAnswering = stage === 'applied' || stage === 'used'
      carPark.park(ticket_number, at, { minutes, isAnswering })
    },
    leave: (left_at) => carPark.leave(ticket_number, left_at),
    by_hand,
    stage,
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
  })
  const atDesk = (reason: string) => ({ stage: 'applied', by_hand: { staff_id, reason } }) as const
  const comparedDaysAgo = [3, 2, 1]
  for (const days of comparedDaysAgo) carPark.applyForAnother(`90100000009${days}`, daysAgo(days))
  await seedParkingVouchers(deps, {
    campaign_id,
    carPark: carPark.carPark,
    openParticipation: openParticipationOf(deps),
    vouchers: [
      voucher(beatriz.id, daysAgo(3), '901000000001', { minutes: 220 }),
      voucher(collecting.customer_id, daysAgo(2), '901000000002'),
      voucher(first.customer_id, daysAgo(2), '901000000003', { stage: 'case' }),
      voucher(second.customer_id, daysAgo(2), '901000000004', { minutes: 400 }),
      voucher(beatriz.id, daysAgo(1), '901000000005'),
      voucher(
        served.customer_id,
        new Date(now.getTime() - 2 * hourMs),
        '901000000006',
        atDesk('Fila no caixa do estacionamento'),
      ),
      voucher(second.customer_id, now, '901000000007', atDesk('Cancela com defeito')),
      // The local car park gives no answer about tickets that begin so.
      voucher(first.customer_id, now, '500000000008', { ...atDesk('Totem desligado'), stage: 'processing' }),
    ],
    comparedDaysAgo,
  })
}
