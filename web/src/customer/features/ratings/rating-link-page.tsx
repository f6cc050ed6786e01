import { readRatingLinkCall, saveRatingByLinkCall } from '@clube/contract/ratings/calls.ts'
import { useState } from 'react'
import { useParams } from 'wouter'
import { LinkButton } from '../../../parts/link-button.tsx'
import { Page } from '../../../parts/page/page.tsx'
import { useCallQuery } from '../../../parts/use-call-query.ts'
import { paths } from '../../../platform/navigation/paths.ts'
import { LoadedRating } from './rating-view.tsx'

/**
 * Linked from the e-mail that asks for a rating, without a session. Opening the page changes nothing, because mail servers
 * open links too. The signature is the fragment, which no server log contains.
 */
export function RatingLinkPage() {
  const { purchase: purchase_id } = useParams<{ purchase: string }>()
  const [token] = useState(() => window.location.hash.slice(1))
  const link = { purchase_id, token }
  const query = useCallQuery(
    ['rating-link', purchase_id],
    (send, signal) => send(readRatingLinkCall, { body: link, signal }),
    { staleTime: Number.POSITIVE_INFINITY, gcTime: 0, refetchOnWindowFocus: false },
  )
  return (
    <Page title="Como foi a sua compra?" width="text">
      <LoadedRating
        query={query}
        save={(send, answer) => send(saveRatingByLinkCall, { body: { ...link, ...answer } })}
        next={<LinkButton href={paths.home}>Ir para o clube</LinkButton>}
      />
    </Page>
  )
}
