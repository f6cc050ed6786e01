import { sql } from 'kysely'
import type { PromotionKind } from '@clube/contract/kernel/promotion-kinds.ts'
import type { Db } from '../../server/src/db/database.ts'
import type { Participant } from '../../server/src/modules/event-tickets/event-fixtures.testing.ts'

/** The same customers with new participations. */
export async function withParticipations<Customer extends Participant>(
  db: Db,
  customers: readonly Customer[],
  campaign_id: string,
  kind: PromotionKind = 'event_tickets',
) {
  const now = new Date()
  const { rows } = await sql<{ id: string; customer_id: string }>`
    insert into promotion_transaction (protocol_year, customer_id, campaign_id, kind, state, service_channel,
      purchase_ids, created_at, expires_at)
    select 2026, customer_id, ${campaign_id}::uuid, ${kind}, 'open', 'site', '{}', ${now}::timestamptz,
      ${new Date(now.getTime() + 3_600_000)}::timestamptz
    from unnest(${customers.map(({ customer_id }) => customer_id)}::uuid[]) as c (customer_id)
    returning id, customer_id`.execute(db)
  const ids = new Map(rows.map(({ id, customer_id }) => [customer_id, id]))
  return customers.map((customer) => ({ ...customer, transaction_id: ids.get(customer.customer_id) ?? '' }))
}
