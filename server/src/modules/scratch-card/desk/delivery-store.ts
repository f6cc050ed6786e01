import { sql, type Generated } from 'kysely'
import type { Db, Tx } from '../../../db/database.ts'

type ScratchDeliveryTable = {
  id: Generated<string>
  award_id: string
  client_delivery_id: string
  staff_id: string
  delivered_at: Date
  signature_sealed: Buffer | null
  undone_at: Date | null
  undone_by: string | null
  undo_reason: string | null
}

declare module '../../../db/tables.ts' {
  interface Tables {
    scratch_delivery: ScratchDeliveryTable
  }
}

/** A delivery, which may have been undone; `signature_sealed` is read only when it is opened. */
export type Delivery = Omit<ScratchDeliveryTable, 'id' | 'signature_sealed'> & {
  id: string
  has_signature: boolean
}

const deliveryColumns = [
  'id',
  'award_id',
  'client_delivery_id',
  'staff_id',
  'delivered_at',
  'undone_at',
  'undone_by',
  'undo_reason',
] as const

const selectDeliveries = (db: Db) =>
  db
    .selectFrom('scratch_delivery')
    .select(deliveryColumns)
    .select(sql<boolean>`signature_sealed is not null`.as('has_signature'))

export const findDelivery = (db: Db, client_delivery_id: string): Promise<Delivery | undefined> =>
  selectDeliveries(db).where('client_delivery_id', '=', client_delivery_id).executeTakeFirst()

/** The deliveries of awards that were not undone, by award. */
export const findLiveDeliveries = async (
  db: Db,
  award_ids: readonly string[],
): Promise<ReadonlyMap<string, Delivery>> => {
  const deliveries = await selectDeliveries(db)
    .where('award_id', '=', sql<string>`any(${[...award_ids]}::uuid[])`)
    .where('undone_at', 'is', null)
    .execute()
  return new Map(deliveries.map((delivery) => [delivery.award_id, delivery]))
}

/** Delivers a pending award. @returns false when another award's delivery has its `client_delivery_id` */
export const saveDelivery = async (
  tx: Tx,
  delivery: Pick<
    ScratchDeliveryTable,
    'award_id' | 'client_delivery_id' | 'staff_id' | 'delivered_at' | 'signature_sealed'
  >,
): Promise<boolean> => {
  const { award_id, client_delivery_id, staff_id, delivered_at, signature_sealed } = delivery
  const { rows } = await sql`
    with delivered as (
      update scratch_award set state = 'delivered', ended_at = ${delivered_at}
      where id = ${award_id} and state = 'pending' returning id
    )
    insert into scratch_delivery (award_id, client_delivery_id, staff_id, delivered_at, signature_sealed)
    select id, ${client_delivery_id}, ${staff_id}, ${delivered_at}, ${signature_sealed}::bytea from delivered
    on conflict (client_delivery_id) do nothing returning 1`.execute(tx)
  return rows.length > 0
}

/**
 * Undoes a delivery made at `since` or later, so that its prize can be picked up again, until `held_until` if it has expired.
 * @returns whether it was undone
 */
export const saveUndo = async (
  tx: Tx,
  undo: { delivery_id: string; staff_id: string; reason: string; since: Date; held_until: Date; now: Date },
): Promise<boolean> => {
  const { delivery_id, staff_id, reason, since, held_until, now } = undo
  const { rows } = await sql`
    with undone as (
      update scratch_delivery set undone_at = ${now}, undone_by = ${staff_id}, undo_reason = ${reason}
      where id = ${delivery_id} and undone_at is null and delivered_at >= ${since} returning award_id
    )
    update scratch_award a set state = 'pending', ended_at = null,
      held_until = case when expires_at <= ${now} then ${held_until}::timestamptz else held_until end
    from undone where a.id = undone.award_id and a.state = 'delivered' returning 1`.execute(tx)
  return rows.length > 0
}

/** One page of the deliveries of a period, newest first, after the delivery `cursor`. */
export const listDeliveriesBetween = (
  db: Db,
  page: { from: Date; until: Date; cursor: string | null; limit: number },
): Promise<Delivery[]> =>
  selectDeliveries(db)
    .where('delivered_at', '>=', page.from)
    .where('delivered_at', '<', page.until)
    .$if(page.cursor !== null, (query) =>
      query.where(
        sql<boolean>`(delivered_at, id) < (select delivered_at, id from scratch_delivery where id = ${page.cursor})`,
      ),
    )
    .orderBy('delivered_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit)
    .execute()

/** A delivery's sealed signature with its award; null after its retention. */
export const findSignature = (
  db: Db,
  delivery_id: string,
): Promise<{ award_id: string; signature_sealed: Buffer | null } | undefined> =>
  db
    .selectFrom('scratch_delivery')
    .select(['award_id', 'signature_sealed'])
    .where('id', '=', delivery_id)
    .executeTakeFirst()

/** A customer's deliveries with their signatures, oldest first. */
export const listOwnDeliveries = (
  db: Db,
  customer_id: string,
): Promise<Pick<ScratchDeliveryTable, 'award_id' | 'delivered_at' | 'undone_at' | 'signature_sealed'>[]> =>
  db
    .selectFrom('scratch_delivery as d')
    .innerJoin('scratch_award as a', 'a.id', 'd.award_id')
    .select(['d.award_id', 'd.delivered_at', 'd.undone_at', 'd.signature_sealed'])
    .where('a.customer_id', '=', customer_id)
    .orderBy('d.delivered_at')
    .execute()

/** Erases the signatures of a customer; the deliveries remain as evidence. */
export const eraseSignatures = async (tx: Tx, customer_id: string): Promise<void> => {
  await sql`
    update scratch_delivery d set signature_sealed = null from scratch_award a
    where a.id = d.award_id and a.customer_id = ${customer_id} and d.signature_sealed is not null`.execute(tx)
}

/** Erases the signatures of deliveries before an instant. */
export const purgeSignatures = async (db: Db, delivered_before: Date): Promise<void> => {
  await db
    .updateTable('scratch_delivery')
    .set({ signature_sealed: null })
    .where('delivered_at', '<', delivered_before)
    .where('signature_sealed', 'is not', null)
    .execute()
}
