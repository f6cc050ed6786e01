import { buildDeck, commitmentOf, deckFormat, type DeckPlan } from '@clube/contract/scratch-card/deck.ts'
import { fromHex, toHex } from '@clube/contract/scratch-card/deck-hash.ts'
import type { DeckPublication } from '@clube/contract/scratch-card/deck-publication.ts'
import {
  codeHashOf,
  drawLine,
  nextHead,
  type PublishedDraw,
} from '@clube/contract/scratch-card/draw-chain.ts'
import { withCheckCharacter } from '@clube/contract/scratch-card/scratch-code.ts'
import { pureHash } from '../customer/features/scratch-card/pure-hash.ts'
import { scratchCampaign, scratchCode, scratchOffer } from './scratch-card-samples.ts'

const seed = fromHex('00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff')
const plan: DeckPlan = {
  campaign_id: scratchCampaign.campaign_id,
  cards: 200,
  days: 5,
  prizes: scratchOffer.prizes.map(({ title, value_cents }, index) => ({
    title,
    value_cents,
    quantity: 2 + 10 * index,
  })),
}
const deck = buildDeck(pureHash, seed, plan)
const commitment = commitmentOf(pureHash, seed, plan, deck)

/** The draws of the first cards; only the last one used `scratchCode`. */
const codes = [...'23456789ACDE'].map((letter) => withCheckCharacter(letter.repeat(15)))
const draws = [...codes, scratchCode].map((code, index): PublishedDraw => ({
  position: index + 1,
  prize: deck[index] ?? 0,
  code_hash: codeHashOf(pureHash, { campaign_id: plan.campaign_id, code }),
  drawn_at: new Date(Date.UTC(2026, 10, 16, 15 + 7 * index)).toISOString(),
}))
const heads = draws.reduce(
  (chain, draw) => [...chain, nextHead(pureHash, chain.at(-1) ?? '', draw)],
  [commitment],
)
const headAfter = (count: number) => ({
  published_at: new Date(Date.UTC(2026, 10, 16, 16 + 7 * (count - 1))).toISOString(),
  draws: count,
  head: heads[count] ?? '',
})

/** A deck while its promotion is running. */
export const runningPublication: DeckPublication = {
  format: deckFormat,
  ...plan,
  prizes: [...plan.prizes],
  commitment,
  seed: null,
  heads: [2, 5, 7].map(headAfter),
}

/** The same deck after the end. */
export const endedPublication: DeckPublication & { readonly seed: string } = {
  ...runningPublication,
  seed: toHex(seed),
  heads: [2, 5, 7, 10, draws.length].map(headAfter),
}

/** The published draws of the deck after the end. */
export const publishedDraws = draws.map((draw) => `${drawLine(draw)}\n`).join('')
