import type { DataOf } from '@clube/contract/kernel/call.ts'
import { clubDayOf } from '@clube/contract/kernel/club-time.ts'
import { formatCents } from '@clube/contract/kernel/money.ts'
import type { pointsRefusals } from '@clube/contract/campaigns/refusals.ts'
import { redeemParkingVoucherCall } from '@clube/contract/parking-voucher/calls.ts'
import type { rightRefusals, stayRefusals } from '@clube/contract/parking-voucher/refusals.ts'
import { maximumCents } from '@clube/contract/parking-voucher/settings.ts'
import { parseTicketNumber } from '@clube/contract/kernel/ticket-number.ts'
import { parkingProcessingMessage } from '@clube/contract/parking-voucher/stay.ts'
import { inTransaction, type Tx } from '../../db/database.ts'
import { refusalsOf, refuseRequest, type Refuse } from '../../kernel/refusal.ts'
import type { ParkingTicket } from '../../ports/car-park.ts'
import {
  beginProcessing,
  failureRefusal,
  findTransactions,
  previewProcessing,
  protocolOf,
  type ProcessingStart,
  type SettledOutcome,
  type Transaction,
} from '../campaigns/index.ts'
import { lockUsable } from '../identity/index.ts'
import type { Actor } from '../sessions/index.ts'
import type { ParkingDeps, CarParkDeps, ParkingSaga } from './deps.ts'
import { findParkingCampaign, garageNameOf, type ParkingCampaign } from './parking-campaign.ts'
import { readTicket } from './read-stay.ts'
import { countsFrom, stayRefusal } from './stay.ts'
import { ticketIndexOf, type ByHand } from './voucher.ts'
import { insertVoucher, listVouchersOf } from './voucher-store.ts'

const refuse = refusalsOf(redeemParkingVoucherCall)
type Redeemed = DataOf<typeof redeemParkingVoucherCall>

const hourMs = 3_600_000

/**
 * Reserves a voucher for a participation that was set to processing: uses receipts or points, and the stay, which cannot
 * get another voucher until this one has failed or was undone.
 * @returns the id of the voucher
 * @throws {Refusal} a stay refusal, a right refusal or a points refusal
 */
export const reserveVoucher = async (
  deps: ParkingDeps & { readonly saga: Pick<ParkingSaga, 'begin'> },
  tx: Tx,
  input: {
    transaction: Transaction
    campaign: ParkingCampaign
    ticket: ParkingTicket
    /** Null for a voucher that the customer redeems. */
    by_hand: (ByHand & { readonly is_courtesy: boolean }) | null
    now: Date
    refuse: Refuse<typeof stayRefusals & typeof rightRefusals & typeof pointsRefusals>
  },
): Promise<string> => {
  const { transaction, campaign, ticket, by_hand, now } = input
  const { settings } = campaign
  const refused = stayRefusal(ticket, settings)
  if (refused) throw input.refuse(refused)
  const usesReceipts = by_hand?.is_courtesy !== true && settings.price.kind === 'receipts'
  if (usesReceipts) await useReceipts(deps, tx, input)
  const { id: transaction_id, customer_id, identified_session_id } = transaction
  const { garage_id, ticket_number, entered_at, vehicle } = ticket
  const voucher_id = await insertVoucher(tx, {
    transaction_id,
    campaign_id: campaign.id,
    customer_id,
    identified_session_id,
    garage_id,
    ticket_number,
    ticket_index: ticketIndexOf(deps.vault, ticket_number),
    entered_at,
    vehicle,
    promotion_id: settings.promotion_id,
    basis: by_hand?.is_courtesy === true ? 'courtesy' : settings.price.kind,
    amount_cents: maximumCents(settings.value),
    requested_at: now,
    requested_on: clubDayOf(now, deps.time_zone),
    ends_at: new Date(now.getTime() + settings.valid_hours * hourMs),
    by_hand: by_hand && {
      application_id: by_hand.application_id,
      applied_by: by_hand.applied_by,
      reason: by_hand.reason,
    },
  })
  if (voucher_id === null) throw input.refuse('parking-voucher.already-applied')
  if (by_hand?.is_courtesy !== true && settings.price.kind === 'points')
    await deps.points.spend(tx, {
      customer_id,
      identified_session_id,
      transaction_id,
      points: settings.price.points,
      about: campaign.title,
      now,
      refuse: input.refuse,
    })
  await deps.saga.begin(tx, [transaction_id])
  return voucher_id
}

