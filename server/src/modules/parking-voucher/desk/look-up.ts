import type { PersonDocument } from '@clube/contract/brazil/document.ts'
import type { DataOf } from '@clube/contract/kernel/call.ts'
import { clubDayOf } from '@clube/contract/kernel/club-time.ts'
import {
  lookUpParkingTicketCall,
  type DeskParkingVoucher,
  type listParkingDeskCampaignsCall,
  type readParkingVoucherStateCall,
} from '@clube/contract/parking-voucher/desk-calls.ts'
import type { unknownParkingVoucherRefusal } from '@clube/contract/parking-voucher/refusals.ts'
import { inTransaction, type Db } from '../../../db/database.ts'
import { pageOf } from '../../../kernel/page.ts'
import { refusalsOf, refuseRequest, type Refuse } from '../../../kernel/refusal.ts'
import {
  describeReason,
  findIneligibilityReasons,
  listCampaignsOfKind,
  type DeskMember,
} from '../../campaigns/index.ts'
import { documentEndOf, documentIndexOf, findByDocument } from '../../identity/index.ts'
import type { ParkingDeps, CarParkDeps } from '../deps.ts'
import { findParkingCampaign, findParkingCampaigns, type ParkingCampaign } from '../parking-campaign.ts'
import { describeStay, isActive, readRight, readTicket } from '../read-stay.ts'
import { confirmedOf, messageOf, shownState } from '../voucher.ts'
import { countCourtesies, findVoucher, listOfDay } from '../voucher-store.ts'
import { dayListSubject } from './desk-data.ts'
import { viewDeskVoucher, viewDeskVouchers } from './view-desk-vouchers.ts'

const pageSize = 50
const refuse = refusalsOf(lookUpParkingTicketCall)

/** Courtesies that can still be applied today, by campaign. */
const countCourtesiesLeft = async (
  { clock, time_zone }: Pick<ParkingDeps, 'clock' | 'time_zone'>,
  db: Db,
  campaigns: readonly ParkingCampaign[],
): Promise<ReadonlyMap<string, number>> => {
  const granted = await countCourtesies(
    db,
    campaigns.map(({ id }) => id),
    clubDayOf(clock(), time_zone),
  )
  return new Map(
    campaigns.map(({ id, settings: { courtesies_per_day } }) => [
      id,
      Math.max(0, courtesies_per_day - (granted.get(id) ?? 0)),
    ]),
  )
}

/** Active campaigns of the kind, earliest end first. */
export const listDeskCampaigns = async (
  deps: ParkingDeps,
): Promise<DataOf<typeof listParkingDeskCampaignsCall>> => {
  const facts = await listCampaignsOfKind(deps.db, 'parking_voucher')
  const campaigns = await findParkingCampaigns(
    deps.db,
    facts.map(({ id }) => id),
  )
  const active = [...campaigns.values()].filter((campaign) => isActive(campaign, deps.clock()))
  const left = await countCourtesiesLeft(deps, deps.db, active)
  return active
    .toSorted((one, other) => one.ends_at.getTime() - other.ends_at.getTime())
    .map(({ id, title, ends_at, settings: { value, price } }) => ({
      campaign_id: id,
      title,
      ends_at: ends_at.toISOString(),
      value,
      price,
      courtesies_left: left.get(id) ?? 0,
    }))
}

/**
 * Looks up a ticket and the person who would get a voucher. Searches by document count toward the limit on customer
 * searches; the search is audited, with or without a result.
 * @throws {Refusal} one of the call's refusals, request.rate-limited
 */
