import type { FieldError } from '../kernel/envelope.ts'

/** The part of a session that staff edit. */
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

/** A plan as calls send it: with ISO instants. */
export type PlanInput = {
  [Field in keyof SessionPlan]: SessionPlan[Field] extends Date
    ? string
    : SessionPlan[Field] extends Date | null
      ? string | null
      : SessionPlan[Field]
}

const dateOrNull = (instant: string | null): Date | null => (instant === null ? null : new Date(instant))

/** A plan as the rules compare it. */
export const parsePlan = (sent: PlanInput): SessionPlan => ({
  title: sent.title,
  place: sent.place,
  starts_at: new Date(sent.starts_at),
  ends_at: dateOrNull(sent.ends_at),
  sales_from: new Date(sent.sales_from),
  sales_until: new Date(sent.sales_until),
  cancel_until: new Date(sent.cancel_until),
  no_show_from: dateOrNull(sent.no_show_from),
  capacity: sent.capacity,
  limit_per_document: sent.limit_per_document,
  minimum_age: sent.minimum_age,
  is_closed: sent.is_closed,
})

/** '19h', '19h30', '19:30', '19 horas', 'às 7', '7 da noite'; '24h' is a duration. */
const timeOfDayPattern =
  /(?<![\p{L}\d])(?:às \d{1,2}(?!\d)|(?:[01]?\d|2[0-3])(?: ?h(?:s|rs|oras?)?(?: ?[0-5]\d)?|:[0-5]\d| da (?:manhã|tarde|noite))(?![\p{L}\d]))/iu

/** Whether a title contains a time of day, which becomes wrong when the session is moved. */
export const containsTimeOfDay = (title: string): boolean => timeOfDayPattern.test(title)

export const timeInTitleMessage =
  'Tire a hora do título: o início aparece ao lado e muda junto com a sessão. Se não for uma hora, escreva com vírgula: 23,10.'

/**
 * Validation errors of a session's plan: its dates are checked against the start and against each other.
 * @param before the stored plan, whose title may contain a time of day and whose no-shows may be released early
 */
export const planErrors = (plan: SessionPlan, before: SessionPlan | null = null): FieldError[] => {
  const { starts_at, ends_at, sales_from, sales_until, cancel_until, no_show_from } = plan
  const changed = before && changedFields(before, plan)
  const isNew = (field: keyof SessionPlan) => changed?.includes(field) ?? true
  const checks: readonly [path: keyof SessionPlan, isWrong: boolean, message: string][] = [
    ['title', isNew('title') && containsTimeOfDay(plan.title), timeInTitleMessage],
    ['ends_at', ends_at !== null && ends_at <= starts_at, 'O término deve ser depois do início.'],
    ['sales_from', sales_from >= starts_at, 'As reservas devem abrir antes do início.'],
    ['sales_until', sales_until <= sales_from, 'As reservas devem terminar depois de abrir.'],
    ['sales_until', sales_until > starts_at, 'As reservas devem terminar até o início.'],
    ['cancel_until', cancel_until > starts_at, 'O cancelamento deve terminar até o início.'],
    [
      'no_show_from',
      (isNew('no_show_from') || isNew('starts_at')) && no_show_from !== null && no_show_from < starts_at,
      'Libere os lugares só a partir do início.',
    ],
    [
      'no_show_from',
      no_show_from !== null && no_show_from < cancel_until,
      'Libere os lugares só depois do prazo de cancelamento.',
    ],
    [
      'no_show_from',
      no_show_from !== null && ends_at !== null && no_show_from >= ends_at,
      'Libere os lugares antes do término.',
    ],
    [
      'limit_per_document',
      plan.limit_per_document > plan.capacity,
      'O limite por CPF não pode passar da capacidade.',
    ],
  ]
  return checks.flatMap(([path, isWrong, message]) => (isWrong ? [{ path, message }] : []))
}

/** The ticket details of a session, and the deadline for cancelling a ticket. */
export type AnnouncedPlan = Pick<SessionPlan, 'title' | 'place' | 'starts_at' | 'cancel_until'>

/**
 * The fields whose change is announced to people with tickets, holds or entries: ticket details, and an earlier
 * cancellation deadline.
 */
export const announcedChanges = (before: AnnouncedPlan, after: AnnouncedPlan): (keyof AnnouncedPlan)[] => {
  const changed: Record<keyof AnnouncedPlan, boolean> = {
    title: before.title !== after.title,
    place: before.place !== after.place,
    starts_at: before.starts_at.getTime() !== after.starts_at.getTime(),
    cancel_until: after.cancel_until < before.cancel_until,
  }
  return (Object.keys(changed) as (keyof AnnouncedPlan)[]).filter((field) => changed[field])
}

const isSameInstant = (a: unknown, b: unknown): boolean =>
  a instanceof Date && b instanceof Date && a.getTime() === b.getTime()

/** The fields in which two plans differ. */
export const changedFields = (before: SessionPlan, after: SessionPlan): (keyof SessionPlan)[] =>
  (Object.keys(after) as (keyof SessionPlan)[]).filter(
    (field) => before[field] !== after[field] && !isSameInstant(before[field], after[field]),
  )

/** Validation errors of a changed plan. Reservations can be stopped regardless of the dates. */
export const changeErrors = (before: SessionPlan, after: SessionPlan, now: Date): FieldError[] => {
  const changed = changedFields(before, after)
  if (changed.every((field) => field === 'is_closed')) return []
  const isPast = changed.includes('starts_at') && after.starts_at <= now
  const past = { path: 'starts_at', message: 'Informe um início que ainda não passou.' }
  return [...(isPast ? [past] : []), ...planErrors(after, before)]
}
