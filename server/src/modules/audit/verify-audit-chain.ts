import type { Db } from '../../db/database.ts'
import type { Vault } from '../vault/index.ts'
import { auditKey } from './append-audit-line.ts'
import { hashOf, noHash } from './audit-line.ts'
import { listLinesAfter, readHead } from './audit-store.ts'

export type AuditVerdict =
  /** `hash` is the last line's: stored elsewhere, it later proves that the chain still contains it. */
  | { readonly at: 'intact'; readonly lines: number; readonly hash: string }
  | {
      readonly at: 'broken'
      /** The first altered line. */
      readonly position: number
      readonly violation: 'missing' | 'changed' | 'unchained' | 'truncated'
    }

const batch = 1_000

/** Verifies that every line of the chain is present, unchanged and in order. */
export const verifyAuditChain = async (deps: { db: Db; vault: Vault }): Promise<AuditVerdict> => {
  const key = auditKey(deps.vault)
  // Lines appended during the verification come after this end and are not checked.
  const head = await readHead(deps.db)
  let last = { position: 0, hash: noHash }
  while (last.position < head.position) {
    const lines = await listLinesAfter(deps.db, last.position, batch)
    if (lines.length === 0) return { at: 'broken', position: last.position + 1, violation: 'missing' }
    for (const line of lines) {
      const position = last.position + 1
      if (position > head.position) break
      if (line.position !== position) return { at: 'broken', position, violation: 'missing' }
      if (!line.previous_hash.equals(last.hash)) return { at: 'broken', position, violation: 'unchained' }
      if (!hashOf(key, line).equals(line.hash)) return { at: 'broken', position, violation: 'changed' }
      last = { position, hash: line.hash }
    }
  }
  if (!last.hash.equals(head.hash)) return { at: 'broken', position: last.position, violation: 'truncated' }
  const [beyond] = await listLinesAfter(deps.db, head.position, 1)
  const currentHead = await readHead(deps.db)
  if (beyond && currentHead.position === head.position)
    return { at: 'broken', position: beyond.position, violation: 'truncated' }
  return { at: 'intact', lines: last.position, hash: last.hash.toString('hex') }
}
