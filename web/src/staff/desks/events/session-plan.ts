import { requiredTextMessage } from '@clube/contract/brazil/field-messages.ts'
import { sessionPlanFields, type StaffSession } from '@clube/contract/event-tickets/session.ts'
import type { createSessionCall } from '@clube/contract/event-tickets/staff-calls.ts'
import type { BodyOf } from '@clube/contract/kernel/call.ts'
import { clubFieldText, parseClubDateTime } from '../../../parts/club-time.ts'

/** A session's plan, as it is sent. */
export type SessionPlan = Omit<BodyOf<typeof createSessionCall>, 'campaign_id'>

/** The plan as form values: instants as 2026-12-12T19:00 in the club's time zone, numbers as typed. */
export type SessionValues = { [Field in Exclude<keyof SessionPlan, 'is_closed'>]: string } & {
  is_closed: boolean
}

const hourMs = 3_600_000

/** A new session: on sale from now on, four tickets per person. */
export const newValues = (now: Date): SessionValues => ({
  title: '',
  place: '',
  starts_at: '',
  ends_at: '',
  sales_from: clubFieldText(now),
  sales_until: '',
  cancel_until: '',
  no_show_from: '',
  capacity: '',
  limit_per_document: '4',
  minimum_age: '',
  is_closed: false,
})

/** A stored session as form values. */
export const valuesOf = (session: StaffSession): SessionValues => {
  const local = (instant: string | null) => (instant === null ? '' : clubFieldText(instant))
  return {
    title: session.title,
    place: session.place,
    starts_at: local(session.starts_at),
    ends_at: local(session.ends_at),
    sales_from: local(session.sales_from),
    sales_until: local(session.sales_until),
    cancel_until: local(session.cancel_until),
    no_show_from: local(session.no_show_from),
    capacity: String(session.capacity),
    limit_per_document: String(session.limit_per_document),
    minimum_age: session.minimum_age === null ? '' : String(session.minimum_age),
    is_closed: session.is_closed,
  }
}

/** The form's values, as they are sent. */
export const planOf = (values: SessionValues): SessionPlan => ({
  title: values.title,
  place: values.place,
  starts_at: parseClubDateTime(values.starts_at),
  ends_at: orNull(values.ends_at, parseClubDateTime),
  sales_from: parseClubDateTime(values.sales_from),
  sales_until: parseClubDateTime(values.sales_until),
  cancel_until: parseClubDateTime(values.cancel_until),
  no_show_from: orNull(values.no_show_from, parseClubDateTime),
  capacity: Number(values.capacity),
  limit_per_document: Number(values.limit_per_document),
  minimum_age: orNull(values.minimum_age, Number),
  is_closed: values.is_closed,
})

const orNull = <Value>(text: string, parse: (text: string) => Value): Value | null =>
  text === '' ? null : parse(text)

/** Suggests the times that are still empty, based on the start. */
export function suggestionsFor(values: SessionValues): Partial<SessionValues> {
  if (planRules.starts_at(values.starts_at) !== undefined) return {}
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

type FieldSchema = {
  safeParse: (value: unknown) => { success: boolean; error?: { issues: { message: string }[] } }
}

/** A form rule from a field of the contract. */
const ruleOf =
  (schema: FieldSchema, parse: (text: string) => unknown, isRequired = true) =>
  (text: string): string | undefined => {
    if (text.trim() === '') return isRequired ? requiredTextMessage : undefined
    return schema.safeParse(parse(text)).error?.issues[0]?.message
  }

const { is_closed: _isClosed, ...fields } = sessionPlanFields

/** Rules of the single fields; the server checks how they fit together. */
export const planRules = {
  title: ruleOf(fields.title, String),
  place: ruleOf(fields.place, String),
  starts_at: ruleOf(fields.starts_at, parseClubDateTime),
  ends_at: ruleOf(fields.ends_at, parseClubDateTime, false),
  sales_from: ruleOf(fields.sales_from, parseClubDateTime),
  sales_until: ruleOf(fields.sales_until, parseClubDateTime),
  cancel_until: ruleOf(fields.cancel_until, parseClubDateTime),
  no_show_from: ruleOf(fields.no_show_from, parseClubDateTime, false),
  capacity: ruleOf(fields.capacity, Number),
  limit_per_document: ruleOf(fields.limit_per_document, Number),
  minimum_age: ruleOf(fields.minimum_age, Number, false),
} as const
