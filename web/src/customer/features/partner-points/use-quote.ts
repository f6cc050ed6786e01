import { quotePartnerPointsCall } from '@clube/contract/partner-points/calls.ts'
import { useState } from 'react'
import { useAction } from '../../../parts/use-action.ts'
import type { FailingForm } from '../../../platform/api/show-failure.ts'
import type { Quote } from './saved-redemption.ts'
import { partnersKey } from './use-partners.ts'

type QuoteRequest = {
  readonly pending: boolean
  /** Why there is no quote, apart from errors of the amount; null if the last request was not refused. */
  readonly refusal: string | null
  /** Asks for a quote. With a form, errors of the amount are shown on its field `points`. */
  readonly request: (points: number, form?: FailingForm) => Promise<void>
}

/** Quotes of a campaign, each requested by the person. */
export function useQuote(campaign_id: string, onQuote: (quote: Quote) => void): QuoteRequest {
  const { pending, run } = useAction()
  const [refusal, setRefusal] = useState<string | null>(null)
  const request = async (points: number, form?: FailingForm): Promise<void> => {
    setRefusal(null)
    await run((send) => send(quotePartnerPointsCall, { body: { campaign_id, points } }), {
      onSuccess: onQuote,
      onFailure: (failure) => {
        if (failure.kind !== 'refused') return false
        if (form && failure.errors.some(({ path }) => path === 'points')) return false
        setRefusal(failure.message)
        return true
      },
      // The rules, the link or the partner may have changed.
      refresh: [[...partnersKey, 'list']],
      ...(form && { form }),
    })
  }
  return { pending, refusal, request }
}
