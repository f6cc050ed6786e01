import { buildDeck, commitmentOf, type Deck } from '@clube/contract/scratch-card/deck.ts'
import { codeHashOf, nextHead } from '@clube/contract/scratch-card/draw-chain.ts'
import type { Db } from '../../db/database.ts'
import { listStoredResponses, type StoredResponse } from '../campaigns/index.ts'
import type { Finding, Proof } from '../proofs/index.ts'
import { openCard, openSeed } from './card-at-rest.ts'
import { digitalCodeOf } from './code-at-rest.ts'
import { planOf, type ScratchDeck } from './deck.ts'
import { findDeck, listCards } from './deck-store.ts'
import type { ScratchCardDeps } from './deps.ts'
import { nodeHash } from './node-hash.ts'
import { findCountErrors, findDeckAfter, findHeadErrors, listDrawsToProve } from './proof-store.ts'
import { findScratchCampaign } from './scratch-campaign.ts'

type ProofDeps = Pick<ScratchCardDeps, 'vault'> & { readonly db: Db }

/** Opening cards is CPU-bound: a step must not delay other requests. */
const positionsPerStep = 1000

/** A revealed deck no longer changes. */
const recentMs = 2 * 24 * 3_600_000

const checks = {
  'deck-is-committed': 'A semente e os prêmios de uma raspadinha não produzem o resumo do baralho lacrado.',
  'card-is-sealed': 'Um cartão guardado de uma raspadinha não é o do baralho lacrado.',
  'draw-matches-card': 'O prêmio de um sorteio de raspadinha não é o do cartão.',
  'chain-is-unbroken': 'Um sorteio de raspadinha não continua a cadeia do anterior.',
  'published-head-matches-draw':
    'Um resumo já publicado de uma raspadinha não é o do sorteio até o qual vale.',
  'deck-head-is-last-draw': 'O resumo atual de um baralho não é o do seu último sorteio.',
  'response-matches-draw': 'A resposta que o cliente recebeu não tem a posição e o resumo do sorteio.',
  'digital-code-matches-draw': 'O código digital de um sorteio não é o que a cadeia registra.',
  'drawn-matches-draws': 'O número de cartões sorteados de um baralho não é o de seus sorteios.',
  'used-codes-match-draws': 'O número de códigos usados de um baralho não é o de seus sorteios.',
  'codes-are-counted': 'O número de códigos de um baralho não é o de seus códigos válidos.',
  'awarded-matches-draws': 'O número de prêmios ganhos não é o dos sorteios com o prêmio.',
  'draw-has-award': 'Os sorteios com um prêmio não têm cada um o seu prêmio na carteira de alguém.',
} as const

/** A finding that compares no numbers. */
const findingOf = (check: keyof typeof checks, subject: string): Finding => ({
  check,
  subject,
  expected: null,
  found: null,
})

/**
 * The proof of decks: rebuilt from their seeds, compared with every card, draw and head, counters included. A recent
 * pass checks the decks that are sealed, and those revealed in the last two days.
 */
export const createDeckProof = (deps: ProofDeps): Proof => {
  // Building a large deck takes a quarter of a second, so it is done once per deck and pass. Passes are not concurrent.
  let built: BuiltDeck | null = null
  return {
    name: 'scratch-decks',
    title: 'Raspadinhas: baralhos, sorteios e prêmios',
    checks,
    step: async ({ kind, position, now }) => {
      const [reached = null, start = null] = position?.split(' ') ?? []
      const since = kind === 'recent' ? new Date(now.getTime() - recentMs) : null
      const campaign_id = start === null ? await findDeckAfter(deps.db, { after: reached, since }) : reached
      if (campaign_id === undefined || campaign_id === null) {
        built = null
        return { findings: [], next: { kind: 'end', mark: null } }
      }
      const first = start === null ? 1 : Number(start)
      const rebuilt = await rebuildDeck(deps, campaign_id, first === 1 ? null : built)
      built = rebuilt
      return {
        findings: rebuilt ? await verifyPositions(deps, rebuilt, first) : [],
        next: { kind: 'more', position: nextPosition(campaign_id, first, rebuilt?.deck.cards ?? 0) },
      }
    },
  }
}

/** The campaign alone when all of its positions were verified. */
const nextPosition = (campaign_id: string, first: number, cards: number): string => {
  const next = first + positionsPerStep
  return next > cards ? campaign_id : `${campaign_id} ${next}`
}

/** A stored deck with what its seed produces. */
type BuiltDeck = {
  readonly deck: ScratchDeck
  readonly expected: Deck
  readonly isCommitted: boolean
}

