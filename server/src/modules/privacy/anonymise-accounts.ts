import { randomBytes } from 'node:crypto'
import { deletionDueBefore } from '@clube/contract/privacy/deletion.ts'
import { inTransaction, type Db } from '../../db/database.ts'
import { deleteBelongings, documentLabel } from '../identity/index.ts'
import { closeOtherSessions, deleteDeviceCredentialsOf, forgetDevicesOf } from '../sessions/index.ts'
import { anonymise, countDeletions, listDue } from './deletion-store.ts'
import type { Leaver, PrivacyDeps } from './deps.ts'

/** What there is to end: the proof that nothing is left that should be gone. */
export type DeletionReport = {
  /** Accounts that wait for their end. */
  readonly pending: number
  /** Of those, the ones whose time is up. */
  readonly overdue: number
  readonly anonymised: number
}

export type AnonymiseOutcome = {
  readonly anonymised: number
  /** Accounts that could not be ended now; they are due again at the next run. */
  readonly failed: readonly { customer_id: string; error: unknown }[]
  readonly report: DeletionReport
}

const batch = 100
const documentIndexBytes = 32

/**
 * Ends every account whose 30 days are over: what identifies the person goes, the ledger of points, participations and
 * keys of receipts stay under the account's id, which nobody can lead back to the person. Safe to run again, to break
 * off and to run in several processes at once; of this and a sign-in that takes the request back one happens, whole.
 */
export const anonymiseAccounts = async (deps: PrivacyDeps, now: Date): Promise<AnonymiseOutcome> => {
  const { db } = deps.identity
  const requested_until = deletionDueBefore(now)
  const failed: { customer_id: string; error: unknown }[] = []
  let anonymised = 0
  for (;;) {
    const without = failed.map(({ customer_id }) => customer_id)
    const due = await listDue(db, { requested_until, limit: batch, without })
    for (const { id: customer_id, document_index } of due) {
      try {
        const pseudonym = randomBytes(documentIndexBytes)
        if (await endAccount(deps, { customer_id, document_index, pseudonym, now })) anonymised += 1
      } catch (error) {
        // One account that cannot be ended must not keep the others.
        failed.push({ customer_id, error })
      }
    }
    if (due.length < batch) break
  }
  return { anonymised, failed, report: await reportDeletions(db, now) }
}

/** Counts, changing nothing. */
export const reportDeletions = (db: Db, now: Date): Promise<DeletionReport> =>
  countDeletions(db, deletionDueBefore(now))

const endAccount = ({ identity, ...deps }: PrivacyDeps, person: Leaver): Promise<boolean> =>
  inTransaction(identity.db, async (tx) => {
    const { customer_id: id, document_index, pseudonym, now } = person
    await deps.takeDocumentTurn(tx, document_index)
    const ended = await anonymise(tx, {
      id,
      requested_until: deletionDueBefore(now),
      pseudonym,
      // Lists that still name the account open it, and show nothing.
      document_sealed: identity.vault.seal(documentLabel, ''),
      now,
    })
    if (!ended) return false
    await closeOtherSessions(tx, id, null)
    await deleteDeviceCredentialsOf(tx, id)
    await forgetDevicesOf(tx, id)
    await deleteBelongings(tx, { id, document_index })
    await deps.eraseElsewhere(tx, person)
    await identity.appendAuditLine(tx, {
      actor: { kind: 'system' },
      action: 'privacy.anonymise',
      subject: { kind: 'customer', id },
      sentence: 'Anonimizou uma conta, 30 dias depois do pedido de exclusão.',
    })
    return true
  })
