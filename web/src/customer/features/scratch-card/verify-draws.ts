import {
  findDeckErrors,
  type DeckError,
  type DeckPublication,
} from '@clube/contract/scratch-card/deck-publication.ts'
import { chainOf, parseDrawLine, type PublishedDraw } from '@clube/contract/scratch-card/draw-chain.ts'
import { pureHash } from './pure-hash.ts'

/** What the proof page verifies, each as a sentence on it. */
export const proofChecks = ['deck', 'prizes', 'order', 'heads'] as const
export type ProofCheck = (typeof proofChecks)[number]

/** A revealed deck and its published draws. */
export type ProofTask = {
  readonly publication: DeckPublication & { readonly seed: string }
  /** One draw per line. */
  readonly draws: string
}

/** Which checks passed, and how many draws there are. */
export type ProofResult = {
  readonly passed: Readonly<Record<ProofCheck, boolean>>
  readonly draws: number
  /** The chain of the published draws, by number of draws; empty if a draw is malformed. */
  readonly chain: readonly string[]
}

/** The check that fails with each kind of error. */
const checkOf = {
  commitment: 'deck',
  prize: 'prizes',
  order: 'order',
  time: 'order',
  code: 'order',
  head: 'heads',
} as const satisfies Record<DeckError['kind'], ProofCheck>

const nonePassed = { deck: false, prizes: false, order: false, heads: false }

/** The draws of a published file; null if a line is malformed. */
export function parseDraws(text: string): PublishedDraw[] | null {
  const draws: PublishedDraw[] = []
  for (const line of text.split('\n')) {
    if (line === '') continue
    const draw = parseDrawLine(line)
    if (!draw) return null
    draws.push(draw)
  }
  return draws
}

/** Rebuilds deck and chain, and compares them with what was published. Can take seconds: run it in a worker. */
export function verifyDraws({ publication, draws: text }: ProofTask): ProofResult {
  const draws = parseDraws(text)
  if (!draws) return { passed: nonePassed, draws: 0, chain: [] }
  const chain = chainOf(pureHash, publication.commitment, draws)
  try {
    const failed = new Set(
      findDeckErrors(pureHash, publication, draws, chain).map(({ kind }) => checkOf[kind]),
    )
    const passed = Object.fromEntries(proofChecks.map((check) => [check, !failed.has(check)]))
    return { passed: { ...nonePassed, ...passed }, draws: draws.length, chain }
  } catch {
    // No deck can be built from what was published.
    return { passed: nonePassed, draws: draws.length, chain }
  }
}
