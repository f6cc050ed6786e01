import { requiredTextMessage } from '@clube/contract/brazil/field-messages.ts'
import { containsTimeOfDay, timeInTitleMessage } from '@clube/contract/event-tickets/session-plan.ts'
import { sessionPlanFields, type StaffEventSession } from '@clube/contract/event-tickets/session.ts'
import type { createSessionCall } from '@clube/contract/event-tickets/staff-calls.ts'
import type { BodyOf } from '@clube/contract/kernel/call.ts'
import { clubFieldText, parseClubDateTime } from '../../../parts/club-time.ts'

/** A session's plan, as it is sent. */
export type SessionPlan = Omit<BodyOf<typeof createSessionCall>, 'campaign_id'>
type Field = Exclude<keyof SessionPlan, 'is_closed'>

/** The plan as form values: instants as 2026-12-12T19:00 in the club's time zone, numbers as typed. */
export type SessionValues = { [Each in Field]: string } & { is_closed: boolean }

/** Conversions of a stored value to text, and of the text to the value sent. */
const text = { show: String, parse: String }
const number = { show: String, parse: Number }
const instant = { show: clubFieldText, parse: parseClubDateTime }
const optional = <Format extends object>(format: Format) => ({ ...format, canBeEmpty: true })

/** The format of every field; an optional field left empty is sent as null. */
const formats = {
  title: text,
  place: text,
  starts_at: instant,
  ends_at: optional(instant),
  sales_from: instant,
  sales_until: instant,
  cancel_until: instant,
  no_show_from: optional(instant),
  capacity: number,
  limit_per_document: number,
  minimum_age: optional(number),
} as const satisfies Record<Field, unknown>

type Format = { show: (value: never) => string; parse: (text: string) => unknown; canBeEmpty?: boolean }

const mapFields = <Value>(valueOf: (field: Field, format: Format) => Value) =>
  Object.fromEntries(
    Object.entries(formats).map(([field, format]) => [field, valueOf(field as Field, format)]),
  ) as Record<Field, Value>

/** A new session: on sale from now on, four tickets per person. */
export const newValues = (now: Date): SessionValues => ({
  ...mapFields(() => ''),
  sales_from: clubFieldText(now),
  limit_per_document: '4',
  is_closed: false,
})

/** A stored session as form values. */
export const valuesOf = (session: StaffEventSession): SessionValues => ({
  ...mapFields((field, { show }) => (session[field] === null ? '' : show(session[field] as never))),
  is_closed: session.is_closed,
})

/**
 * The form's values, as they are sent. Unchanged fields of a stored session are sent as stored: the fields of instants
 * have no seconds.
 */
export const planOf = (values: SessionValues, stored: StaffEventSession | null = null): SessionPlan => {
  const shown = stored && valuesOf(stored)
  const plan = mapFields((field, { parse, canBeEmpty }) => {
    if (stored && values[field] === shown?.[field]) return stored[field]
    return canBeEmpty && values[field] === '' ? null : parse(values[field])
  })
  return { ...(plan as Omit<SessionPlan, 'is_closed'>), is_closed: values.is_closed }
}

/** Suggests the times that are still empty, based on the start. */
export function suggestionsFor(values: SessionValues): Partial<SessionValues> {
  if (fieldRules.starts_at(values.starts_at) !== undefined) return {}
  const start = new Date(parseClubDateTime(values.starts_at))
  const offsetsMs = {
    ends_at: 2 * hourMs,
    sales_until: -hourMs,
    cancel_until: -3 * hourMs,
    no_show_from: hourMs / 4,
  } as const
  return Object.fromEntries(
    Object.entries(offsetsMs)
      .filter(([field]) => values[field as keyof typeof offsetsMs] === '')
      .map(([field, offsetMs]) => [field, clubFieldText(new Date(start.getTime() + offsetMs))]),
  )
}

const hourMs = 3_600_000

const followingTimes = ['ends_at', 'sales_from', 'sales_until', 'cancel_until', 'no_show_from'] as const

/** Times that follow a moved start. */
export type FollowingTimes = Partial<Record<(typeof followingTimes)[number], string>>

/**
 * The other times of a session whose start was moved from `previousStart`, moved by the same amount. Reservations that
 * are already open stay open, and no-shows' places are not released before the start.
 */
export function movedTimes(values: SessionValues, previousStart: string, now: Date): FollowingTimes {
  const [from, to] = [previousStart, values.starts_at].map((text) => Date.parse(parseClubDateTime(text)))
  if (from === undefined || to === undefined || Number.isNaN(to - from) || to === from) return {}
  const moved: FollowingTimes = {}
  for (const field of followingTimes) {
    const time = Date.parse(parseClubDateTime(values[field]))
    if (Number.isNaN(time) || (field === 'sales_from' && time <= now.getTime())) continue
    const earliest = field === 'no_show_from' ? to : -Infinity
    moved[field] = clubFieldText(new Date(Math.max(time + to - from, earliest)))
  }
  return moved
}

/** Rules for individual fields, from the contract; the server checks them against each other. */
const fieldRules = mapFields((field, { parse, canBeEmpty }) => (typed: string): string | undefined => {
  if (typed.trim() === '') return canBeEmpty ? undefined : requiredTextMessage
  return sessionPlanFields[field].safeParse(parse(typed)).error?.issues[0]?.message
})

/** The validation rules of a form. A stored title may contain a time of day; a new one may not. */
export const planRulesFor = (storedTitle: string | null) => ({
  ...fieldRules,
  title: (typed: string): string | undefined =>
    fieldRules.title(typed) ??
    (typed.trim() !== storedTitle && containsTimeOfDay(typed) ? timeInTitleMessage : undefined),
})
