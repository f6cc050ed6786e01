/*
 * The route that draws a card with all that it computes itself, and memory instead of a database: it reads the code and its
 * fingerprint, the fingerprint of the session, opens the next sealed card, and adds the draw to the chain. It looks up
 * nothing, and keeps the used codes in memory.
 */
import { drawScratchCardCall } from '@clube/contract/scratch-card/calls.ts'
import { codeHashOf, nextHead } from '@clube/contract/scratch-card/draw-chain.ts'
import { parseScratchCode } from '@clube/contract/scratch-card/scratch-code.ts'
import { openCard, sealCard } from '../../server/src/modules/scratch-card/card-at-rest.ts'
import { codeIndexOf } from '../../server/src/modules/scratch-card/code-at-rest.ts'
import { nodeHash } from '../../server/src/modules/scratch-card/node-hash.ts'
import { fingerprint } from '../../server/src/modules/vault/index.ts'
import { vault } from './scratch-deck.ts'
import { serveDraws } from './serve-draws.ts'

const commitment = Buffer.alloc(32, 'c')
/** The deck repeats after its last card. */
const deck = Array.from({ length: 10_000 }, (_, index) =>
  sealCard(vault, { commitment, position: index + 1 }, index % 20 === 0 ? 1 : 0),
)
const used = new Set<string>()
let drawn = 0
let head = '0'.repeat(64)

await serveDraws(drawScratchCardCall, async ({ deck_id, token, transaction_id, code }) => {
  fingerprint(token)
  const parsed = parseScratchCode(code)
  if (parsed.kind === 'slip') throw new Error('The benchmark sent a slip')
  used.add(`${codeIndexOf(vault, parsed.code).toString('hex')} ${transaction_id}`)
  const position = (drawn % deck.length) + 1
  drawn += 1
  const prize = openCard(vault, { commitment, position }, deck[position - 1]!)
  const code_hash = codeHashOf(nodeHash, { campaign_id: deck_id, code: parsed.code })
  head = nextHead(nodeHash, head, { position, prize, code_hash, drawn_at: new Date().toISOString() })
  return position
})
