import type { OpenRating, SavedRating, unanswerableRefusals } from '@clube/contract/ratings/calls.ts'
import { bandOf } from '@clube/contract/ratings/rating.ts'
import { useState, type ReactNode } from 'react'
import { EmptyState } from '../../../kit/feedback/empty-state.tsx'
import { failureOf } from '../../../parts/call-failed.ts'
import { Loaded, type QueryState } from '../../../parts/club-data/loaded.tsx'
import { explain } from '../../../platform/api/explain.ts'
import { RatingForm, type RatingAnswer } from './rating-form.tsx'
import { ServiceOffer } from './service-offer.tsx'
import type { Send } from '../../../platform/api/client.ts'
import type { Failure, Sent } from '../../../platform/api/failure.ts'

type RatingProps = {
  save: (send: Send, answer: RatingAnswer) => Promise<Sent<SavedRating>>
  /** Where to go afterwards. */
  next: ReactNode
}

type View = { kind: 'form' } | { kind: 'saved'; saved: SavedRating } | { kind: 'ended'; message: string }

/** Refusals after which the form no longer applies. */
const endingCodes: readonly string[] = [
  'ratings.already-rated',
  'ratings.expired',
  'ratings.withdrawn',
  'ratings.unknown',
  'ratings.unknown-link',
] satisfies readonly (keyof typeof unanswerableRefusals | 'ratings.unknown' | 'ratings.unknown-link')[]

/** Why a purchase cannot be rated, now or ever; null for failures after which another attempt may succeed. */
function endOf(failure: Failure): string | null {
  if (failure.kind !== 'refused' || !endingCodes.includes(failure.code ?? '')) return null
  return explain(failure, { place: 'endpoint' }).toast?.message ?? null
}

/** The purchase to rate, once it is loaded; one that cannot be rated offers no further attempt. */
export function LoadedRating({ query, ...rating }: RatingProps & { query: QueryState<OpenRating> }) {
  const end = query.data === undefined && query.error ? endOf(failureOf(query.error)) : null
  if (end !== null) return <Ended next={rating.next}>{end}</Ended>
  return (
    <Loaded query={query} loadingText="Carregando a compra">
      {(purchase) => <RatingView purchase={purchase} {...rating} />}
    </Loaded>
  )
}

/** The form of a purchase, then the thanks; for a rating from 0 to 6 with the way to customer service. */
function RatingView({ purchase, save, next }: RatingProps & { purchase: OpenRating }) {
  const [view, setView] = useState<View>({ kind: 'form' })
  switch (view.kind) {
    case 'form':
      return (
        <RatingForm
          purchase={purchase}
          save={save}
          onSaved={(saved) => setView({ kind: 'saved', saved })}
          onFailure={(failure) => {
            const message = endOf(failure)
            if (message === null) return false
            setView({ kind: 'ended', message })
            return true
          }}
        />
      )
    case 'saved':
      return (
        <div className="stack" role="status">
          <EmptyState illustration="success" action={next}>
            Obrigado! A sua avaliação foi enviada.
          </EmptyState>
          {bandOf(view.saved.rating) === 'detractor' && <ServiceOffer purchase={view.saved} />}
        </div>
      )
    case 'ended':
      return <Ended next={next}>{view.message}</Ended>
    default:
      return view satisfies never
  }
}

const Ended = ({ next, children }: { next: ReactNode; children: string }) => (
  <div role="alert">
    <EmptyState illustration="receipt" action={next}>
      {children}
    </EmptyState>
  </div>
)
