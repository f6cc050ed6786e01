import { readBoardCall } from '@clube/contract/scratch-card/board-calls.ts'
import {
  listScratchCampaignsCall,
  prepareDeckCall,
  readDeckCall,
  sealDeckCall,
} from '@clube/contract/scratch-card/deck-calls.ts'
import { rolesAllow } from '@clube/contract/kernel/permissions.ts'
import { bindCall, type Binder } from '../../http/bind.ts'
import type { ScratchCardDeps } from './deps.ts'
import { prepareDeck } from './prepare-deck.ts'
import { readBoard } from './read-board.ts'
import { listScratchCampaigns, readDeck } from './read-deck.ts'
import { sealDeck } from './seal-deck.ts'

/** Binds the staff's calls of decks and the board. */
export const bindDecks = (binder: Binder, deps: ScratchCardDeps): void => {
  bindCall(binder, listScratchCampaignsCall, async () => ({ data: await listScratchCampaigns(deps) }))
  bindCall(binder, readDeckCall, async ({ query, staff: { staff_id } }) => ({
    data: await readDeck(deps, { ...query, staff_id }),
  }))
  bindCall(binder, readBoardCall, async ({ query, staff: { roles } }) => ({
    data: await readBoard(deps, { ...query, seesPrizes: rolesAllow(roles, 'audit.read') }),
  }))
  bindCall(binder, prepareDeckCall, async ({ body, staff: { staff_id } }) => ({
    data: await prepareDeck(deps, { ...body, staff_id }),
  }))
  bindCall(binder, sealDeckCall, async ({ body, staff: { staff_id } }) => ({
    data: await sealDeck(deps, { ...body, staff_id }),
  }))
}
