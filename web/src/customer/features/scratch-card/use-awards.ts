import {
  listMyAwardsCall,
  scratchAwardSchema,
  type ScratchAward,
} from '@clube/contract/scratch-card/award-calls.ts'
import type { QueryResult } from '../../../platform/server-data/query-observer.ts'
import type { Wallet } from '../../promotions/promotion.ts'
import { useWallet, type WalletList } from '../../promotions/wallet.ts'
import { scratchPaths } from './scratch-paths.ts'

/** The person's prizes; drawing a card refreshes them with the cards. */
export const awardList: WalletList<ScratchAward> = {
  page: scratchPaths.awards,
  queryKey: ['scratch-cards', 'awards'],
  read: (send, signal) => send(listMyAwardsCall, { signal }),
  schema: scratchAwardSchema,
}

export const useMyAwards = (): QueryResult<Wallet<ScratchAward>> => useWallet(awardList)
