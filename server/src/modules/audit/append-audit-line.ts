import { holdsPersonalData } from '@clube/contract/brazil/personal-data.ts'
import type { Tx } from '../../db/database.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Vault } from '../vault/index.ts'
import { hashOf, type AuditEntry } from './audit-line.ts'
import { insertLine, lockHead } from './audit-store.ts'

/** What the use cases of auditing work with. */
export type AuditDeps = { readonly vault: Vault; readonly clock: Clock }

/** What other modules get to write with. */
export type AppendAuditLine = (tx: Tx, entry: AuditEntry) => Promise<void>

/** The key of the chain. */
export const auditKey = (vault: Vault): Buffer => vault.derive('audit')

/**
 * Writes down who did what to whose data, in the transaction that does it: the deed and its line stand or fall together.
 * Make it the transaction's last statement, for every other line waits until the transaction ends.
 * @throws {Error} when the sentence carries personal data, which is a fault of the program
 */
export const appendAuditLine = async (deps: AuditDeps, tx: Tx, entry: AuditEntry): Promise<void> => {
  if (holdsPersonalData(entry.sentence))
    throw new Error(`The audit sentence of ${entry.action} carries personal data`)
  const head = await lockHead(tx)
  const line = {
    ...entry,
    position: head.position + 1,
    at: deps.clock(),
    previous_hash: head.hash,
  }
  await insertLine(tx, { ...line, hash: hashOf(auditKey(deps.vault), line) })
}

/** `appendAuditLine` with everything it works with. */
export const createAppendAuditLine = (deps: AuditDeps): AppendAuditLine => {
  return (tx, entry) => appendAuditLine(deps, tx, entry)
}
