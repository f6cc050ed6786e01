import { sql, type Generated } from 'kysely'
import type { Db, Tx } from '../../../db/database.ts'

type GiftDeliveryTable = {
  id: Generated<string>
  voucher_id: string
  client_delivery_id: string
  campaign_id: string
  pickup_point_id: string
  staff_id: string
  delivered_at: Date
  signature_sealed: Buffer | null
  undone_at: Date | null
  undone_by: string | null
  undo_reason: string | null
}

declare module '../../../db/tables.ts' {
  interface Tables {
    gift_delivery: GiftDeliveryTable
  }
}

/** A delivery, which may have been undone; `signature_sealed` is read only when it is opened. */
export type Delivery = Omit<GiftDeliveryTable, 'id' | 'signature_sealed'> & {
  id: string
  has_signature: boolean
}

const deliveryColumns = [
  'id',
  'voucher_id',
  'client_delivery_id',
  'campaign_id',
  'pickup_point_id',
  'staff_id',
  'delivered_at',
  'undone_at',
  'undone_by',
  'undo_reason',
] as const

const selectDeliveries = (db: Db) =>
  db
    .selectFrom('gift_delivery')
    .select(deliveryColumns)
    .select(sql<boolean>`signature_sealed is not null`.as('has_signature'))

export const findDelivery = (db: Db, client_delivery_id: string): Promise<Delivery | undefined> =>
  selectDeliveries(db).where('client_delivery_id', '=', client_delivery_id).executeTakeFirst()

/** The deliveries of vouchers that were not undone, by voucher. */
export const findLiveDeliveries = async (
  db: Db,
  voucher_ids: readonly string[],
): Promise<ReadonlyMap<string, Delivery>> => {
  const deliveries = await selectDeliveries(db)
    .where('voucher_id', '=', sql<string>`any(${[...voucher_ids]}::uuid[])`)
    .where('undone_at', 'is', null)
    .execute()
  return new Map(deliveries.map((delivery) => [delivery.voucher_id, delivery]))
}

export type NewDelivery = Pick<
  GiftDeliveryTable,
  | 'voucher_id'
  | 'client_delivery_id'
  | 'campaign_id'
  | 'pickup_point_id'
  | 'staff_id'
  | 'delivered_at'
  | 'signature_sealed'
>

/** Delivers an issued voucher. @returns the delivery's id; undefined when another one has its `client_delivery_id` */
export const saveDelivery = async (tx: Tx, delivery: NewDelivery): Promise<string | undefined> => {
  const { voucher_id, client_delivery_id, campaign_id, pickup_point_id } = delivery
  const { staff_id, delivered_at, signature_sealed } = delivery
  const { rows } = await sql<{ id: string }>`
    with delivered as (
      update gift_voucher set state = 'delivered', delivered_at = ${delivered_at}
      where id = ${voucher_id} and state = 'issued' returning id
    )
    insert into gift_delivery (voucher_id, client_delivery_id, campaign_id, pickup_point_id, staff_id, delivered_at,
      signature_sealed)
    select id, ${client_delivery_id}, ${campaign_id}, ${pickup_point_id}, ${staff_id}, ${delivered_at},
      ${signature_sealed}::bytea from delivered
    on conflict (client_delivery_id) do nothing returning id`.execute(tx)
  return rows[0]?.id
}

/**
 * Undoes a delivery made at `since` or later, so that its voucher can be used again, until `held_until` if it has expired.
 * @returns whether it was undone
 */
export const saveUndo = async (
  tx: Tx,
  undo: { delivery_id: string; staff_id: string; reason: string; since: Date; held_until: Date; now: Date },
): Promise<boolean> => {
  const { delivery_id, staff_id, reason, since, held_until, now } = undo
  const { rows } = await sql`
    with undone as (
      update gift_delivery set undone_at = ${now}, undone_by = ${staff_id}, undo_reason = ${reason}
      where id = ${delivery_id} and undone_at is null and delivered_at >= ${since} returning voucher_id
    )
    update gift_voucher v set state = 'issued', delivered_at = null,
      held_until = case when expires_at <= ${now} then ${held_until}::timestamptz else held_until end
    from undone where v.id = undone.voucher_id and v.state = 'delivered' returning 1`.execute(tx)
  return rows.length > 0
}

/** One page of the deliveries of a pickup point in a period, newest first, after the delivery `cursor`. */
export const listDeliveriesBetween = (
  db: Db,
  page: {
    campaign_id: string
    pickup_point_id: string
    from: Date
    until: Date
    cursor: string | null
    limit: number
  },
): Promise<Delivery[]> =>
  selectDeliveries(db)
    .where('campaign_id', '=', page.campaign_id)
    .where('pickup_point_id', '=', page.pickup_point_id)
    .where('delivered_at', '>=', page.from)
    .where('delivered_at', '<', page.until)
    .$if(page.cursor !== null, (query) =>
      query.where(
        sql<boolean>`(delivered_at, id) < (select delivered_at, id from gift_delivery where id = ${page.cursor})`,
      ),
    )
    .orderBy('delivered_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit)
    .execute()

/** A delivery's sealed signature with its voucher; null after its retention. */
export const findSignature = (
  db: Db,
  delivery_id: string,
): Promise<{ voucher_id: string; signature_sealed: Buffer | null } | undefined> =>
  db
    .selectFrom('gift_delivery')
    .select(['voucher_id', 'signature_sealed'])
    .where('id', '=', delivery_id)
    .executeTakeFirst()

/** A customer's deliveries with their signatures, oldest first. */
export const listOwnDeliveries = (
  db: Db,
  customer_id: string,
): Promise<Pick<GiftDeliveryTable, 'voucher_id' | 'delivered_at' | 'undone_at' | 'signature_sealed'>[]> =>
  db
    .selectFrom('gift_delivery as d')
    .innerJoin('gift_voucher as v', 'v.id', 'd.voucher_id')
    .select(['d.voucher_id', 'd.delivered_at', 'd.undone_at', 'd.signature_sealed'])
    .where('v.customer_id', '=', customer_id)
    .orderBy('d.delivered_at')
    .execute()

/** Where and when a customer appeared in the lists of desks: deliveries and numbers in queues. */
export const listAppearances = async (
  db: Db,
  customer_id: string,
): Promise<{ pickup_point_id: string; listed_at: Date }[]> => {
  const { rows } = await sql<{ pickup_point_id: string; listed_at: Date }>`
    select d.pickup_point_id, d.delivered_at as listed_at
    from gift_voucher v join gift_delivery d on d.voucher_id = v.id where v.customer_id = ${customer_id}
    union all
    select q.pickup_point_id, q.taken_at
    from gift_voucher v join gift_queue_entry q on q.voucher_id = v.id where v.customer_id = ${customer_id}`.execute(
    db,
  )
  return rows
}

/** Erases the signatures of a customer; the deliveries remain as evidence. */
export const eraseSignatures = async (tx: Tx, customer_id: string): Promise<void> => {
  await sql`
    update gift_delivery d set signature_sealed = null from gift_voucher v
    where v.id = d.voucher_id and v.customer_id = ${customer_id} and d.signature_sealed is not null`.execute(
    tx,
  )
}

/** Erases the signatures of deliveries before an instant. */
export const purgeSignatures = async (db: Db, delivered_before: Date): Promise<void> => {
  await db
    .updateTable('gift_delivery')
    .set({ signature_sealed: null })
    .where('delivered_at', '<', delivered_before)
    .where('signature_sealed', 'is not', null)
    .execute()
}
