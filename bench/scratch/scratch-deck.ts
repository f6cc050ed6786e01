import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { defaultTimeZone } from '@clube/contract/kernel/club-time.ts'
import type { ScratchCardSettings } from '@clube/contract/scratch-card/settings.ts'
import { sql } from 'kysely'
import { systemRandom } from '../../server/src/adapters/random/system-random.ts'
import { inTransaction, type Db } from '../../server/src/db/database.ts'
import { createLimits } from '../../server/src/modules/limits/index.ts'
import { codeIndexOf, createScratchCode } from '../../server/src/modules/scratch-card/code-at-rest.ts'
import { insertBatch, saveApproval, saveHandOut } from '../../server/src/modules/scratch-card/batch-store.ts'
import { insertBatchCodes } from '../../server/src/modules/scratch-card/code-store.ts'
import { sealCard } from '../../server/src/modules/scratch-card/card-at-rest.ts'
import { insertCards, insertDeck, saveSeal } from '../../server/src/modules/scratch-card/deck-store.ts'
import type { ScratchCardDeps, ScratchServices } from '../../server/src/modules/scratch-card/deps.ts'
import { createVault } from '../../server/src/modules/vault/index.ts'

/** The key of the measured servers. */
export const rootKey = Buffer.alloc(32, 'k')
export const vault = createVault(rootKey)

const hourMs = 3_600_000

/** One goods prize; all other cards are blanks. */
const settingsOf = (quantity: number): ScratchCardSettings => ({
  cards: 100_000,
  prizes: [
    {
      kind: 'goods',
      title: 'Café com bolo',
      quantity,
      value_cents: 2_400,
      pickup_place: 'Balcão do Piso 1',
      pickup_days: 30,
    },
  ],
  earned_by: ['paper'],
  limit_per_day: null,
  signature_from_cents: null,
  account_from_cents: null,
})

/** An active campaign, inserted directly. */
export const createCampaign = async (db: Db): Promise<{ id: string; cd_identificador: number }> => {
  const hoursFromNow = (hours: number) => new Date(Date.now() + hours * hourMs)
  const { rows } = await sql<{ id: string; cd_identificador: number }>`
    insert into campaign (slug, kind, state, title, summary, description, starts_at, ends_at, redeem_until, audience,
      spend_rule, legal, settings, edited_by, approved_by, created_at, updated_at)
    values (${`scratch-${randomBytes(6).toString('hex')}`}, 'scratch_card', 'active', 'Raspou, ganhou', 'Raspadinha.',
      'Raspadinha.', ${hoursFromNow(-48)}, ${hoursFromNow(48)}, null, '{"document_types":["cpf"],"minimum_age":18}', null,
      '{"certificate_number":"1","authority":"SPA","prize_list":[]}', ${JSON.stringify(settingsOf(100_000))}, '{ana}',
      'bia', ${hoursFromNow(-48)}, ${hoursFromNow(-48)})
    returning id, cd_identificador`.execute(db)
  const [campaign] = rows
  if (!campaign) throw new Error('The campaign was not inserted')
  return campaign
}

/** The commitment of a campaign's deck, which is part of the label under which its cards are sealed. */
const commitmentOf = (campaign_id: string): Buffer => createHash('sha256').update(campaign_id).digest()

/** Inserts the row of a sealed deck, without its cards. */
export const createDeck = async (db: Db, campaign_id: string, cards: number): Promise<string> =>
  inTransaction(db, async (tx) => {
    const now = new Date()
    const id = await insertDeck(tx, {
      campaign_id,
      cards,
      days: 1,
      prizes: [{ quantity: 100_000 }],
      commitment: commitmentOf(campaign_id),
      head: randomBytes(32),
      seed_sealed: randomBytes(60),
      preparations: 1,
      prepared_by: 'ana',
      prepared_at: now,
    })
    await saveSeal(tx, { id, sealed_by: 'bia', sealed_at: now })
    return id
  })

const cardsPerStatement = 5_000

/** Adds cards that can be drawn now: every `winning`th one wins, or none if it is 0. */
export const addCards = (
  db: Db,
  input: { campaign_id: string; deck_id: string; first: number; count: number; winning: number },
): Promise<void> =>
  inTransaction(db, async (tx) => {
    const { campaign_id, deck_id, first, count, winning } = input
    const commitment = commitmentOf(campaign_id)
    const drawable_from = new Date(Date.now() - hourMs)
    for (let start = 0; start < count; start += cardsPerStatement)
      await insertCards(tx, {
        deck_id,
        first: first + start,
        cards: Array.from({ length: Math.min(cardsPerStatement, count - start) }, (_, index) => {
          const position = first + start + index
          const prize = winning > 0 && position % winning === 0 ? 1 : 0
          return { drawable_from, prize_sealed: sealCard(vault, { commitment, position }, prize) }
        }),
      })
  })

/** Adds a batch of codes to the deck. @returns the codes */
export const addCodes = (db: Db, { deck_id, count }: { deck_id: string; count: number }): Promise<string[]> =>
  inTransaction(db, async (tx) => {
    const now = new Date()
    const batch_id = randomUUID()
    const codes = Array.from({ length: count }, () => createScratchCode(systemRandom))
    const indexes = codes.map((code) => codeIndexOf(vault, code))
    await insertBatch(tx, {
      id: batch_id,
      deck_id,
      count,
      purpose: 'Lojas',
      requested_by: 'ana',
      requested_at: now,
    })
    await saveApproval(tx, { id: batch_id, staff_id: 'bia', now })
    await saveHandOut(tx, { id: batch_id, staff_id: 'ana', now })
    if (!(await insertBatchCodes(tx, { deck_id, batch_id, indexes, now })))
      throw new Error('The deck has too few cards')
    return codes
  })

/** The dependencies of draws. */
export const drawDepsOf = (db: Db, clock: () => Date): ScratchCardDeps & ScratchServices => ({
  // The benchmarks use no receipts and no staff.
  ...({} as ScratchCardDeps),
  db,
  clock,
  vault,
  time_zone: defaultTimeZone,
  random: systemRandom,
  credit: { use: async () => new Map(), preview: async () => null, release: async () => {} },
  limits: createLimits(db),
  rules: { document_types: 'cpf', cnpj: 'numeric' },
  countGuesser: async () => {},
})
