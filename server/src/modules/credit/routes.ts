import { listCreditCall } from '@clube/contract/campaigns/credit-calls.ts'
import { bindCall, type Binder } from '../../http/bind.ts'
import { actorOf } from '../sessions/index.ts'
import type { CreditDeps } from './deps.ts'
import { readProgress } from './read-progress.ts'

/** Binds the calls about credit. */
export const bindCredit = (binder: Binder, deps: CreditDeps): void => {
  bindCall(binder, listCreditCall, async ({ session }) => ({
    data: await readProgress(deps, actorOf(session)),
  }))
}
