import { randomBytes } from 'node:crypto'
import { spendRuleOf } from '@clube/contract/campaigns/spend-rule.ts'
import type { FreeGiftSettings } from '@clube/contract/free-gifts/settings.ts'
import { sql } from 'kysely'
import type { Db } from '../../server/src/db/database.ts'

const dayMs = 24 * 3_600_000
/** What a gift costs, in cents of receipts. */
export const giftCents = 40_000

const gift_id = '0197f0a0-0000-7000-8000-000000000001'
export const pickupPoints = [1, 2, 3, 4].map((number) => `0197f0a0-0000-7000-8000-00000000001${number}`)

const settings: FreeGiftSettings = {
  gifts: [
    {
      gift_id,
      title: 'Copo térmico',
      variant: '',
      description: '',
      picture: null,
      value_cents: 8990,
      price: { kind: 'receipts' },
    },
  ],
  pickup_points: pickupPoints.map((pickup_point_id, index) => ({
    pickup_point_id,
    name: `Balcão ${index + 1}`,
    location: 'Piso 1',
    opening_hours: 'Todos os dias',
  })),
  valid_days: 10,
  needs_signature: false,
}

/** The gift at one of the four pickup points. */
export const choiceOf = (index: number) => ({
  gift_id,
  pickup_point_id: pickupPoints[index % pickupPoints.length] ?? '',
})

/**
 * Creates an active campaign of one gift, inserted directly, with credit for all approved receipts. Earlier campaigns
 * are archived, so that receipts count only in this one.
 */
export const createGiftCampaign = async (db: Db, { units }: { units: number }): Promise<string> => {
  const now = Date.now()
  const daysFromNow = (days: number) => new Date(now + days * dayMs)
  await sql`update campaign set state = 'archived' where kind = 'free_gifts'`.execute(db)
  const { rows } = await sql<{ id: string }>`
    insert into campaign (slug, kind, state, title, summary, description, starts_at, ends_at, redeem_until, audience,
      spend_rule, legal, settings, edited_by, approved_by, created_at, updated_at)
    values (${`gifts-${randomBytes(6).toString('hex')}`}, 'free_gifts', 'active', 'Natal com presente', 'Brindes.',
      'Brindes.', ${daysFromNow(-30)}, ${daysFromNow(30)}, ${daysFromNow(40)}, '{"document_types":["cpf"],"minimum_age":null}',
      ${JSON.stringify(spendRuleOf({ every_cents: giftCents, participations: 1 }))},
      '{"certificate_number":"1","authority":"SPA","prize_list":[]}', ${JSON.stringify(settings)}, '{ana}', 'bia',
      ${daysFromNow(-30)}, ${daysFromNow(-30)})
    returning id`.execute(db)
  const campaign_id = rows[0]?.id ?? ''
  await sql`
    insert into gift_stock (campaign_id, gift_id, pickup_point_id, on_hand, moved)
    select ${campaign_id}, ${gift_id}, point, ${units / pickupPoints.length}::int, ${units / pickupPoints.length}::int
    from unnest(${pickupPoints}::uuid[]) as point`.execute(db)
  await sql`
    insert into purchase_credit (purchase_id, campaign_id, customer_id, amount_cents, created_at)
    select id, ${campaign_id}, customer_id, amount_cents, created_at from purchase`.execute(db)
  return campaign_id
}

/**
 * Adds approved receipts of one day ago, inserted directly: `count` for each of the customers that the query selects.
 */
export const addReceipts = async (
  db: Db,
  input: { customers: string; count: number; cents: number },
): Promise<void> => {
  const { customers, count, cents } = input
  await sql`
    insert into shop (name, cnpj, state, created_at, updated_at) values ('Loja', '11222333000181', 'active', now(), now())
    on conflict do nothing`.execute(db)
  await sql`
    insert into purchase (customer_id, shop_id, receipt_key, amount_cents, issued_on, state, review_reasons, points,
      service_channel, created_at, decided_at)
    select c.id, (select id from shop limit 1), '3526121122233300018165001' || lpad(n::text, 9, '0') || '1' || lpad(n::text, 8, '0') || '0',
      ${cents}, (now() - interval '1 day')::date, 'auto_approved', '{}', 0, 'site', now() - interval '1 day',
      now() - interval '1 day'
    from (select id, row_number() over () as n from (${sql.raw(customers)}) as one, generate_series(1, ${count}::int)) as c`.execute(
    db,
  )
}
