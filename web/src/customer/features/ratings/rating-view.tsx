import type { OpenRating, SavedRating, unanswerableRefusals } from '@clube/contract/ratings/calls.ts'
import { bandOf } from '@clube/contract/ratings/rating.ts'
import { useState, type ReactNode } from 'react'
import { EmptyState } from '../../../kit/feedback/empty-state.tsx'
import { explain } from '../../../platform/api/explain.ts'
import { RatingForm, type RatingAnswer } from './rating-form.tsx'
import { ServiceOffer } from './service-offer.tsx'
import type { Send } from '../../../platform/api/client.ts'
import type { Sent } from '../../../platform/api/failure.ts'

type RatingViewProps = {
  purchase: OpenRating
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

/** The form of a purchase, then the thanks; for a rating from 0 to 6 with the way to customer service. */
export function RatingView({ purchase, save, next }: RatingViewProps) {
  const [view, setView] = useState<View>({ kind: 'form' })
  switch (view.kind) {
    case 'form':
      return (
        <RatingForm
          purchase={purchase}
          save={save}
          onSaved={(saved) => setView({ kind: 'saved', saved })}
          onFailure={(failure) => {
            if (failure.kind !== 'refused' || !endingCodes.includes(failure.code ?? '')) return false
            const message = explain(failure, { place: 'endpoint' }).toast?.message
            if (message === undefined) return false
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
      return (
        <div role="alert">
          <EmptyState illustration="receipt" action={next}>
            {view.message}
          </EmptyState>
        </div>
      )
    default:
      return view satisfies never
  }
}
