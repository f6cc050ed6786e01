import { listProofsCall } from '@clube/contract/staff/proof-calls.ts'
import type { Db } from '../../db/database.ts'
import { bindCall, type Binder } from '../../http/bind.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Proof } from './proof.ts'
import { reportProofs } from './report-proofs.ts'

/** Binds the calls for the list of proofs at the desk *Auditoria*. */
export const bindProofs = (
  binder: Binder,
  deps: { readonly db: Db; readonly clock: Clock; readonly proofs: readonly Proof[] },
): void =>
  bindCall(binder, listProofsCall, async () => ({
    data: await reportProofs(deps.db, deps.proofs, deps.clock()),
  }))
