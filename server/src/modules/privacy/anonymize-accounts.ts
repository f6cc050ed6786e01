import { deletionDueBefore, fingerprintKeptUntil } from '@clube/contract/privacy/deletion.ts'
import { inTransaction, type Db } from '../../db/database.ts'
import {
  anonymizeCustomer,
  countDeletions,
  eraseIdentity,
  documentLabel,
  formerDocumentOf,
  insertFormerAccount,
  listDueDeletions,
} from '../identity/index.ts'
import { deleteDevicesOf, revokeAccess } from '../sessions/index.ts'
import type { AccountToErase, PrivacyDeps } from './deps.ts'

/** The state after an anonymization run, as evidence that nothing overdue is left. */
export type DeletionReport = {
  /** Accounts pending deletion. */
  readonly pending: number
  /** Overdue accounts among them. */
  readonly overdue: number
  readonly anonymized: number
}

export type AnonymizeOutcome = {
  readonly anonymized: number
  /** Accounts that could not be anonymized; retried at the next run. */
  readonly failed: readonly { customer_id: string; error: unknown }[]
  readonly report: DeletionReport
}

const batchSize = 100
const documentIndexBytes = 32

/**
 * Anonymizes every account whose 30 days have passed: identifying data is erased; points ledger, participations and
 * receipt keys remain under the account's id, which cannot be traced back to the person. Safe to repeat, to interrupt
 * and to run in several processes concurrently; excludes a concurrent sign-in that cancels the deletion.
 */
export const anonymizeAccounts = async (deps: PrivacyDeps, now: Date): Promise<AnonymizeOutcome> => {
  const { db } = deps.identity
  const requested_until = deletionDueBefore(now)
  const failed: { customer_id: string; error: unknown }[] = []
  let anonymized = 0
  for (;;) {
    const excluded = failed.map(({ customer_id }) => customer_id)
    const due = await listDueDeletions(db, { requested_until, limit: batchSize, excluded })
    for (const { id: customer_id, document_index } of due) {
      try {
        const pseudonym = deps.random.bytes(documentIndexBytes)
        if (await anonymizeAccount(deps, { customer_id, document_index, pseudonym, now })) anonymized += 1
      } catch (error) {
        // A failing account must not prevent anonymizing the others.
        failed.push({ customer_id, error })
      }
    }
    if (due.length < batchSize) break
  }
  return { anonymized, failed, report: await reportDeletions(db, now) }
}

/** Counts accounts without changing anything. */
export const reportDeletions = (db: Db, now: Date): Promise<DeletionReport> =>
  countDeletions(db, deletionDueBefore(now))

const anonymizeAccount = ({ identity, ...deps }: PrivacyDeps, person: AccountToErase): Promise<boolean> =>
  inTransaction(identity.db, async (tx) => {
    const { customer_id: id, document_index, pseudonym, now } = person
    await deps.lockDocument(tx, document_index)
    const isAnonymized = await anonymizeCustomer(tx, {
      id,
      requested_until: deletionDueBefore(now),
      pseudonym,
      // Lists can still include the account, so the column holds a sealed empty string.
      document_sealed: identity.vault.seal(documentLabel, ''),
      now,
    })
    if (!isAnonymized) return false
    await revokeAccess(tx, { customer_id: id, reason: 'deletion', now })
    await deleteDevicesOf(tx, id)
    const reason = await deps.fingerprintReason(tx, id)
    if (reason !== null)
      await insertFormerAccount(tx, {
        customer_id: id,
        document_fingerprint: formerDocumentOf(identity, document_index),
        kept_until: fingerprintKeptUntil(reason, now),
      })
    await eraseIdentity(tx, { id, document_index })
    await deps.eraseElsewhere(tx, person)
    await identity.appendAuditLine(tx, {
      actor: { kind: 'system' },
      action: 'privacy.anonymise',
      subject: { kind: 'customer', id },
      sentence: 'Anonimizou uma conta, 30 dias depois do pedido de exclusão.',
    })
    return true
  })
