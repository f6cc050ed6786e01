import { campaignStateAt } from '@clube/contract/campaigns/campaign-states.ts'
import type { unknownCampaignRefusal, transactionRefusals } from '@clube/contract/campaigns/refusals.ts'
import type { DataOf } from '@clube/contract/kernel/call.ts'
import { fillMessage } from '@clube/contract/kernel/refusals.ts'
import { readParkingTicketCall, type readParkingOfferCall } from '@clube/contract/parking-voucher/calls.ts'
import { stayRefusals, type ticketRefusals } from '@clube/contract/parking-voucher/refusals.ts'
import { parseTicketNumber } from '@clube/contract/kernel/ticket-number.ts'
import type { ParkingRight } from '@clube/contract/parking-voucher/stay.ts'
import type { Db } from '../../db/database.ts'
import { refusalsOf, refuseRequest, type Refuse } from '../../kernel/refusal.ts'
import { CarParkUnavailable, type ParkingTicket } from '../../ports/car-park.ts'
import { findCampaignRefusal } from '../campaigns/index.ts'
import type { LimitName } from '../limits/index.ts'
import type { Actor } from '../sessions/index.ts'
import type { ParkingDeps, CarParkDeps, ParkingServices } from './deps.ts'
import { findParkingCampaign, type ParkingCampaign } from './parking-campaign.ts'
import { countsFrom, quoteOf, stayRefusal, viewStay } from './stay.ts'
import { ticketIndexOf, type ParkingVoucher } from './voucher.ts'
import { findLiveOfStay } from './voucher-store.ts'

/**
 * Reads a ticket at the car park, outside of any transaction.
 * @throws {Refusal} request.rate-limited, parking-voucher.invalid-ticket, parking-voucher.unknown-ticket,
 *   parking-voucher.no-answer
 */
export const readTicket = async (
  {
    clock,
    limits,
    externalServices,
  }: Pick<ParkingDeps, 'clock'> & Pick<ParkingServices, 'limits' | 'externalServices'>,
  input: {
    ticket_number: string
    /** Each read counts toward this limit. */
    limit: LimitName
    reader_id: string
    refuse: Refuse<typeof ticketRefusals>
  },
): Promise<ParkingTicket> => {
  const { limit, reader_id, refuse } = input
  const ticket_number = parseTicketNumber(input.ticket_number)
  if (ticket_number === null) throw refuse('parking-voucher.invalid-ticket')
  if (!(await limits.spend(limit, reader_id, clock()))) throw refuseRequest('request.rate-limited')
  if (!externalServices.carPark) throw refuse('parking-voucher.no-answer')
  const ticket = await externalServices.carPark.readTicket(ticket_number).catch((error: unknown) => {
    if (error instanceof CarParkUnavailable) throw refuse('parking-voucher.no-answer')
    throw error
  })
  if (!ticket) throw refuse('parking-voucher.unknown-ticket')
  return ticket
}

/** Whether a person has earned a voucher of a campaign for a stay. */
export const readRight = async (
  {
    db,
    clock,
    time_zone,
    credit,
    points,
  }: Pick<ParkingDeps, 'db' | 'clock' | 'time_zone' | 'credit' | 'points'>,
  { id: campaign_id, settings: { price }, spend_rule }: ParkingCampaign,
  { entered_at, ...actor }: Actor & { entered_at: Date },
): Promise<ParkingRight> => {
  const now = clock()
  if (price.kind === 'points') {
    const balance = await points.readSpendable(db, actor.customer_id, now)
    return { kind: 'points', is_met: balance >= price.points, points: price.points, balance }
  }
  const counts_from = countsFrom(entered_at, now, time_zone)
  const every_cents = spend_rule?.every_cents ?? 0
  const none = { is_met: false, every_cents, reached_cents: 0, missing_cents: every_cents }
  const preview = await credit.preview({ ...actor, campaign_id, issued_from: counts_from, now })
  return { kind: 'receipts', counts_from, ...(preview ?? none) }
}

