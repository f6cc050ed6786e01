import * as z from 'zod/mini'
import { buildDeck, commitmentOf, deckFormat, type DeckPlan } from './deck.ts'
import { fromHex, type DeckHash } from './deck-hash.ts'
import { chainOf, type PublishedDraw } from './draw-chain.ts'

const digestSchema = z.string().check(z.regex(/^[\da-f]{64}$/))
const countSchema = z.int().check(z.nonnegative())

/** What is published about a deck: the seed at the end, heads daily, everything else from the seal on. */
export const deckPublicationSchema = z.strictObject({
  format: z.literal(deckFormat),
  campaign_id: z.string(),
  cards: countSchema,
  days: countSchema,
  prizes: z.array(z.strictObject({ quantity: countSchema, value_cents: countSchema, title: z.string() })),
  commitment: digestSchema,
  /** Null until the end. */
  seed: z.nullable(digestSchema),
  /** Heads of the chain after a number of draws, in order: one per day, and the last one. */
  heads: z.array(z.strictObject({ published_at: z.string(), draws: countSchema, head: digestSchema })),
})
export type DeckPublication = z.infer<typeof deckPublicationSchema>

/** Why a publication is not consistent. */
export type DeckError =
  /** Seed and prize list do not produce the deck of the commitment. */
  | { readonly kind: 'commitment' }
  /** A draw is missing, repeated or not in order. */
  | { readonly kind: 'order'; readonly position: number }
  /** A draw has a different prize than its card. */
  | { readonly kind: 'prize'; readonly position: number }
  /** A draw is earlier than the one before it. */
  | { readonly kind: 'time'; readonly position: number }
  /** A code has two draws. */
  | { readonly kind: 'code'; readonly position: number }
  /** A published head differs from the chain. */
  | { readonly kind: 'head'; readonly draws: number }

/**
 * Verifies a revealed deck and its draws: rebuilds the deck from the seed and the chain from the draws.
 * Only a copy or a head kept since the campaign can show that the publication has not been replaced.
 * @param heads the heads of the chain, computed from the draws by default
 * @throws {RangeError} when no deck can be built from the publication
 */
export const findDeckErrors = (
  hash: DeckHash,
  publication: DeckPublication & { readonly seed: string },
  draws: readonly PublishedDraw[],
  heads: readonly string[] = chainOf(hash, publication.commitment, draws),
): DeckError[] => {
  const plan: DeckPlan = publication
  const seed = fromHex(publication.seed)
  const deck = buildDeck(hash, seed, plan)
  const errors: DeckError[] = []
  if (commitmentOf(hash, seed, plan, deck) !== publication.commitment) errors.push({ kind: 'commitment' })

  const codes = new Set<string>()
  let previous = ''
  draws.forEach((draw, index) => {
    const position = index + 1
    if (draw.position !== position) errors.push({ kind: 'order', position })
    if (draw.prize !== deck[draw.position - 1]) errors.push({ kind: 'prize', position: draw.position })
    if (draw.drawn_at < previous) errors.push({ kind: 'time', position })
    if (codes.has(draw.code_hash)) errors.push({ kind: 'code', position })
    codes.add(draw.code_hash)
    previous = draw.drawn_at
  })
  for (const { draws: count, head } of publication.heads)
    if (heads[count] !== head) errors.push({ kind: 'head', draws: count })
  if (publication.heads.at(-1)?.draws !== draws.length) errors.push({ kind: 'head', draws: draws.length })
  return errors
}
