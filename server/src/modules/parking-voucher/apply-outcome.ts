import type { DataOf } from '@clube/contract/kernel/call.ts'
import type { redeemParkingVoucherCall } from '@clube/contract/parking-voucher/calls.ts'
import type { Tx } from '../../db/database.ts'
import {
  CarParkUnavailable,
  type CarPark,
  type ParkingApplication,
  type ParkingTicket,
} from '../../ports/car-park.ts'
import {
  createOutcomeSaga,
  findInquiries,
  protocolOf,
  type ExternalOutcome,
  type OutcomeAnswer,
  type SettlingTransaction,
} from '../campaigns/index.ts'
import type { ParkingDeps, ParkingSaga, ParkingServices } from './deps.ts'
import { findParkingCampaign, garageNameOf } from './parking-campaign.ts'
import {
  applicationContradiction,
  resultMessage,
  voucherFailures,
  type Confirmed,
  type ParkingVoucher,
  type VoucherFailure,
} from './voucher.ts'
import { notifyOfVoucher } from './voucher-messages.ts'
import { changeVoucher, listVouchersOf, lockVoucher, returnCourtesy } from './voucher-store.ts'

type Answer = OutcomeAnswer<ParkingApplication>

const refusalFailures = {
  'unknown-ticket': 'parking-voucher.unknown-ticket',
  left: 'parking-voucher.left',
  'nothing-due': 'parking-voucher.nothing-due',
  'already-discounted': 'parking-voucher.already-applied',
} as const satisfies Record<string, VoucherFailure>

const refusedAs = (code: VoucherFailure): Answer => ({ kind: 'refused', failure: { code, values: {} } })

const confirm = (voucher: ParkingVoucher, result: ParkingApplication): Answer => {
  const cause = applicationContradiction(voucher, result)
  return cause === null ? { kind: 'done', result } : { kind: 'contradiction', cause }
}

/**
 * Asks the car park for the discount of a voucher. Its key returns the first result, so that a repeated request grants
 * nothing twice. Before repeating one, the club looks for its result, and reads the ticket: its number may belong to a new
 * stay by now.
 */
const ask = async (
  carPark: CarPark,
  voucher: ParkingVoucher & { readonly ticket_number: string },
  { isRepeated }: { isRepeated: boolean },
): Promise<Answer> => {
  const { transaction_id: key, ticket_number, garage_id, promotion_id, amount_cents } = voucher
  if (isRepeated) {
    const found = await carPark.findApplication(key)
    if (found.kind === 'done') return confirm(voucher, found.result)
    if (found.kind === 'unknown') return found
    const ticket = await readTicketAgain(carPark, ticket_number)
    if (ticket === 'unavailable') return { kind: 'unknown', cause: 'ticket-unavailable' }
    // An unknown number and a car that left are refused by the request itself, which makes the refusal final.
    const isSameStay =
      ticket === null ||
      (ticket.garage_id === garage_id && ticket.entered_at.getTime() === voucher.entered_at.getTime())
    if (!isSameStay) return refusedAs('parking-voucher.left')
  }
  const answer = await carPark.apply({ key, ticket_number, garage_id, promotion_id, amount_cents })
  switch (answer.kind) {
    case 'done':
      return confirm(voucher, answer.result)
    case 'refused':
      return refusedAs(refusalFailures[answer.reason])
    case 'unknown':
      return answer
    default:
      return answer satisfies never
  }
}

const readTicketAgain = (
  carPark: CarPark,
  ticket_number: string,
): Promise<ParkingTicket | null | 'unavailable'> =>
  carPark.readTicket(ticket_number).catch((error: unknown) => {
    if (error instanceof CarParkUnavailable) return 'unavailable'
    throw error
  })

/** The response of an applied voucher. */
export const appliedResponse = (
  { time_zone }: Pick<ParkingDeps, 'time_zone'>,
  voucher: {
    readonly transaction_id: string
    readonly protocol: string
    readonly ticket_number: string
    readonly garage_name: string
  },
  confirmed: Omit<Confirmed, 'applied_at'>,
): DataOf<typeof redeemParkingVoucherCall> => ({
  status: 'applied',
  ...voucher,
  discount_cents: confirmed.discount_cents,
  due_cents: confirmed.due_cents,
  leave_by: confirmed.leave_by?.toISOString() ?? null,
  message: resultMessage(confirmed, time_zone),
})

