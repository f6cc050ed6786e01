import { createHash, createHmac } from 'node:crypto'
import { buildDeck, commitmentOf, deckFormat, type DeckPlan } from './deck.ts'
import { fromHex, toHex, type DeckHash } from './deck-hash.ts'
import type { DeckPublication } from './deck-publication.ts'
import { codeHashOf, nextHead, type PublishedDraw } from './draw-chain.ts'

/** Node's hash functions. */
export const nodeHash: DeckHash = {
  sha256: (parts) => parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest(),
  hmacSha256: (key, message) => createHmac('sha256', key).update(message).digest(),
}

/** A fixed seed. */
export const seedOf = (number: number): Uint8Array =>
  nodeHash.sha256([fromHex(number.toString(16).padStart(8, '0'))])

export const examplePlan: DeckPlan = {
  campaign_id: '0197f0a0-0000-7000-8000-000000000001',
  cards: 200,
  days: 7,
  prizes: [
    { quantity: 1, value_cents: 250_000, title: 'Viagem para a serra, para duas pessoas' },
    { quantity: 10, value_cents: 12_000, title: 'Jantar para dois' },
    { quantity: 25, value_cents: 3_500, title: 'Ingresso de cinema' },
  ],
}

const deck = buildDeck(nodeHash, seedOf(1), examplePlan)
const commitment = commitmentOf(nodeHash, seedOf(1), examplePlan, deck)

/** The first 90 cards of the example's deck, one draw per hour. */
export const exampleDraws: readonly PublishedDraw[] = Array.from({ length: 90 }, (_, index) => ({
  position: index + 1,
  prize: deck[index] ?? 0,
  code_hash: codeHashOf(nodeHash, { campaign_id: examplePlan.campaign_id, code: `code ${index}` }),
  drawn_at: new Date(Date.UTC(2026, 10, 20, 13 + index)).toISOString(),
}))

const headsOfExample = exampleDraws.reduce(
  (heads, draw) => [...heads, nextHead(nodeHash, heads.at(-1) ?? '', draw)],
  [commitment],
)

/** The example's deck as published at the end, with a head per day. */
export const examplePublication: DeckPublication & { readonly seed: string } = {
  format: deckFormat,
  ...examplePlan,
  prizes: [...examplePlan.prizes],
  commitment,
  seed: toHex(seedOf(1)),
  heads: [24, 48, 72, 90].map((draws) => ({
    published_at: exampleDraws[draws - 1]?.drawn_at ?? '',
    draws,
    head: headsOfExample[draws] ?? '',
  })),
}
