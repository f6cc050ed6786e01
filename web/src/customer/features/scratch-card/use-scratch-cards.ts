import type { CampaignPage } from '@clube/contract/campaigns/campaign.ts'
import {
  drawScratchCardCall,
  listMyScratchCardsCall,
  type DrawnCard,
} from '@clube/contract/scratch-card/calls.ts'
import { readScratchOfferCall } from '@clube/contract/scratch-card/offer-calls.ts'
import { useState } from 'react'
import { useAction } from '../../../parts/use-action.ts'
import { useCallQuery } from '../../../parts/use-call-query.ts'
import { isResponse } from '../../../platform/api/failure.ts'
import { currentSession } from '../../../platform/session/session-store.ts'
import { participate } from '../../promotions/participate.ts'
import { coveredCards } from './covered-cards.ts'
import { removeCode } from './saved-code.ts'

const scratchKey = ['scratch-cards']

/** What changes when a card is drawn. */
const scratchDependentKeys = [scratchKey, ['credit'], ['points'], ['campaigns']]

/** The person's cards; those whose response was lost become cards to scratch. */
export const useMyCards = ({ enabled = true }: { enabled?: boolean } = {}) =>
  useCallQuery(
    [...scratchKey, 'mine'],
    async (send, signal) => {
      const sent = await send(listMyScratchCardsCall, { signal })
      if (sent.ok) coveredCards.settle(sent.data.drawn)
      return sent
    },
    { enabled },
  )

export const useScratchOffer = (campaign_id: string, { enabled = true }: { enabled?: boolean } = {}) =>
  useCallQuery(
    [...scratchKey, 'offer', campaign_id],
    (send, signal) => send(readScratchOfferCall, { query: { campaign_id }, signal }),
    { enabled },
  )

const lostMessage =
  'Não recebemos a resposta. Toque de novo: o código vale uma vez, e o resultado continua o mesmo.'

type DrawCard = {
  readonly pending: boolean
  /** Why the last draw was refused, apart from errors of the code; null if it was not refused. */
  readonly refusal: string | null
  /**
   * Draws a card with a typed code.
   * @returns the error of the code, if there is one
   */
  readonly drawTyped: (code: string) => Promise<string | undefined>
  /** Draws with the code of a card given at the desk, or with the receipts' credit if it is empty. */
  readonly drawOwn: (code: string) => Promise<void>
}

/** Sends the request that fixes the result of a card before anything is scratched. */
export function useDrawCard(
  { campaign_id, cd_identificador }: CampaignPage,
  onDrawn: (card: DrawnCard) => void,
): DrawCard {
  const { pending, run } = useAction()
  const [refusal, setRefusal] = useState<string | null>(null)
  const draw = async (alphanumero: string): Promise<string | undefined> => {
    setRefusal(null)
    let codeError: string | undefined
    const session = currentSession()
    const id = session.kind === 'signedIn' ? session.account_id : undefined
    coveredCards.expect()
    await run(
      (send) =>
        participate(
          send,
          { campaign_id, kind: 'scratch_card' },
          ({ transaction_id: transacao_id, service_channel }) =>
            send(drawScratchCardCall, {
              body: { id, alphanumero, cd_identificador, service_channel, transacao_id },
            }),
        ),
      {
        onSuccess: (card) => {
          removeCode()
          coveredCards.add(card)
          onDrawn(card)
        },
        onFailure: (failure) => {
          // Without a response a card may have been drawn; the same request again returns it.
          if (!isResponse(failure)) {
            setRefusal(lostMessage)
            return false
          }
          coveredCards.expectNone()
          if (failure.kind !== 'refused') return false
          codeError = failure.errors.find(({ path }) => path === 'alphanumero')?.message
          if (codeError === undefined) setRefusal(failure.message)
          return true
        },
        refresh: scratchDependentKeys,
      },
    )
    return codeError
  }
  return {
    pending,
    refusal,
    drawTyped: draw,
    drawOwn: async (code) => {
      const codeError = await draw(code)
      if (codeError !== undefined) setRefusal(codeError)
    },
  }
}
