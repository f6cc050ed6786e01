import { createScratchCode, codeIndexOf } from './code-at-rest.ts'
import { insertBatch, saveApproval, saveHandOut } from './batch-store.ts'
import { insertBatchCodes } from './code-store.ts'
import type { Tx } from '../../db/database.ts'
import type { ScratchCardDeps } from './deps.ts'

export type IssuedBatch = {
  readonly deck_id: string
  readonly count: number
  readonly now: Date
  readonly purpose: string
  /** Who requested it and who approved it. */
  readonly members: readonly [string, string]
}

/**
 * Issues a batch of codes of a sealed deck directly, for demonstrations and tests. They are returned only here: their
 * fingerprints are stored.
 * @throws when the deck is not sealed or has fewer cards than codes
 */
export const issueCodes = async (
  { vault, random }: Pick<ScratchCardDeps, 'vault' | 'random'>,
  tx: Tx,
  { deck_id, count, now, purpose, members }: IssuedBatch,
): Promise<string[]> => {
  const codes = Array.from({ length: count }, () => createScratchCode(random))
  const indexes = codes.map((code) => codeIndexOf(vault, code))
  const batch_id = random.uuid()
  await insertBatch(tx, {
    id: batch_id,
    deck_id,
    count,
    purpose,
    requested_by: members[0],
    requested_at: now,
  })
  await saveApproval(tx, { id: batch_id, staff_id: members[1], now })
  await saveHandOut(tx, { id: batch_id, staff_id: members[0], now })
  if (!(await insertBatchCodes(tx, { deck_id, batch_id, indexes, now })))
    throw new Error('The deck is not sealed or has fewer cards than codes')
  return codes
}
