import type { ParkingVoucher as VoucherView } from '@clube/contract/parking-voucher/calls.ts'
import { readMyParkingVoucherCall } from '@clube/contract/parking-voucher/calls.ts'
import { parkingVoucherStateTitles } from '@clube/contract/parking-voucher/stay.ts'
import type { CustomerHistory } from '@clube/contract/service-desk/history-calls.ts'
import type { Db } from '../../db/database.ts'
import { refusalsOf } from '../../kernel/refusal.ts'
import {
  findTransactions,
  protocolOf,
  type ParticipationOutcome,
  type Transaction,
} from '../campaigns/index.ts'
import { findPeople } from '../identity/index.ts'
import { requireAccess, type Actor } from '../sessions/index.ts'
import type { ParkingDeps } from './deps.ts'
import { findParkingCampaigns, garageNameOf, type ParkingCampaign } from './parking-campaign.ts'
import { confirmedOf, isCurrent, messageOf, shownState, type ParkingVoucher } from './voucher.ts'
import { listForActor, listVouchersOf } from './voucher-store.ts'

/** A voucher with its campaign and participation. */
export type DescribedVoucher = ParkingVoucher & {
  readonly campaign: ParkingCampaign
  readonly garage_name: string
  readonly protocol: string
}

/** Adds campaigns, garages and protocols. */
export const describeVouchers = async (
  db: Db,
  vouchers: readonly ParkingVoucher[],
): Promise<DescribedVoucher[]> => {
  const campaigns = await findParkingCampaigns(
    db,
    vouchers.map(({ campaign_id }) => campaign_id),
  )
  const transactions = await findTransactions(
    db,
    vouchers.map(({ transaction_id }) => transaction_id),
  )
  return vouchers.map((voucher) => {
    const campaign = campaigns.get(voucher.campaign_id)
    const transaction = transactions.get(voucher.transaction_id)
    if (!campaign || !transaction) throw new Error('A parking voucher has no campaign or participation')
    return {
      ...voucher,
      campaign,
      garage_name: garageNameOf(campaign, voucher.garage_id),
      protocol: protocolOf(transaction),
    }
  })
}

const viewVoucher = (
  voucher: DescribedVoucher,
  now: Date,
  { time_zone }: Pick<ParkingDeps, 'time_zone'>,
): VoucherView => {
  const confirmed = confirmedOf(voucher)
  const { campaign } = voucher
  return {
    voucher_id: voucher.id,
    transaction_id: voucher.transaction_id,
    protocol: voucher.protocol,
    campaign_id: voucher.campaign_id,
    campaign_slug: campaign.slug,
    campaign_title: campaign.title,
    state: shownState(voucher),
    ticket_number: voucher.ticket_number,
    garage_name: voucher.garage_name,
    vehicle: voucher.vehicle,
    entered_at: voucher.entered_at.toISOString(),
    requested_at: voucher.requested_at.toISOString(),
    maximum_cents: voucher.amount_cents,
    discount_cents: confirmed?.discount_cents ?? null,
    due_cents: confirmed?.due_cents ?? null,
    leave_by: confirmed?.leave_by?.toISOString() ?? null,
    is_current: isCurrent(voucher, now),
    ends_at: voucher.ends_at.toISOString(),
    message: messageOf(voucher, now, time_zone),
  }
}

/** The actor's vouchers: current ones first, then the others, newest first. */
export const listMyVouchers = async (
  deps: Pick<ParkingDeps, 'db' | 'clock' | 'time_zone'>,
  actor: Actor,
  limit: number | null,
): Promise<VoucherView[]> => {
  const now = deps.clock()
  const vouchers = await describeVouchers(deps.db, await listForActor(deps.db, actor, limit))
  const views = vouchers.map((voucher) => viewVoucher(voucher, now, deps))
  return [...views.filter(({ is_current }) => is_current), ...views.filter(({ is_current }) => !is_current)]
}

const refuse = refusalsOf(readMyParkingVoucherCall)

/**
 * The voucher of a participation.
 * @throws {Refusal} parking-voucher.unknown-voucher (also for another customer's), session.password-required
 */
export const readMyVoucher = async (
  deps: Pick<ParkingDeps, 'db' | 'clock' | 'time_zone'>,
  { transaction_id, ...actor }: Actor & { transaction_id: string },
): Promise<VoucherView> => {
  const [voucher] = await listVouchersOf(deps.db, [transaction_id])
  if (voucher?.customer_id !== actor.customer_id) throw refuse('parking-voucher.unknown-voucher')
  requireAccess(voucher, actor)
  const [described] = await describeVouchers(deps.db, [voucher])
  if (!described) throw new Error('The parking voucher was not described')
  return viewVoucher(described, deps.clock(), deps)
}

/** The vouchers of participations, as their customers see them in *Minhas participações*. */
export const describeOutcomes = async (
  { clock, time_zone }: Pick<ParkingDeps, 'clock' | 'time_zone'>,
  db: Db,
  transactions: readonly Pick<Transaction, 'id'>[],
): Promise<ReadonlyMap<string, ParticipationOutcome>> => {
  const vouchers = await describeVouchers(
    db,
    await listVouchersOf(
      db,
      transactions.map(({ id }) => id),
    ),
  )
  return new Map(
    vouchers.map((voucher): [string, ParticipationOutcome] => {
      const subject = { title: voucher.garage_name, starts_at: null }
      const note = messageOf(voucher, clock(), time_zone)
      const { kind } = voucher.status
      return [voucher.transaction_id, { status: outcomeStatus[kind], subject, note }]
    }),
  )
}

const outcomeStatus = {
  processing: 'processing',
  applied: 'completed',
  undoing: 'processing',
  undone: 'cancelled',
  failed: 'refused',
} as const satisfies Record<ParkingVoucher['status']['kind'], ParticipationOutcome['status']>

/** A customer's newest vouchers, with only the end of their ticket numbers. */
export const listVouchersForDesk = async (
  db: Db,
  { customer_id, limit }: { customer_id: string; limit: number },
): Promise<CustomerHistory['vouchers']> => {
  const vouchers = await listForActor(db, { customer_id, identified_session_id: null }, limit)
  const person = (await findPeople(db, [customer_id])).get(customer_id)
  return (await describeVouchers(db, vouchers)).map((voucher) => ({
    voucher_id: voucher.id,
    campaign_title: voucher.campaign.title,
    title: `Vale-estacionamento, ${voucher.garage_name}`,
    starts_at: null,
    holder_name: person?.name ?? '',
    code_end: voucher.ticket_number?.slice(-4) ?? '',
    state: parkingVoucherStateTitles[shownState(voucher)],
    used_at: confirmedOf(voucher)?.applied_at.toISOString() ?? null,
    used_where: confirmedOf(voucher) ? voucher.garage_name : null,
  }))
}
