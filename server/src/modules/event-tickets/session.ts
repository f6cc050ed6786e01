import {
  birthDateRefusal,
  birthDateTooYoungMessage,
  parseCalendarDay,
} from '@clube/contract/brazil/birth-date.ts'
import { campaignStateAt, type CampaignState } from '@clube/contract/campaigns/campaign-states.ts'
import { clubDayInWords, clubDayOf } from '@clube/contract/kernel/club-time.ts'
import type { SessionStatus } from '@clube/contract/event-tickets/session.ts'
import type { FieldError } from '@clube/contract/kernel/envelope.ts'
import { Refusal } from '../../kernel/refusal.ts'

/** What staff decide of a session. */
export type SessionPlan = {
  title: string
  place: string
  starts_at: Date
  ends_at: Date | null
  sales_from: Date
  sales_until: Date
  cancel_until: Date
  no_show_from: Date | null
  capacity: number
  limit_per_document: number
  minimum_age: number | null
  is_closed: boolean
}

/** A stored session. `held` counts live holds and live offers, `sold` tickets and people let in at the door. */
export type Session = SessionPlan & { id: string; campaign_id: string; held: number; sold: number }

/** What a session's status needs to know of its campaign. */
export type CampaignLife = {
  campaign_state: CampaignState
  campaign_starts_at: Date
  campaign_ends_at: Date
}

export const freePlaces = ({ capacity, held, sold }: Pick<Session, 'capacity' | 'held' | 'sold'>): number =>
  capacity - held - sold

/** Why nothing can be reserved in the session now, or null. */
export const salesRefusal = (
  session: Pick<SessionPlan, 'is_closed' | 'sales_from' | 'sales_until'>,
  now: Date,
): Refusal | null => {
  if (session.is_closed || now >= session.sales_until) return new Refusal('event-tickets.sales-closed')
  if (now < session.sales_from)
    return new Refusal('event-tickets.sales-not-open', momentInWords(session.sales_from))
  return null
}

/** The last places: a tenth of all, but never more than twenty nor fewer than one. */
const isAlmostFull = (free: number, capacity: number): boolean =>
  free <= Math.max(1, Math.min(20, Math.floor(capacity / 10)))

/** What shoppers are told about the places of a session. */
export const statusOf = (
  session: Session & CampaignLife & { offered: number; waiting: number },
  now: Date,
): { status: SessionStatus; remaining: number | null } => {
  const { campaign_state: state, campaign_starts_at: starts_at, campaign_ends_at: ends_at } = session
  const isOn = campaignStateAt({ state, starts_at, ends_at }, now) === 'active'
  if (!isOn || salesRefusal(session, now)) return { status: 'closed', remaining: null }
  const free = freePlaces(session)
  if (free > 0)
    return isAlmostFull(free, session.capacity)
      ? { status: 'last_places', remaining: free }
      : { status: 'available', remaining: null }
  // Places that come back go to the waiting list first: trying again in some minutes helps only while nobody waits.
  const mayComeBack = session.held > session.offered && session.waiting === 0
  return { status: mayComeBack ? 'held_by_others' : 'sold_out', remaining: null }
}

/** Why a person is too young for the session on its day, or null. Companies have no age. */
export const ageRefusal = (
  session: Pick<SessionPlan, 'minimum_age' | 'starts_at'>,
  person: { document_type: 'cpf' | 'cnpj'; birth_date: string | null },
): Refusal | null => {
  const { minimum_age } = session
  if (minimum_age === null || person.document_type === 'cnpj') return null
  if (person.birth_date === null) return new Refusal('event-tickets.birth-date-missing')
  return isTooYoung(session, person.birth_date)
    ? new Refusal('event-tickets.under-age', { N: minimum_age })
    : null
}

/** Whether somebody born on the day (yyyy-MM-dd) is too young for the session on the day it begins. */
export const isTooYoung = (
  { minimum_age, starts_at }: Pick<SessionPlan, 'minimum_age' | 'starts_at'>,
  birth_date: string,
): boolean => {
  if (minimum_age === null) return false
  const day = parseCalendarDay(birth_date)
  if (!day.ok) return true
  const refusal = birthDateRefusal(day.value, { today: clubDayOf(starts_at), min_age: minimum_age })
  return refusal === birthDateTooYoungMessage(minimum_age)
}

/** What is wrong with a session's plan. */
export const planFaults = (plan: SessionPlan): FieldError[] => {
  const faults: FieldError[] = []
  const fault = (path: string, message: string) => faults.push({ path, message })
  if (plan.ends_at && plan.ends_at <= plan.starts_at) fault('ends_at', 'O término deve ser depois do início.')
  if (plan.sales_until <= plan.sales_from) fault('sales_until', 'As reservas devem terminar depois de abrir.')
  if (plan.limit_per_document > plan.capacity)
    fault('limit_per_document', 'O limite por CPF não pode passar da capacidade.')
  if (plan.no_show_from && plan.no_show_from < plan.cancel_until)
    fault('no_show_from', 'Libere os lugares só depois do prazo de cancelamento.')
  return faults
}

const clubHour = new Intl.DateTimeFormat('pt-BR', {
  timeZone: 'America/Sao_Paulo',
  hour: '2-digit',
  minute: '2-digit',
})

/** An instant for the `{date}` and `{time}` of a sentence, by the clock of Brasília. */
export const momentInWords = (instant: Date): { date: string; time: string } => ({
  date: clubDayInWords(instant),
  time: clubHour.format(instant),
})
