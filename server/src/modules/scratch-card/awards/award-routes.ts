import {
  awardReceiptFile,
  listMyAwardsCall,
  readAwardCall,
} from '@clube/contract/scratch-card/award-calls.ts'
import { bindFile } from '../../../http/bind-file.ts'
import { bindCall, type Binder } from '../../../http/bind.ts'
import { actorOf } from '../../sessions/index.ts'
import type { ScratchCardDeps } from '../deps.ts'
import { readOwnReceipt } from './receipt-file.ts'
import { listMyAwards, readAward } from './view-awards.ts'

const listLimit = 200

/** Binds the customer's prizes and their receipts. */
export const bindAwards = (binder: Binder, deps: ScratchCardDeps): void => {
  bindCall(binder, listMyAwardsCall, async ({ session }) => ({
    data: await listMyAwards(deps, actorOf(session), listLimit),
  }))
  bindCall(binder, readAwardCall, async ({ params, session }) => ({
    data: await readAward(deps, { ...params, ...actorOf(session) }),
  }))
  bindFile(binder, awardReceiptFile, ({ params, session }) =>
    readOwnReceipt(deps, { ...params, ...actorOf(session) }),
  )
}
