import { clubDayOf } from '@clube/contract/kernel/club-time.ts'
import {
  applyParkingVoucherCall,
  type DeskBasis,
  type DeskParkingVoucher,
} from '@clube/contract/parking-voucher/desk-calls.ts'
import { redeemParkingVoucherCall } from '@clube/contract/parking-voucher/calls.ts'
import { parseTicketNumber } from '@clube/contract/kernel/ticket-number.ts'
import { inTransaction, type Db, type Tx } from '../../../db/database.ts'
import { refusalsOf, storedRefusal } from '../../../kernel/refusal.ts'
import type { ParkingTicket } from '../../../ports/car-park.ts'
import { beginProcessing, type DeskMember } from '../../campaigns/index.ts'
import { lockUsable } from '../../identity/index.ts'
import type { ParkingDeps, CarParkDeps, ParkingSaga } from '../deps.ts'
import { findParkingCampaign, type ParkingCampaign } from '../parking-campaign.ts'
import { readTicket } from '../read-stay.ts'
import { reserveVoucher } from '../redeem-voucher.ts'
import type { ParkingVoucher } from '../voucher.ts'
import { findByApplication, findVoucher, grantCourtesy, lockApplication } from '../voucher-store.ts'
import { viewDeskVoucher } from './view-desk-vouchers.ts'

const refuse = refusalsOf(applyParkingVoucherCall)

type Application = {
  readonly application_id: string
  readonly campaign_id: string
  readonly customer_id: string
  readonly ticket_number: string
  readonly basis: DeskBasis
  readonly reason: string
  readonly staff: DeskMember
}

/**
 * Applies a voucher for a person at the desk: a participation of its own, which uses the person's receipts or points, or a
 * courtesy of the day. A repeat with the same id returns the same voucher.
 * @throws {Refusal} one of the call's refusals, request.rate-limited
 */
export const applyAtDesk = async (
  deps: CarParkDeps & { readonly saga: ParkingSaga },
  requested: Application,
): Promise<{ voucher: DeskParkingVoucher; repeated: boolean }> => {
  const input = {
    ...requested,
    application_id: requested.application_id.toLowerCase(),
    campaign_id: requested.campaign_id.toLowerCase(),
    customer_id: requested.customer_id.toLowerCase(),
    ticket_number: parseTicketNumber(requested.ticket_number) ?? requested.ticket_number,
  }
  const { staff } = input
  const view = async (voucher: ParkingVoucher, repeated: boolean) => ({
    voucher: await viewDeskVoucher(deps, deps.db, { voucher, staff }),
    repeated,
  })
  const earlier = await findEarlier(deps.db, input)
  if (earlier) return view(earlier, true)
  const campaign = await findParkingCampaign(deps.db, input.campaign_id)
  if (!campaign) throw refuse('campaigns.unknown')
  const ticket = await readTicket(deps, {
    ticket_number: input.ticket_number,
    limit: 'parking-reads.staff',
    reader_id: staff.staff_id,
    refuse,
  })
  const reserved = await inTransaction(deps.db, (tx) =>
    reserveAtDesk(deps, tx, { ...input, campaign, ticket }),
  )
  if (reserved.kind === 'earlier') return view(reserved.voucher, true)
  const settled = await deps.saga.pursue(reserved.transaction_id)
  if (settled.kind === 'failed')
    throw storedRefusal(applyParkingVoucherCall, settled.failure) ?? refuse('parking-voucher.not-accepted')
  const voucher = await findVoucher(deps.db, reserved.voucher_id)
  if (!voucher) throw new Error('The parking voucher was not found')
  return view(voucher, false)
}

/** @throws {Refusal} parking-voucher.application-reused when the id belongs to another request */
const findEarlier = async (db: Db, input: Application): Promise<ParkingVoucher | undefined> => {
  const voucher = await findByApplication(db, input.application_id)
  if (!voucher) return undefined
  const isSame =
    voucher.campaign_id === input.campaign_id &&
    voucher.customer_id === input.customer_id &&
    voucher.by_hand?.applied_by === input.staff.staff_id &&
    (voucher.ticket_number === null || voucher.ticket_number === input.ticket_number) &&
    (voucher.basis === 'courtesy') === (input.basis === 'courtesy')
  if (!isSame) throw refuse('parking-voucher.application-reused')
  return voucher
}

/** Channel of participations opened at the desk. */
const deskChannel = 'balcao'

const reserveAtDesk = async (
  deps: CarParkDeps & { readonly saga: ParkingSaga },
  tx: Tx,
  input: Application & { readonly campaign: ParkingCampaign; readonly ticket: ParkingTicket },
): Promise<
  | { readonly kind: 'earlier'; readonly voucher: ParkingVoucher }
  | { readonly kind: 'reserved'; readonly transaction_id: string; readonly voucher_id: string }
> => {
  const { application_id, campaign_id, customer_id, ticket_number, basis, reason, campaign, ticket } = input
  const { staff_id } = input.staff
  const now = deps.clock()
  await lockApplication(tx, application_id)
  const earlier = await findEarlier(tx, input)
  if (earlier) return { kind: 'earlier', voucher: earlier }
  // A concurrent erasure of the account waits, and then erases the voucher.
  if ((await lockUsable(tx, [customer_id])).size === 0) throw refuse('parking-voucher.unknown-person')
  const actor = { customer_id, identified_session_id: null }
  const opened = await deps.openParticipation(tx, {
    ...actor,
    campaign_id,
    kind: 'parking_voucher',
    purchase_ids: [],
    service_channel: deskChannel,
  })
  const started = await beginProcessing({
    call: redeemParkingVoucherCall,
    tx,
    transaction_id: opened.id,
    ...actor,
    campaign_id,
    kind: 'parking_voucher',
    now,
    time_zone: deps.time_zone,
    body: { campaign_id, ticket_number, application_id },
  })
  if (started.kind !== 'started') throw new Error('A participation that was opened now was completed')
  const is_courtesy = basis === 'courtesy'
  const voucher_id = await reserveVoucher(deps, tx, {
    transaction: started.transaction,
    campaign,
    ticket,
    by_hand: { application_id, applied_by: staff_id, reason, is_courtesy },
    now,
    refuse,
  })
  if (is_courtesy) await useCourtesy(deps, tx, campaign, now)
  await deps.audit(tx, {
    actor: { kind: 'staff', id: staff_id },
    action: 'parking-voucher.apply',
    subject: { kind: 'parking-voucher', id: voucher_id },
    sentence: `Aplicou no balcão um vale-estacionamento da promoção ${campaign.slug}${is_courtesy ? ', como cortesia' : ''}. Motivo: ${reason}`,
  })
  return { kind: 'reserved', transaction_id: opened.id, voucher_id }
}

const useCourtesy = async (
  { time_zone }: Pick<ParkingDeps, 'time_zone'>,
  tx: Tx,
  { id: campaign_id, settings: { courtesies_per_day: allowed } }: ParkingCampaign,
  now: Date,
): Promise<void> => {
  const day = clubDayOf(now, time_zone)
  if (!(await grantCourtesy(tx, { campaign_id, day, allowed })))
    throw refuse('parking-voucher.no-courtesies-left')
}
