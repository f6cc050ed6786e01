import type { reserveRefusals } from '@clube/contract/event-tickets/refusals.ts'
import type { Refused } from '@clube/contract/kernel/refusal-table.ts'
import { campaignStateAt, type CampaignState } from '@clube/contract/campaigns/campaign-states.ts'
import { ageRefusal } from '@clube/contract/campaigns/minimum-age.ts'
import { formatHour, formatDate, clubDayOf, type TimeZone } from '@clube/contract/kernel/club-time.ts'
import type { EventSessionStatus } from '@clube/contract/event-tickets/session.ts'
import type { SessionPlan } from '@clube/contract/event-tickets/session-plan.ts'

/** Refusals of a reservation that depend on the session. */
export type ReserveRefused<Code extends keyof typeof reserveRefusals = keyof typeof reserveRefusals> =
  Refused<Pick<typeof reserveRefusals, Code>>

/** A stored session. `held` counts live holds and offers, `sold` tickets and people admitted at the door. */
export type EventSession = SessionPlan & {
  id: string
  campaign_id: string
  held: number
  sold: number
  /** Counts the changes to the plan. */
  revision: number
  /** A cancelled session is closed permanently; a job ends its reservations and waiting-list entries. */
  cancelled_at: Date | null
  cancel_reason: string | null
}

/** Campaign data for a session's status. */
export type CampaignLifetime = {
  campaign_state: CampaignState
  campaign_starts_at: Date
  campaign_ends_at: Date
}

export const freePlaces = ({
  capacity,
  held,
  sold,
}: Pick<EventSession, 'capacity' | 'held' | 'sold'>): number => capacity - held - sold

type Sales = Pick<SessionPlan, 'is_closed' | 'sales_from' | 'sales_until'>

/** Whether places of the session can be reserved now. */
export const areSalesOpen = ({ is_closed, sales_from, sales_until }: Sales, now: Date): boolean =>
  !is_closed && now >= sales_from && now < sales_until

/** Why no places in the session can be reserved now, or null. */
export const salesRefusal = (
  session: Sales,
  now: Date,
  time_zone: TimeZone,
): ReserveRefused<'event-tickets.sales-closed' | 'event-tickets.sales-not-open'> | null => {
  if (areSalesOpen(session, now)) return null
  if (session.is_closed || now >= session.sales_until)
    return { ok: false, code: 'event-tickets.sales-closed' }
  const values = dateAndTimeOf(session.sales_from, time_zone)
  return { ok: false, code: 'event-tickets.sales-not-open', values }
}

/** Threshold for the last places: a tenth of the capacity, between one and twenty. */
const isAlmostFull = (free: number, capacity: number): boolean =>
  free <= Math.max(1, Math.min(20, Math.floor(capacity / 10)))

/** Availability of a session for shoppers. */
export const statusOf = (
  session: EventSession & CampaignLifetime & { offered: number; waiting: number },
  now: Date,
): { status: EventSessionStatus; remaining: number | null } => {
  if (session.cancelled_at) return { status: 'cancelled', remaining: null }
  const { campaign_state: state, campaign_starts_at: starts_at, campaign_ends_at: ends_at } = session
  const isActive = campaignStateAt({ state, starts_at, ends_at }, now) === 'active'
  if (!isActive || !areSalesOpen(session, now)) return { status: 'closed', remaining: null }
  const free = freePlaces(session)
  if (free > 0)
    return isAlmostFull(free, session.capacity)
      ? { status: 'last_places', remaining: free }
      : { status: 'available', remaining: null }
  // Returned places go to the waiting list first, so retrying later helps only while it is empty.
  const canBeReturned = session.held > session.offered && session.waiting === 0
  return { status: canBeReturned ? 'held_by_others' : 'sold_out', remaining: null }
}

/** Refusal of a person who is too young on the session's day, or null. */
export const ageRefusalOf = (
  { minimum_age, starts_at }: Pick<SessionPlan, 'minimum_age' | 'starts_at'>,
  person: Parameters<typeof ageRefusal>[1],
  time_zone: TimeZone,
): ReserveRefused<'event-tickets.birth-date-missing' | 'event-tickets.under-age'> | null => {
  const refusal = ageRefusal(minimum_age, person, clubDayOf(starts_at, time_zone))
  if (refusal === 'birth-date-missing') return { ok: false, code: 'event-tickets.birth-date-missing' }
  return minimum_age !== null && refusal === 'under-age'
    ? { ok: false, code: 'event-tickets.under-age', values: { N: minimum_age } }
    : null
}

/**
 * How long before its start a session's offline list is available; short, because a copy allows a brute-force search
 * for short codes.
 */
const offlineListLeadMs = 12 * 3_600_000

/** When the session's offline list becomes available. */
export const offlineListFrom = ({ starts_at }: Pick<SessionPlan, 'starts_at'>): Date =>
  new Date(starts_at.getTime() - offlineListLeadMs)

/** An instant as the values `{date}` and `{time}` of a message, in club time. */
export const dateAndTimeOf = (instant: Date, time_zone: TimeZone): { date: string; time: string } => ({
  date: formatDate(instant, time_zone),
  time: formatHour(instant, time_zone),
})
