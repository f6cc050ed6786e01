import { containsPersonalData } from '@clube/contract/brazil/personal-data.ts'
import type { Tx } from '../../db/database.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Vault } from '../vault/index.ts'
import { hashOf, type AuditEntry } from './audit-line.ts'
import { insertLine, lockHead } from './audit-store.ts'

export type AuditDeps = { readonly vault: Vault; readonly clock: Clock }

/** Appends an audit line; passed to other modules. */
export type AppendAuditLine = (tx: Tx, entry: AuditEntry) => Promise<void>

/** The key of the chain's hashes. */
export const auditKey = (vault: Vault): Buffer => vault.derive('audit')

/**
 * Appends an audit line in the transaction of the action, so that both commit or neither.
 * Make it the transaction's last statement, because it serializes all appends until the transaction ends.
 * @throws {Error} when the sentence contains personal data, which is a bug
 */
export const appendAuditLine = async (deps: AuditDeps, tx: Tx, entry: AuditEntry): Promise<void> => {
  if (containsPersonalData(entry.sentence))
    throw new Error(`The audit sentence of ${entry.action} contains personal data`)
  const head = await lockHead(tx)
  const line = {
    ...entry,
    position: head.position + 1,
    at: deps.clock(),
    previous_hash: head.hash,
  }
  await insertLine(tx, { ...line, hash: hashOf(auditKey(deps.vault), line) })
}

/** `appendAuditLine` bound to its dependencies. */
export const createAppendAuditLine = (deps: AuditDeps): AppendAuditLine => {
  return (tx, entry) => appendAuditLine(deps, tx, entry)
}