/** The voucher of a participation in processing, locked until the transaction ends. */
const lockVoucherOf = async (tx: Tx, transaction_id: string): Promise<ParkingVoucher> => {
  const [found] = await listVouchersOf(tx, [transaction_id])
  const voucher = found && (await lockVoucher(tx, found.id))
  if (!voucher) throw new Error('A participation in processing has no parking voucher')
  return voucher
}

/** What the car park's answers mean for participations. */
const outcomeOf = (
  deps: ParkingDeps,
  { externalServices }: Pick<ParkingServices, 'externalServices'>,
): ExternalOutcome<ParkingApplication> => ({
  kind: 'parking_voucher',
  ask: async (transaction_id) => {
    const [voucher] = await listVouchersOf(deps.db, [transaction_id])
    const inquiry = (await findInquiries(deps.db, [transaction_id])).get(transaction_id)
    if (!voucher || !inquiry || voucher.ticket_number === null)
      throw new Error('A participation in processing has no parking voucher')
    if (!externalServices.carPark) return { kind: 'unknown', cause: 'no-car-park' }
    const isRepeated = inquiry.attempts !== 1
    return ask(externalServices.carPark, { ...voucher, ticket_number: voucher.ticket_number }, { isRepeated })
  },
  complete: async (tx, { transaction, result, now, is_late }) => {
    const voucher = await lockVoucherOf(tx, transaction.id)
    const { discount_cents, due_cents, leave_by, applied_at } = result
    const confirmed = { discount_cents, due_cents, leave_by, applied_at }
    if (!(await changeVoucher(tx, voucher.id, { from: 'processing', to: 'applied', now, ...confirmed })))
      throw new Error('The voucher of a participation in processing was settled')
    const campaign = await findParkingCampaign(tx, voucher.campaign_id)
    if (is_late || voucher.by_hand)
      await notifyOfVoucher(deps, tx, {
        template: 'parking-applied',
        voucher: { ...voucher, status: { kind: 'applied', ...confirmed } },
        campaign,
      })
    return appliedResponse(
      deps,
      {
        transaction_id: transaction.id,
        protocol: protocolOf(transaction),
        ticket_number: voucher.ticket_number ?? '',
        garage_name: garageNameOf(campaign, voucher.garage_id),
      },
      confirmed,
    )
  },
  fail: (tx, settling) => fail(deps, tx, settling),
})

/** Returns what a voucher reserved: receipts, points or the courtesy, and the stay, which can get another one. */
const fail = async (
  deps: ParkingDeps,
  tx: Tx,
  { transaction, failure, now, is_late }: SettlingTransaction & { readonly failure: { code: string } },
): Promise<void> => {
  // Credit is locked before the voucher, points after it.
  await deps.credit.release(tx, [transaction.id])
  const voucher = await lockVoucherOf(tx, transaction.id)
  const code =
    failure.code in voucherFailures ? (failure.code as VoucherFailure) : 'parking-voucher.not-confirmed'
  if (!(await changeVoucher(tx, voucher.id, { from: 'processing', to: 'failed', failure: code, now })))
    throw new Error('The voucher of a participation in processing was settled')
  if (voucher.basis === 'courtesy') await returnCourtesy(tx, voucher.campaign_id, voucher.requested_on)
  if (voucher.basis === 'points')
    await deps.points.restore(tx, { transaction_id: transaction.id, about: transaction.campaign_title, now })
  if (is_late || voucher.by_hand)
    await notifyOfVoucher(deps, tx, {
      template: 'parking-refused',
      voucher: { ...voucher, status: { kind: 'failed', failure: code, ended_at: now } },
      campaign: await findParkingCampaign(tx, voucher.campaign_id),
    })
}

/** The saga that settles vouchers. */
export const createParkingSaga = (
  deps: ParkingDeps,
  services: Pick<ParkingServices, 'externalServices'>,
): ParkingSaga => createOutcomeSaga(deps, outcomeOf(deps, services))
