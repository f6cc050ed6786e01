import { sha256OfHexAndText, type DeckHash } from './deck-hash.ts'

/** A draw as published at the end. */
export type PublishedDraw = {
  /** Position of the card in the deck, from 1. */
  readonly position: number
  /** Number of the prize on the card; 0 for a blank. */
  readonly prize: number
  readonly code_hash: string
  /** ISO instant. */
  readonly drawn_at: string
}

/** Fingerprint by which the holder of a code finds their draw. */
export const codeHashOf = (hash: DeckHash, { campaign_id, code }: { campaign_id: string; code: string }) =>
  sha256OfHexAndText(hash, '', `clube-scratch-code-1 ${campaign_id} ${code}`)

/** The published line of a draw, which the chain covers. */
export const drawLine = ({ position, prize, code_hash, drawn_at }: PublishedDraw): string =>
  `${position} ${prize} ${code_hash} ${drawn_at}`

const linePattern = /^([1-9]\d{0,8}) (0|[1-9]\d{0,4}) ([\da-f]{64}) (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)$/

/** Parses a published line; null when it is malformed. */
export const parseDrawLine = (line: string): PublishedDraw | null => {
  const match = linePattern.exec(line)
  if (!match) return null
  const [, position, prize, code_hash = '', drawn_at = ''] = match
  return { position: Number(position), prize: Number(prize), code_hash, drawn_at }
}

/**
 * The head of the chain after a draw: SHA-256(head ‖ line).
 * @param head the previous head in hexadecimal; the commitment for the first draw
 */
export const nextHead = (hash: DeckHash, head: string, draw: PublishedDraw): string =>
  sha256OfHexAndText(hash, head, drawLine(draw))

/** All heads of the chain, by number of draws: the commitment, then the head after each draw. */
export const chainOf = (hash: DeckHash, commitment: string, draws: readonly PublishedDraw[]): string[] => {
  const heads = [commitment]
  draws.forEach((draw, index) => heads.push(nextHead(hash, heads[index]!, draw)))
  return heads
}
