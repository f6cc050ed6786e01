import { readOpenRatingCall, saveRatingCall } from '@clube/contract/ratings/calls.ts'
import { useParams } from 'wouter'
import { LinkButton } from '../../../parts/link-button.tsx'
import { Page } from '../../../parts/page/page.tsx'
import { useCallQuery } from '../../../parts/use-call-query.ts'
import { paths } from '../../../platform/navigation/paths.ts'
import { LoadedRating } from './rating-view.tsx'

/** Rates one purchase of the person who is signed in. */
export function RatingPage() {
  const { purchase: purchase_id } = useParams<{ purchase: string }>()
  // Kept after the answer, when the purchase can no longer be read.
  const query = useCallQuery(
    ['open-rating', purchase_id],
    (send, signal) => send(readOpenRatingCall, { query: { purchase_id }, signal }),
    { staleTime: Number.POSITIVE_INFINITY, gcTime: 0, refetchOnWindowFocus: false },
  )
  return (
    <Page title="Como foi a sua compra?" width="text" back={{ href: paths.receipts, label: 'Minhas notas' }}>
      <LoadedRating
        query={query}
        save={(send, answer) => send(saveRatingCall, { body: { purchase_id, ...answer } })}
        next={<LinkButton href={paths.receipts}>Ver minhas notas</LinkButton>}
      />
    </Page>
  )
}
