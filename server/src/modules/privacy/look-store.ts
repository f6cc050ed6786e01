import { sql } from 'kysely'
import type { LookAction } from '@clube/contract/privacy/look.ts'
import type { Role } from '@clube/contract/kernel/permissions.ts'
import type { Db } from '../../db/database.ts'

export type LookRow = {
  position: number
  at: Date
  action: LookAction
  /** What who did it may do today; empty for somebody who left. */
  roles: Role[]
}

/**
 * Lines of the audit in which staff did one of these to something of the person, the newest first: to the account, to
 * what was sent or bought, or to a list of a session in which the person had something at that time.
 */
export const listLooks = async (
  db: Db,
  page: { customer_id: string; actions: readonly LookAction[]; before: number | null; limit: number },
): Promise<LookRow[]> => {
  const { customer_id } = page
  const { rows } = await sql<LookRow>`
    with own (subject_id, since) as (
      select ${customer_id}::text, '-infinity'::timestamptz
      union all select id::text, '-infinity' from recovery_request where customer_id = ${customer_id}
      union all select id::text, '-infinity' from purchase where customer_id = ${customer_id}
      union all select id::text, '-infinity' from promotion_transaction where customer_id = ${customer_id}
      union all
      select t.id::text, '-infinity' from event_ticket t join event_reservation r on r.id = t.reservation_id
      where r.customer_id = ${customer_id}
      union all
      select session_id::text, min(since) from (
        select session_id, created_at as since from event_reservation where customer_id = ${customer_id}
        union all select session_id, joined_at from event_waiting where customer_id = ${customer_id}
      ) in_session group by session_id
    )
    select l.position, l.at, l.action, coalesce(s.roles, '{}') as roles
    from own join audit_line l on l.subject_id = own.subject_id and l.at >= own.since
    left join staff s on s.id::text = l.actor_id
    where l.actor_kind = 'staff' and l.action = any(${[...page.actions]}::text[])
      and (${page.before}::bigint is null or l.position < ${page.before})
    order by l.position desc limit ${page.limit}`.execute(db)
  return rows
}
