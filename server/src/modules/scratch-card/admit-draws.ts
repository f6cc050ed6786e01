import { drawScratchCardCall } from '@clube/contract/scratch-card/calls.ts'
import { startOfClubDayAt } from '@clube/contract/kernel/club-time.ts'
import { formatCents } from '@clube/contract/kernel/money.ts'
import type { Tx } from '../../db/database.ts'
import { refusalsOf, type Refusal } from '../../kernel/refusal.ts'
import { findCodes, type StoredCode } from './code-store.ts'
import type { DrawBatch, FreshDraw } from './draw-batch.ts'
import type { ScratchDeck } from './deck.ts'
import type { ScratchCardDeps, ScratchServices } from './deps.ts'
import { countDrawsSince } from './draw-store.ts'
import { guessCharges, lockKeysOf } from './guess-keys.ts'
import type { ScratchCampaign } from './scratch-campaign.ts'
import type { ReceiptUses } from './use-receipts.ts'

const refuse = refusalsOf(drawScratchCardCall)

/** A request that may draw a card; `code_id` is null if receipts earned the card. */
export type Admitted = { readonly request: FreshDraw; readonly code_id: string | null }

type Admission = Pick<DrawBatch, 'fresh' | 'sources' | 'wrong' | 'now'> & {
  readonly deck: ScratchDeck
  readonly campaign: ScratchCampaign
  readonly uses: ReceiptUses
  readonly reject: (request: FreshDraw, refusal: Refusal) => void
}

/** The requests whose code or receipts and limits permit a draw, in order. */
export const admitDraws = async (
  deps: ScratchCardDeps & Pick<ScratchServices, 'limits'>,
  tx: Tx,
  input: Admission,
): Promise<Admitted[]> => {
  const { fresh, deck, campaign, wrong, now, reject } = input
  const codes = await findCodesOf(tx, fresh)
  const locked = await judgeCodes(deps, tx, { ...input, codes })
  const { limit_per_day: limit } = campaign.settings
  const counts = new Map(
    limit === null
      ? []
      : await countDrawsSince(tx, {
          deck_id: deck.id,
          customer_ids: fresh.map(({ transaction }) => transaction.customer_id),
          since: startOfClubDayAt(now, deps.time_zone),
        }),
  )
  const taken = new Set<string>()
  let free = deck.cards - deck.codes
  const admitted: Admitted[] = []
  for (const request of fresh) {
    const { customer_id } = request.transaction
    const code = codes.get(request)
    const draws = counts.get(customer_id) ?? 0
    const lockedUntil = locked.get(request)
    const refusal = isEarned(request)
      ? receiptsRefusal(request, { ...input, free })
      : codeRefusal(code, { taken, lockedUntil, input, request })
    if (refusal) {
      if (!isEarned(request) && !lockedUntil && isWrong(code, request)) wrong.add(refusal)
      reject(request, refusal)
    } else if (limit !== null && draws >= limit)
      reject(request, refuse('scratch-card.daily-limit', { n: limit }))
    else {
      if (code) taken.add(code.id)
      else free -= 1
      counts.set(customer_id, draws + 1)
      admitted.push({ request, code_id: code?.id ?? null })
    }
  }
  return admitted
}

/** Whether the card is earned by receipts. */
const isEarned = ({ body }: FreshDraw): boolean => body.code_index === ''

type Codes = ReadonlyMap<FreshDraw, StoredCode>

const findCodesOf = async (tx: Tx, fresh: readonly FreshDraw[]): Promise<Codes> => {
  const coded = fresh.filter((request) => !isEarned(request))
  const stored = await findCodes(
    tx,
    coded.map(({ body }) => Buffer.from(body.code_index, 'hex')),
  )
  const byIndex = new Map(stored.map((code) => [code.code_index.toString('hex'), code]))
  return new Map(
    coded.flatMap((request): [FreshDraw, StoredCode][] => {
      const code = byIndex.get(request.body.code_index)
      return code ? [[request, code]] : []
    }),
  )
}

/** Whether the code is a guess: it does not exist, or belongs to another person. */
const isWrong = (code: StoredCode | undefined, { transaction }: FreshDraw): boolean =>
  code === undefined || (code.customer_id !== null && code.customer_id !== transaction.customer_id)

/** Counts wrong codes. @returns the requests that must not learn whether their code is right, and until when */
const judgeCodes = async (
  { limits, vault }: Pick<ScratchCardDeps, 'vault'> & Pick<ScratchServices, 'limits'>,
  tx: Tx,
  { fresh, sources, codes, now }: Pick<Admission, 'fresh' | 'sources' | 'now'> & { codes: Codes },
): Promise<ReadonlyMap<FreshDraw, Date>> => {
  const coded = fresh.filter((request) => !isEarned(request))
  const verdicts = await limits.within(tx).judgeGuesses(
    coded.map((request) => {
      const source = sources.get(request.transaction.id)
      if (!source) throw new Error('The source of a request was not found')
      return {
        locks: lockKeysOf(vault, request.actor, source),
        charges: guessCharges(source),
        is_wrong: isWrong(codes.get(request), request),
      }
    }),
    now,
  )
  return new Map(
    coded.flatMap((request, index): [FreshDraw, Date][] => {
      const until = verdicts[index]
      return until ? [[request, until]] : []
    }),
  )
}

const minuteMs = 60_000

const codeRefusal = (
  code: StoredCode | undefined,
  {
    taken,
    lockedUntil,
    input: { deck, now },
    request,
  }: { taken: ReadonlySet<string>; lockedUntil: Date | undefined; input: Admission; request: FreshDraw },
): Refusal | null => {
  if (lockedUntil)
    return refuse('scratch-card.too-many-attempts', {
      m: Math.ceil((lockedUntil.getTime() - now.getTime()) / minuteMs),
    })
  if (!code || isWrong(code, request) || code.state === 'void') return refuse('scratch-card.invalid-code')
  if (code.deck_id !== deck.id) return refuse('scratch-card.other-campaign')
  return code.state === 'used' || taken.has(code.id) ? refuse('scratch-card.code-used') : null
}

const receiptsRefusal = (
  { transaction }: FreshDraw,
  { uses, free }: Pick<Admission, 'uses'> & { free: number },
): Refusal | null => {
  const use = uses.get(transaction.id)
  switch (use?.kind) {
    case undefined:
      // The campaign's cards are not earned by receipts, so a code is missing.
      return refuse('scratch-card.invalid-code')
    case 'missing':
      return refuse('scratch-card.missing-receipts', { missing: formatCents(use.missing_cents) })
    case 'daily-limit':
      return refuse('scratch-card.receipts-daily-limit', { n: use.limit_per_day })
    case 'used':
      return free > 0 ? null : refuse('scratch-card.no-cards-for-receipts')
    default:
      return use satisfies never
  }
}