export const lookUpTicket = async (
  deps: CarParkDeps,
  input: {
    campaign_id: string
    ticket_number: string
    document: PersonDocument | null
    staff: DeskMember
  },
): Promise<DataOf<typeof lookUpParkingTicketCall>> => {
  const { document, staff } = input
  const { staff_id } = staff
  const campaign = await findParkingCampaign(deps.db, input.campaign_id)
  if (!campaign) throw refuse('campaigns.unknown')
  if (document && !(await deps.limits.spend('customer-searches', staff_id, deps.clock())))
    throw refuseRequest('request.rate-limited')
  const ticket = await readTicket(deps, {
    ticket_number: input.ticket_number,
    limit: 'parking-reads.staff',
    reader_id: staff_id,
    refuse,
  })
  const { existing, ...described } = await describeStay(deps, campaign, ticket)
  const customer = document ? await findByDocument(deps.db, documentIndexOf(deps, document)) : undefined
  const now = deps.clock()
  const actor = customer && { customer_id: customer.id, identified_session_id: null }
  const person = actor && {
    customer_id: actor.customer_id,
    name: customer.name,
    document_end: documentEndOf(deps.vault, customer),
    right: await readRight(deps, campaign, { ...actor, entered_at: ticket.entered_at }),
    reasons: (
      await findIneligibilityReasons(deps.db, { ...deps, ...actor, campaign_id: campaign.id, now })
    ).map((reason) => describeReason(reason).message),
  }
  await inTransaction(deps.db, (tx) =>
    deps.audit(tx, {
      actor: { kind: 'staff', id: staff_id },
      action: 'parking-voucher.look-up',
      subject: lookUpSubject(customer?.id, existing?.id),
      sentence: lookUpSentence(document !== null, customer !== undefined),
    }),
  )
  const left = await countCourtesiesLeft(deps, deps.db, [campaign])
  return {
    ...described,
    existing: existing ? await viewDeskVoucher(deps, deps.db, { voucher: existing, staff }) : null,
    courtesies_left: left.get(campaign.id) ?? 0,
    person: person ?? null,
  }
}

const lookUpSubject = (customer_id: string | undefined, voucher_id: string | undefined) => {
  if (customer_id !== undefined) return { kind: 'customer', id: customer_id } as const
  return voucher_id === undefined ? null : ({ kind: 'parking-voucher', id: voucher_id } as const)
}

const lookUpSentence = (hasDocument: boolean, isFound: boolean): string => {
  if (!hasDocument) return 'Consultou um ticket do estacionamento.'
  return isFound
    ? 'Consultou um ticket do estacionamento e um cadastro pelo documento.'
    : 'Consultou um ticket do estacionamento e um documento que não tem cadastro.'
}

/** One page of a day's vouchers, newest first; the first page is audited. */
export const listVouchersOfDay = (
  deps: ParkingDeps,
  input: { day: string | undefined; cursor: string | null; staff: DeskMember },
): Promise<{ page: DeskParkingVoucher[]; next_cursor: string | null }> =>
  inTransaction(deps.db, async (tx) => {
    const { cursor, staff } = input
    const day = input.day ?? clubDayOf(deps.clock(), deps.time_zone)
    if (cursor === null)
      await deps.audit(tx, {
        actor: { kind: 'staff', id: staff.staff_id },
        action: 'parking-voucher.list-vouchers',
        subject: { kind: 'parking-day', id: dayListSubject(day) },
        sentence: 'Consultou os vales-estacionamento de um dia.',
      })
    const rows = await listOfDay(tx, { day, cursor, limit: pageSize + 1 })
    const { page, next_cursor } = pageOf(rows, pageSize, ({ id }) => id)
    return { page: await viewDeskVouchers(deps, tx, { vouchers: page, staff }), next_cursor }
  })

/** The state of a voucher, without personal data. @throws {Refusal} parking-voucher.unknown-voucher */
export const readVoucherState = async (
  { db, clock, time_zone }: ParkingDeps,
  voucher_id: string,
  refuseUnknown: Refuse<typeof unknownParkingVoucherRefusal>,
): Promise<DataOf<typeof readParkingVoucherStateCall>> => {
  const voucher = await findVoucher(db, voucher_id)
  if (!voucher) throw refuseUnknown('parking-voucher.unknown-voucher')
  const confirmed = confirmedOf(voucher)
  return {
    voucher_id: voucher.id,
    state: shownState(voucher),
    discount_cents: confirmed?.discount_cents ?? null,
    due_cents: confirmed?.due_cents ?? null,
    leave_by: confirmed?.leave_by?.toISOString() ?? null,
    message: messageOf(voucher, clock(), time_zone),
  }
}