/** @param built an earlier step's deck, which is reused if it is still the stored one */
const rebuildDeck = async (
  { db, vault }: ProofDeps,
  campaign_id: string,
  built: BuiltDeck | null = null,
): Promise<BuiltDeck | null> => {
  const deck = await findDeck(db, campaign_id)
  if (deck && built?.deck.id === deck.id) return { ...built, deck }
  const campaign = await findScratchCampaign(db, campaign_id)
  if (!deck || !campaign) return null
  const plan = planOf(campaign_id, campaign.settings, deck.days)
  const seed = openSeed(vault, campaign_id, deck.seed_sealed)
  const expected = buildDeck(nodeHash, seed, plan)
  const isCommitted = commitmentOf(nodeHash, seed, plan, expected) === deck.commitment.toString('hex')
  return { deck, expected, isCommitted }
}

const verifyPositions = async (deps: ProofDeps, rebuilt: BuiltDeck, first: number): Promise<Finding[]> => {
  const { deck, isCommitted } = rebuilt
  const findings = [
    ...(await findCardErrors(deps, { ...rebuilt, first })),
    ...(await findChainErrors(deps, { ...rebuilt, first })),
  ]
  if (first > 1) return findings
  if (!isCommitted) findings.push(findingOf('deck-is-committed', deck.campaign_id))
  return [
    ...findings,
    ...(await findHeadErrors(deps.db, deck.id)),
    ...(await findCountErrors(deps.db, deck.id)),
  ]
}

/** Verifies a whole deck before it is sealed. @throws when it is damaged */
export const requireIntactDeck = async (deps: ProofDeps, campaign_id: string): Promise<void> => {
  const rebuilt = await rebuildDeck(deps, campaign_id)
  if (!rebuilt) throw new Error('The prepared deck was not found')
  for (let first = 1; first <= rebuilt.deck.cards; first += positionsPerStep) {
    const [finding] = await verifyPositions(deps, rebuilt, first)
    if (finding) throw new Error(`The prepared deck is damaged: ${finding.check} ${finding.subject}`)
  }
}

type Slice = BuiltDeck & { readonly first: number }

const findCardErrors = async (
  { db, vault }: ProofDeps,
  { deck, expected, first }: Slice,
): Promise<Finding[]> => {
  const { campaign_id, commitment } = deck
  const cards = await listCards(db, { deck_id: deck.id, first, limit: positionsPerStep })
  const stored = new Map(cards.map((card) => [card.position, card.prize_sealed]))
  const findings: Finding[] = []
  for (let position = first; position < first + positionsPerStep && position <= deck.cards; position += 1) {
    const sealed = stored.get(position)
    if (!sealed || !opensTo(vault, { commitment, position }, sealed, expected[position - 1]))
      findings.push(findingOf('card-is-sealed', `${campaign_id}/${position}`))
  }
  return findings
}

const opensTo = (
  vault: ScratchCardDeps['vault'],
  place: { commitment: Buffer; position: number },
  sealed: Buffer,
  expected: number | undefined,
): boolean => {
  try {
    return openCard(vault, place, sealed) === expected
  } catch {
    return false
  }
}

const findChainErrors = async (
  { db, vault }: ProofDeps,
  { deck, expected, first }: Slice,
): Promise<Finding[]> => {
  const { campaign_id, id: deck_id } = deck
  const [before] = first === 1 ? [] : await listDrawsToProve(db, { deck_id, first: first - 1, limit: 1 })
  const draws = await listDrawsToProve(db, { deck_id, first, limit: positionsPerStep })
  const responses = await listStoredResponses(
    db,
    draws.map(({ transaction_id }) => transaction_id),
  )
  let head = (before ?? { head: deck.commitment }).head.toString('hex')
  const findings: Finding[] = []
  draws.forEach((draw, index) => {
    const { position, prize_number, drawn_at } = draw
    const prize = prize_number ?? 0
    const subject = `${campaign_id}/${position}`
    const code_hash = draw.code_hash.toString('hex')
    const stored = draw.head.toString('hex')
    head = nextHead(nodeHash, head, { position, prize, code_hash, drawn_at: drawn_at.toISOString() })
    if (prize !== expected[position - 1]) findings.push(findingOf('draw-matches-card', subject))
    if (position !== first + index || head !== stored) findings.push(findingOf('chain-is-unbroken', subject))
    if (!isResponseOf(responses.get(draw.transaction_id), { position, head: stored }))
      findings.push(findingOf('response-matches-draw', subject))
    if (draw.code_kind === 'digital') {
      const code = digitalCodeOf(vault, draw.code_id)
      if (codeHashOf(nodeHash, { campaign_id, code }) !== code_hash)
        findings.push(findingOf('digital-code-matches-draw', subject))
    }
    // One finding per broken link.
    head = stored
  })
  return findings
}

/** Whether a stored response is that of a draw; one that was erased with the account cannot be compared. */
const isResponseOf = (
  response: StoredResponse | undefined,
  draw: { position: number; head: string },
): boolean => {
  if (response?.is_erased) return true
  const { position, head } = (response?.response ?? {}) as { position?: unknown; head?: unknown }
  return position === draw.position && head === draw.head
}
