import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { giftSettings } from './gifts-club.testing.ts'

const hourMs = 3_600_000

/** Creates an active campaign with gifts for R$ 400 in receipts, inserted directly for speed. @returns its id */
export const createGiftCampaign = async (
  db: Db,
  {
    exclusive = false,
    stock_total = null,
    now,
  }: { exclusive?: boolean; stock_total?: number | null; now: Date },
): Promise<string> => {
  const after = (hours: number) => new Date(now.getTime() + hours * hourMs)
  const rule = { every_cents: 40_000, participations: 1, exclusive }
  const { rows } = await sql<{ id: string }>`
    insert into campaign (slug, kind, state, title, summary, description, starts_at, ends_at, redeem_until, audience,
      spend_rule, stock_total, legal, settings, edited_by, approved_by, created_at, updated_at)
    values (${`gifts-${randomBytes(6).toString('hex')}`}, 'free_gifts', 'active', 'Natal com presente', 'Brindes.',
      'Brindes.', ${after(-48)}, ${after(48)}, ${after(96)},
      '{"document_types":["cpf"],"minimum_age":null}', ${JSON.stringify(rule)}, ${stock_total},
      '{"certificate_number":null,"authority":null,"prize_list":[]}', ${JSON.stringify(giftSettings)}, '{ana}', 'bia',
      now(), now())
    returning id`.execute(db)
  return rows[0]?.id ?? ''
}
