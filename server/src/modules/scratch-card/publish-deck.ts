import { Readable } from 'node:stream'
import { deckFormat } from '@clube/contract/scratch-card/deck.ts'
import type { DeckPublication } from '@clube/contract/scratch-card/deck-publication.ts'
import { drawLine } from '@clube/contract/scratch-card/draw-chain.ts'
import { readDeckPublicationCall } from '@clube/contract/scratch-card/publication-calls.ts'
import { startOfClubDayAt } from '@clube/contract/kernel/club-time.ts'
import { inTransaction, type Db } from '../../db/database.ts'
import { refusalsOf, refuseRequest } from '../../kernel/refusal.ts'
import { findCampaignRefusal } from '../campaigns/index.ts'
import { openSeed } from './card-at-rest.ts'
import { planOf, type ScratchDeck } from './deck.ts'
import { findDeck, listSealedCampaigns, lockDeck, saveRevealed } from './deck-store.ts'
import type { ScratchCardDeps } from './deps.ts'
import { listChain } from './draw-store.ts'
import { insertDailyHeads, insertLastHead, listHeads } from './head-store.ts'
import { findScratchCampaign } from './scratch-campaign.ts'

const refuse = refusalsOf(readDeckPublicationCall)

type PublicationDeps = Pick<ScratchCardDeps, 'db' | 'clock' | 'time_zone'>

/** Publishes the head of each chain once per club day, and reveals the decks of ended campaigns. */
export const publishDecks = async (deps: PublicationDeps): Promise<void> => {
  const now = deps.clock()
  await insertDailyHeads(deps.db, { since: startOfClubDayAt(now, deps.time_zone), now })
  for (const campaign_id of await listSealedCampaigns(deps.db)) await revealEnded(deps, campaign_id, now)
}

/** Refusals of campaigns that never run again, so that their codes cannot be used any more. */
const endRefusals: ReadonlySet<string> = new Set(['campaigns.ended', 'campaigns.unknown'])

const revealEnded = ({ db, time_zone }: PublicationDeps, campaign_id: string, now: Date): Promise<void> =>
  inTransaction(db, async (tx) => {
    const deck = await lockDeck(tx, campaign_id)
    const closed = await findCampaignRefusal(tx, { campaign_id, now, time_zone })
    if (deck?.state !== 'sealed' || !closed || !endRefusals.has(closed.code)) return
    await insertLastHead(tx, deck, now)
    await saveRevealed(tx, deck.id)
  })

/**
 * What is public about the sealed deck of a campaign.
 * @throws {Refusal} campaigns.unknown without a sealed deck
 */
export const readPublication = async (
  { db, vault }: Pick<ScratchCardDeps, 'vault'> & { readonly db: Db },
  campaign_id: string,
): Promise<DeckPublication> => {
  const campaign = await findScratchCampaign(db, campaign_id)
  const deck = await findDeck(db, campaign_id)
  if (!campaign || !deck || deck.state === 'prepared') throw refuse('campaigns.unknown')
  const { cards, days, prizes } = planOf(campaign_id, campaign.settings, deck.days)
  return {
    format: deckFormat,
    campaign_id,
    cards,
    days,
    prizes: [...prizes],
    commitment: deck.commitment.toString('hex'),
    seed: deck.state === 'revealed' ? openSeed(vault, campaign_id, deck.seed_sealed).toString('hex') : null,
    heads: (await listHeads(db, deck.id)).map(({ draws, head, published_at }) => ({
      published_at: published_at.toISOString(),
      draws,
      head: head.toString('hex'),
    })),
  }
}

/**
 * What is public by now about a sealed deck, so that anyone can keep copies and compare them at the end.
 * @throws {Refusal} request.not-found before the deck is sealed
 */
export const readDeckFile = async (deps: ScratchCardDeps, campaign_id: string): Promise<string> => {
  const deck = await findDeck(deps.db, campaign_id)
  if (!deck || deck.state === 'prepared') throw refuseRequest('request.not-found')
  return `${JSON.stringify(await readPublication(deps, campaign_id), null, 2)}\n`
}

const drawsPerRead = 5000

/**
 * All draws, which no longer change.
 * @throws {Refusal} request.not-found before the deck is revealed
 */
export const readDrawsFile = async ({ db }: ScratchCardDeps, campaign_id: string): Promise<Readable> => {
  const deck = await findDeck(db, campaign_id)
  if (deck?.state !== 'revealed') throw refuseRequest('request.not-found')
  return Readable.from(linesOf(db, deck))
}

async function* linesOf(db: Db, { id: deck_id, drawn }: ScratchDeck): AsyncGenerator<string> {
  for (let first = 1; first <= drawn; first += drawsPerRead)
    for (const draw of await listChain(db, { deck_id, first, limit: drawsPerRead }))
      yield `${drawLine({
        position: draw.position,
        prize: draw.prize_number ?? 0,
        code_hash: draw.code_hash.toString('hex'),
        drawn_at: draw.drawn_at.toISOString(),
      })}\n`
}
