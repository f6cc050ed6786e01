import * as z from 'zod/mini'
import { serverNow } from '../../../platform/clock/server-clock.ts'
import { currentSession } from '../../../platform/session/session-store.ts'
import { draftKey, draftMaxDays, eraseDraft, readDraft, saveDraft } from '../../../platform/storage/drafts.ts'
import { isKiosk } from '../../../platform/storage/service-channel.ts'

type CardId = { readonly campaign_id: string; readonly position: number }

const schema = z.object({
  /** Drawn and not scratched yet. */
  covered: z.array(z.string()),
  /** When a request was sent that got no response: a card drawn since then was never seen. */
  sent_at: z.nullable(z.string()),
})
type Covered = z.infer<typeof schema>

/** The clocks of two servers may differ by this much. */
const toleranceMs = 5_000

const idOf = ({ campaign_id, position }: CardId): string => `${campaign_id}/${position}`

/** The storage key, removed on sign-out. Null at a kiosk, which stores nothing, and in a passwordless session. */
function keyOf(): string | null {
  const session = currentSession()
  const account_id = session.kind === 'signedIn' ? session.account_id : undefined
  return isKiosk() || account_id === undefined ? null : draftKey(`customer/${account_id}`, 'scratch-cards')
}

const none: Covered = { covered: [], sent_at: null }

function change(edit: (stored: Covered) => Covered): void {
  const key = keyOf()
  if (key === null) return
  const next = edit(readDraft(key, schema) ?? none)
  if (next.covered.length === 0 && next.sent_at === null) eraseDraft(key)
  else saveDraft(key, next, draftMaxDays)
}

/** Which of the person's cards are still to be scratched on this device. The result of each is fixed already. */
export const coveredCards = {
  /** Before a request that draws a card. */
  expect: (): void =>
    change(({ covered, sent_at }) => ({ covered, sent_at: sent_at ?? new Date(serverNow()).toISOString() })),
  /** The request was refused: nothing was drawn. */
  expectNone: (): void => change(({ covered }) => ({ covered, sent_at: null })),
  add: (card: CardId): void =>
    change(({ covered }) => ({ covered: [...new Set([...covered, idOf(card)])], sent_at: null })),
  /** Once it is scratched, or its result was shown. */
  remove: (card: CardId): void =>
    change(({ covered, sent_at }) => ({ covered: covered.filter((id) => id !== idOf(card)), sent_at })),
  /** Turns cards of requests without a response into covered ones. */
  settle: (cards: readonly (CardId & { readonly drawn_at: string })[]): void => {
    const key = keyOf()
    const sent_at = key === null ? null : (readDraft(key, schema)?.sent_at ?? null)
    if (sent_at === null) return
    const since = Date.parse(sent_at) - toleranceMs
    for (const card of cards) if (Date.parse(card.drawn_at) >= since) coveredCards.add(card)
    coveredCards.expectNone()
  },
  has: (card: CardId): boolean => {
    const key = keyOf()
    return key !== null && (readDraft(key, schema)?.covered ?? []).includes(idOf(card))
  },
}
