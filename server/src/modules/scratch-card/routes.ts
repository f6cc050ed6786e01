import { drawScratchCardCall, listMyScratchCardsCall } from '@clube/contract/scratch-card/calls.ts'
import { findScratchCampaignCall, readScratchOfferCall } from '@clube/contract/scratch-card/offer-calls.ts'
import {
  deckFile,
  drawsFile,
  readDeckPublicationCall,
} from '@clube/contract/scratch-card/publication-calls.ts'
import { bindCall, type Binder } from '../../http/bind.ts'
import { bindForEveryone } from '../../http/bind-shared.ts'
import { refuseRequest } from '../../kernel/refusal.ts'
import { bindFile } from '../../http/bind-file.ts'
import { actorOf } from '../sessions/index.ts'
import { bindScratchCodes } from './code-routes.ts'
import type { ScratchCardDeps, ScratchServices } from './deps.ts'
import { bindDecks } from './deck-routes.ts'
import { createDrawCard } from './draw-card.ts'
import { findCampaignByNumber } from './find-campaign.ts'
import { readDeckFile, readDrawsFile, readPublication } from './publish-deck.ts'
import { readScratchOffer } from './read-offer.ts'
import { listMyScratchCards } from './view-draws.ts'

const listLimit = 200

/** Binds drawing cards, the customer's list, decks and what is public about them. */
export const bindScratchCards = (binder: Binder, deps: ScratchCardDeps & ScratchServices): void => {
  const drawCard = createDrawCard(deps)

  bindCall(binder, drawScratchCardCall, async ({ body, session, metadata: { ip }, cookies }) => {
    const { id, alphanumero, cd_identificador, transacao_id: transaction_id } = body
    const actor = actorOf(session)
    if (id !== undefined && id.toLowerCase() !== actor.customer_id) throw refuseRequest('session.not-allowed')
    const source = { ip, device_id: cookies.deviceId }
    return { data: await drawCard({ ...actor, alphanumero, cd_identificador, transaction_id, source }) }
  })
  bindCall(binder, listMyScratchCardsCall, async ({ session }) => ({
    data: await listMyScratchCards(deps, actorOf(session), listLimit),
  }))
  bindDecks(binder, deps)
  bindForEveryone(binder, findScratchCampaignCall, ({ query }) =>
    findCampaignByNumber(deps, Number(query.cd_identificador)),
  )
  bindForEveryone(binder, readScratchOfferCall, ({ query }) => readScratchOffer(deps, query.campaign_id))
  bindForEveryone(binder, readDeckPublicationCall, ({ query }) => readPublication(deps, query.campaign_id))
  bindFile(binder, deckFile, ({ params }) => readDeckFile(deps, params.campaign_id))
  bindFile(binder, drawsFile, ({ params }) => readDrawsFile(deps, params.campaign_id))
  bindScratchCodes(binder, deps)
}
