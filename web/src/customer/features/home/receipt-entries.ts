import type { PointsRules } from '@clube/contract/club/points-rules.ts'
import {
  belowOnePointText,
  isBelowOnePoint,
  type Receipt,
  type ReceiptState,
} from '@clube/contract/receipts/receipt.ts'
import { formatCents } from '../../../parts/money.ts'
import { formatPoints } from '@clube/contract/kernel/count-formats.ts'
import { paths } from '../../../platform/navigation/paths.ts'
import type { NowEntry } from '../../promotions/promotion.ts'

/** How long a decision is shown, unless the person opens *Minhas notas* sooner. */
const shownMs = 3 * 86_400_000

/** Decisions of staff, in the singular and the plural; automatic ones are shown to the person at registration. */
const decisions = {
  approved: ['aprovada', 'aprovadas'],
  rejected: ['recusada', 'recusadas'],
  reversed: ['estornada', 'estornadas'],
} as const satisfies Partial<Record<ReceiptState, readonly [string, string]>>

type Decision = keyof typeof decisions
type EntryReceipt = Pick<
  Receipt,
  | 'state'
  | 'decided_at'
  | 'shop_name'
  | 'amount_cents'
  | 'points'
  | 'reason'
  | 'is_photo_requested'
  | 'current'
>
type Context = { nowMs: number; seenMs: number; rules: Pick<PointsRules, 'cents_per_point'> }

/** The entries about receipts: requested photos, and decisions. */
export const receiptEntries = (receipts: readonly EntryReceipt[], context: Context): NowEntry[] =>
  [photoRequestEntry(receipts), decidedEntry(receipts, context)].filter((entry) => entry !== null)

/** The receipts for which staff requested a photo, as one entry. */
function photoRequestEntry(receipts: readonly EntryReceipt[]): NowEntry | null {
  const [first, ...others] = receipts.filter(({ is_photo_requested }) => is_photo_requested)
  if (!first) return null
  const link = { href: paths.receipts, until: null }
  return others.length === 0
    ? {
        ...link,
        title: 'Falta a foto de uma nota',
        text: `${first.shop_name}, ${formatCents(first.amount_cents)}. Fotografe a nota para a equipe poder conferi-la.`,
      }
    : {
        ...link,
        title: `Faltam fotos de ${others.length + 1} notas`,
        text: 'Fotografe as notas para a equipe poder conferi-las.',
      }
}

/** The receipts that staff decided since the person last opened *Minhas notas*, unless sent again, as one entry. */
function decidedEntry(receipts: readonly EntryReceipt[], { nowMs, seenMs, rules }: Context): NowEntry | null {
  const decided = receipts.filter(
    ({ state, decided_at, current }) =>
      state in decisions &&
      current === null &&
      decided_at !== null &&
      Date.parse(decided_at) > Math.max(seenMs, nowMs - shownMs),
  )
  const [first] = decided
  if (!first) return null
  const link = { href: paths.receipts, until: null }
  if (decided.length === 1) {
    const state = first.state as Decision
    const outcome = state === 'approved' ? rewardOf(first, rules) : (first.reason ?? '')
    return {
      ...link,
      title: `Nota ${decisions[state][0]}`,
      text: `${first.shop_name}, ${formatCents(first.amount_cents)}. ${outcome}`.trim(),
    }
  }
  const counts = (Object.keys(decisions) as Decision[]).flatMap((decision) => {
    const count = decided.filter(({ state }) => state === decision).length
    return count === 0 ? [] : `${count} ${decisions[decision][count === 1 ? 0 : 1]}`
  })
  return { ...link, title: `${decided.length} notas analisadas`, text: `${counts.join(', ')}.` }
}

function rewardOf({ points, amount_cents }: EntryReceipt, rules: Context['rules']): string {
  if (points > 0) return `Vale ${formatPoints(points)}.`
  return isBelowOnePoint(rules, amount_cents) ? belowOnePointText : ''
}
