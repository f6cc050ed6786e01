import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { adults, winningSettings } from './scratch-club.testing.ts'

const hourMs = 3_600_000

/** Creates an active campaign, inserted directly for speed. At least two thirds of its 1,200 cards can be drawn now. */
export const createScratchCampaign = async (
  db: Db,
  {
    limit_per_day = null,
    prizes = winningSettings.prizes.map((prize) => ({ ...prize, quantity: 20 })),
    now,
  }: { limit_per_day?: number | null; prizes?: typeof winningSettings.prizes; now: Date },
): Promise<{ id: string; cd_identificador: number }> => {
  const after = (hours: number) => new Date(now.getTime() + hours * hourMs)
  const settings = {
    ...winningSettings,
    cards: 1200,
    prizes,
    limit_per_day,
  }
  const { rows } = await sql<{ id: string; cd_identificador: number }>`
    insert into campaign (slug, kind, state, title, summary, description, starts_at, ends_at, redeem_until, audience,
      spend_rule, stock_total, legal, settings, edited_by, approved_by, created_at, updated_at)
    values (${`scratch-${randomBytes(6).toString('hex')}`}, 'scratch_card', 'active', 'Raspou, ganhou', 'Raspadinha.',
      'Raspadinha.', ${after(-48)}, ${after(1)}, null, ${JSON.stringify(adults)}, null, null,
      '{"certificate_number":null,"authority":null,"prize_list":[]}', ${JSON.stringify(settings)}, '{ana}', 'bia',
      now(), now())
    returning id, cd_identificador`.execute(db)
  const [campaign] = rows
  if (!campaign) throw new Error('The campaign was not inserted')
  return campaign
}
