import type { ReactNode } from 'react'
import { Section } from '../../../kit/page/section.tsx'
import { useOpenRatings } from '../../../parts/club-data/use-open-ratings.ts'
import { unreadTicketsText, useUnreadTickets } from '../../../parts/club-data/use-unread-tickets.ts'
import { useReceipts } from '../../../parts/club-data/use-receipts.ts'
import { ForwardLink } from '../../../parts/forward-link/forward-link.tsx'
import { useSettled } from '../../../parts/use-settled.ts'
import { formatTimeLeft, useServerNow } from '../../../parts/voucher/countdown.tsx'
import { useClub } from '../../../platform/app/app-context.tsx'
import { paths } from '../../../platform/navigation/paths.ts'
import { readReceiptsSeen } from '../../../platform/storage/receipts-seen.ts'
import type { NowEntry } from '../../promotions/promotion.ts'
import { useNowEntries } from '../../promotions/promotions.ts'
import { ratingEntries } from './rating-entries.ts'
import { receiptEntries } from './receipt-entries.ts'
import css from './home.module.css'

/**
 * *Agora*: what concerns the person now, soonest deadline first, and below it the rest of the page, which would move if it
 * were shown earlier. Renders only the rest without entries.
 */
export function NowStrip({ skeleton, children }: { skeleton: ReactNode; children: ReactNode }) {
  const now = useServerNow()
  const receipts = useReceipts()
  const purchases = useOpenRatings()
  const unread = useUnreadTickets()
  const promotions = useNowEntries()
  const context = { nowMs: now, seenMs: readReceiptsSeen(), rules: useClub().points }
  const isSettled = useSettled(
    promotions.isLoading || [receipts, purchases, unread].some(({ isLoading }) => isLoading),
  )
  if (!isSettled) return skeleton
  const entries = [
    ...promotions.entries,
    ...serviceEntries(unread.data?.count ?? 0),
    ...receiptEntries(receipts.data ?? [], context),
    ...ratingEntries(purchases.data ?? []),
  ]
    .filter(({ until }) => until === null || Date.parse(until) >= now)
    .toSorted((a, b) => endMsOf(a) - endMsOf(b))
  return (
    <>
      {entries.length > 0 && <Entries entries={entries} now={now} />}
      {children}
    </>
  )
}

function Entries({ entries, now }: { entries: readonly NowEntry[]; now: number }) {
  return (
    <Section title="Agora" className={`stack ${css.now}`}>
      <ul className={`stack ${css.entries}`}>
        {entries.map(({ until, ...entry }) => (
          <li key={`${entry.title} ${entry.text}`}>
            <ForwardLink
              {...entry}
              variant="main"
              clock={until === null ? undefined : formatTimeLeft(Date.parse(until) - now)}
            />
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** Answers of customer service that were not read. */
const serviceEntries = (unread: number): NowEntry[] =>
  unread === 0
    ? []
    : [
        {
          href: paths.service,
          until: null,
          title: 'A equipe respondeu',
          text: `${unreadTicketsText(unread)} em Meus atendimentos.`,
        },
      ]

const lastMs = Number.MAX_SAFE_INTEGER

const endMsOf = ({ until }: NowEntry): number => (until === null ? lastMs : Date.parse(until))
