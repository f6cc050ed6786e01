import type { ServiceArea, TicketCategory } from '@clube/contract/customer-service/service-ticket.ts'
import type { TicketFlow } from '@clube/contract/customer-service/figures-calls.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { TicketRow } from './service-ticket-store.ts'

type Period = {
  /** First and last day, yyyy-MM-dd. */
  readonly from: string
  readonly to: string
  readonly area: ServiceArea | null
}

/**
 * What is late at `now` without an answer or a solution counts as late. An erased account closes a ticket without either: the
 * ticket is late if it was late then.
 */
const flow = (now: Date) => sql`
  count(*)::int as opened,
  count(*) filter (where first_answered_at <= first_answer_due_at)::int as answered_in_time,
  count(*) filter (where coalesce(first_answered_at, closed_at, ${now}) > first_answer_due_at)::int as answered_late,
  count(*) filter (where first_answered_at is null and coalesce(closed_at, ${now}) <= first_answer_due_at)::int
    as unanswered,
  count(*) filter (where resolved_at <= due_at)::int as solved_in_time,
  count(*) filter (where coalesce(resolved_at, closed_at, ${now}) > due_at)::int as solved_late,
  count(*) filter (where resolved_at is null and coalesce(closed_at, ${now}) <= due_at)::int as unsolved`

const inPeriod = ({ from, to, area }: Period) => sql`
  opened_on between ${from} and ${to} and (${area}::text is null or area = ${area}::text)`

/** Merging neither answers nor solves a duplicate: its conversation continues in the other ticket, and counts there. */
const isCounted = sql`merged_into is null`

/** The flow of a period by day, area and category, for sums; without merged duplicates. */
export const countFlow = async (
  db: Db,
  period: Period,
  now: Date,
): Promise<(TicketFlow & { day: string; area: ServiceArea; category: TicketCategory })[]> => {
  const { rows } = await sql<TicketFlow & { day: string; area: ServiceArea; category: TicketCategory }>`
    select opened_on as day, area, category, ${flow(now)} from service_ticket
    where ${inPeriod(period)} and ${isCounted}
    group by opened_on, area, category order by opened_on`.execute(db)
  return rows
}

/**
 * Median minutes to the first answer and to the last solution, without merged duplicates, and the number of ratings from 1 to 5:
 * merging does not remove a rating.
 */
export const readTimes = async (
  db: Db,
  period: Period,
): Promise<{ answer: number | null; solution: number | null; ratings: number[] }> => {
  const { rows } = await sql<{ answer: number | null; solution: number | null; ratings: number[] }>`
    select
      round(percentile_cont(0.5) within group (order by extract(epoch from first_answered_at - created_at))
        filter (where ${isCounted}) / 60)::int as answer,
      round(percentile_cont(0.5) within group (order by extract(epoch from resolved_at - created_at))
        filter (where ${isCounted}) / 60)::int as solution,
      array[count(*) filter (where rating = 1), count(*) filter (where rating = 2), count(*) filter (where rating = 3),
        count(*) filter (where rating = 4), count(*) filter (where rating = 5)]::int[] as ratings
    from service_ticket where ${inPeriod(period)}`.execute(db)
  return rows[0] ?? { answer: null, solution: null, ratings: [0, 0, 0, 0, 0] }
}

/** Tickets that wait for staff now, by the time to their next deadline, up to and including 4 and 24 hours. */
export const countDeadlines = async (db: Db, { area, now }: { area: ServiceArea | null; now: Date }) => {
  type Counts = { overdue: number; next_4_hours: number; next_24_hours: number; later: number }
  const { rows } = await sql<Counts>`
    select count(*) filter (where next_due_at < ${now})::int as overdue,
      count(*) filter (where next_due_at >= ${now} and next_due_at <= ${now}::timestamptz + interval '4 hours')::int
        as next_4_hours,
      count(*) filter (where next_due_at > ${now}::timestamptz + interval '4 hours'
        and next_due_at <= ${now}::timestamptz + interval '24 hours')::int as next_24_hours,
      count(*) filter (where next_due_at > ${now}::timestamptz + interval '24 hours')::int as later
    from service_ticket where state in ('new', 'in_progress') and (${area}::text is null or area = ${area}::text)`.execute(
    db,
  )
  return rows[0] ?? { overdue: 0, next_4_hours: 0, next_24_hours: 0, later: 0 }
}

export type ExportedTicket = Pick<
  TicketRow,
  | 'id'
  | 'protocol_year'
  | 'protocol_number'
  | 'state'
  | 'area'
  | 'category'
  | 'priority'
  | 'created_at'
  | 'first_answer_due_at'
  | 'first_answered_at'
  | 'due_at'
  | 'resolved_at'
  | 'closed_at'
  | 'message_count'
  | 'rating'
  | 'opened_on'
> & {
  /** The protocol of the ticket in which a merged one continues. */
  into_year: number | null
  into_number: number | null
}

/** The next tickets of a period after one of them, in order of their opening. */
export const listOpened = async (
  db: Db,
  input: { from: string; to: string; after: { opened_on: string; id: string } | null; limit: number },
): Promise<ExportedTicket[]> => {
  let query = db
    .selectFrom('service_ticket as t')
    .leftJoin('service_ticket as i', 'i.id', 't.merged_into')
    .select([
      't.id',
      't.protocol_year',
      't.protocol_number',
      't.state',
      't.area',
      't.category',
      't.priority',
      't.created_at',
      't.first_answer_due_at',
      't.first_answered_at',
      't.due_at',
      't.resolved_at',
      't.closed_at',
      't.message_count',
      't.rating',
      't.opened_on',
      'i.protocol_year as into_year',
      'i.protocol_number as into_number',
    ])
    .where('t.opened_on', '>=', input.from)
    .where('t.opened_on', '<=', input.to)
  const { after } = input
  if (after)
    query = query.where(sql<boolean>`(t.opened_on, t.id) > (${after.opened_on}::date, ${after.id}::uuid)`)
  return query.orderBy('t.opened_on').orderBy('t.id').limit(input.limit).execute()
}