/** The live voucher of a ticket's stay. */
export const findVoucherOfStay = (
  { vault }: Pick<ParkingDeps, 'vault'>,
  db: Db,
  { garage_id, ticket_number, entered_at }: ParkingTicket,
): Promise<ParkingVoucher | undefined> =>
  findLiveOfStay(db, { garage_id, ticket_index: ticketIndexOf(vault, ticket_number), entered_at })

/** A ticket with what a voucher of the campaign would pay now, and why none can be applied. */
export const describeStay = async (
  deps: ParkingDeps,
  campaign: ParkingCampaign,
  ticket: ParkingTicket,
): Promise<
  Pick<DataOf<typeof readParkingTicketCall>, 'stay' | 'voucher' | 'obstacle'> & {
    existing: ParkingVoucher | undefined
  }
> => {
  const existing = await findVoucherOfStay(deps, deps.db, ticket)
  const refused = stayRefusal(ticket, campaign.settings)
  const obstacle = (): string | null => {
    if (existing && refused?.code !== 'parking-voucher.left')
      return stayRefusals['parking-voucher.already-applied'].message
    if (!refused) return null
    return fillMessage(stayRefusals[refused.code].message, refused.values ?? {})
  }
  return {
    stay: viewStay(ticket, campaign),
    voucher: quoteOf(ticket, campaign.settings),
    obstacle: obstacle(),
    existing,
  }
}

/**
 * An approved campaign in which participations can be completed now.
 * @throws {Refusal} campaigns.unknown, campaigns.not-started, campaigns.ended, campaigns.paused
 */
export const findOpenCampaign = async (
  { db, clock, time_zone }: Pick<ParkingDeps, 'db' | 'clock' | 'time_zone'>,
  campaign_id: string,
  refuse: Refuse<
    typeof unknownCampaignRefusal &
      Pick<
        typeof transactionRefusals,
        'campaigns.not-started' | 'campaigns.ended' | 'campaigns.paused' | 'campaigns.exhausted'
      >
  >,
): Promise<ParkingCampaign> => {
  const campaign = await findParkingCampaign(db, campaign_id)
  if (!campaign) throw refuse('campaigns.unknown')
  const closed = await findCampaignRefusal(db, { campaign_id: campaign.id, now: clock(), time_zone })
  if (closed) throw refuse(closed)
  return campaign
}

/** What a campaign offers. @throws {Refusal} campaigns.unknown */
export const readOffer = async (
  { db }: Pick<ParkingDeps, 'db'>,
  campaign_id: string,
  refuse: Refuse<typeof unknownCampaignRefusal>,
): Promise<DataOf<typeof readParkingOfferCall>> => {
  const campaign = await findParkingCampaign(db, campaign_id)
  if (!campaign) throw refuse('campaigns.unknown')
  const { value, price, garages, vehicles } = campaign.settings
  return { value, price, garages, vehicles }
}

const refuseRead = refusalsOf(readParkingTicketCall)

/**
 * Reads a ticket for a customer.
 * @throws {Refusal} one of the call's refusals, request.rate-limited
 */
export const readTicketForCustomer = async (
  deps: CarParkDeps,
  input: Actor & { campaign_id: string; ticket_number: string },
): Promise<DataOf<typeof readParkingTicketCall>> => {
  const campaign = await findOpenCampaign(deps, input.campaign_id, refuseRead)
  const ticket = await readTicket(deps, {
    ticket_number: input.ticket_number,
    limit: 'parking-reads.person',
    reader_id: input.customer_id,
    refuse: refuseRead,
  })
  const { existing: _existing, ...described } = await describeStay(deps, campaign, ticket)
  const right = await readRight(deps, campaign, { ...input, entered_at: ticket.entered_at })
  return { ...described, right }
}

/** Whether a campaign is active, so that desks can apply its vouchers. */
export const isActive = (campaign: ParkingCampaign, now: Date): boolean =>
  campaignStateAt(campaign, now) === 'active'