const useReceipts = async (
  { credit, time_zone }: ParkingDeps,
  tx: Tx,
  {
    transaction,
    campaign: { id: campaign_id },
    ticket: { entered_at },
    now,
    refuse: refuseUse,
  }: Pick<Parameters<typeof reserveVoucher>[2], 'transaction' | 'campaign' | 'ticket' | 'now' | 'refuse'>,
): Promise<void> => {
  const issued_from = countsFrom(entered_at, now, time_zone)
  const uses = await credit.use(tx, { campaign_id, transactions: [transaction], limit: 1, issued_from, now })
  const used = uses.get(transaction.id)
  switch (used?.kind) {
    case 'used':
      return
    case 'missing':
      throw refuseUse('parking-voucher.missing-receipts', { missing: formatCents(used.missing_cents) })
    case 'daily-limit':
      throw refuseUse('parking-voucher.daily-limit', { n: used.limit_per_day })
    case undefined:
      throw new Error('The participation has no use of receipts')
    default:
      throw used satisfies never
  }
}

/**
 * Redeems a voucher (spec §7). The ticket is read again before anything is used. The same body returns the first response;
 * while the car park has not answered, `processing`.
 * @throws {Refusal} one of the call's refusals, request.rate-limited, session.password-required
 */
export const redeemVoucher = async (
  deps: CarParkDeps & { readonly saga: ParkingSaga },
  input: Actor & { transaction_id: string; campaign_id: string; ticket_number: string },
): Promise<Redeemed> => {
  const { db, clock, time_zone, saga } = deps
  const ticket_number = parseTicketNumber(input.ticket_number)
  if (ticket_number === null) throw refuse('parking-voucher.invalid-ticket')
  const { customer_id, identified_session_id } = input
  const [transaction_id, campaign_id] = [input.transaction_id.toLowerCase(), input.campaign_id.toLowerCase()]
  const attempt = {
    call: redeemParkingVoucherCall,
    transaction_id,
    customer_id,
    identified_session_id,
    campaign_id,
    kind: 'parking_voucher',
    time_zone,
    body: { campaign_id, ticket_number },
  } as const
  const preview = await previewProcessing<object, Redeemed>(db, { ...attempt, now: clock() })
  if (preview.kind === 'completed') return preview.response
  if (preview.kind === 'fresh') {
    const ticket = await readTicket(deps, {
      ticket_number,
      limit: 'parking-reads.person',
      reader_id: customer_id,
      refuse,
    })
    const begin = async (tx: Tx): Promise<ProcessingStart<Redeemed>> => {
      const now = clock()
      // A concurrent erasure of the account waits, and then erases the voucher.
      if ((await lockUsable(tx, [customer_id])).size === 0) throw refuseRequest('session.required')
      const started = await beginProcessing<object, Redeemed>({ ...attempt, tx, now })
      if (started.kind !== 'started') return started
      const campaign = await findParkingCampaign(tx, campaign_id)
      if (!campaign) throw refuse('campaigns.unknown')
      const { transaction } = started
      await reserveVoucher(deps, tx, { transaction, campaign, ticket, by_hand: null, now, refuse })
      return started
    }
    const start = await saga.inTurn(() => inTransaction(db, begin))
    if (start.kind === 'completed') return start.response
    if (start.kind === 'started') return responseOf(deps, transaction_id, await saga.pursue(transaction_id))
  }
  const settled = await saga.waitFor(transaction_id)
  if (settled.kind !== 'waiting') return responseOf(deps, transaction_id, settled)
  // It may have been settled since; or its request, of this process, has just learned that its transaction was committed.
  const again = await previewProcessing<object, Redeemed>(db, { ...attempt, now: clock() })
  if (again.kind === 'completed') return again.response
  return responseOf(deps, transaction_id, await saga.waitFor(transaction_id))
}

/** @throws {Refusal} why the participation failed */
const responseOf = async (
  deps: ParkingDeps,
  transaction_id: string,
  settled: SettledOutcome,
): Promise<Redeemed> => {
  switch (settled.kind) {
    case 'completed':
      // `complete` returned it.
      return settled.response as Redeemed
    case 'failed':
      throw failureRefusal(redeemParkingVoucherCall, settled.failure)
    case 'waiting':
      return processingResponse(deps, transaction_id)
    default:
      return settled satisfies never
  }
}

const processingResponse = async ({ db }: ParkingDeps, transaction_id: string): Promise<Redeemed> => {
  const transaction = (await findTransactions(db, [transaction_id])).get(transaction_id)
  const [voucher] = await listVouchersOf(db, [transaction_id])
  if (!transaction || !voucher) throw new Error('A participation in processing has no parking voucher')
  const campaign = await findParkingCampaign(db, voucher.campaign_id)
  return {
    status: 'processing',
    transaction_id,
    protocol: protocolOf(transaction),
    ticket_number: voucher.ticket_number ?? '',
    garage_name: garageNameOf(campaign, voucher.garage_id),
    discount_cents: null,
    due_cents: null,
    leave_by: null,
    message: parkingProcessingMessage,
  }
}
