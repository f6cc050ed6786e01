import type { Generated } from 'kysely'
import type { Db, Tx } from '../../db/database.ts'

type CorrectionTable = {
  id: Generated<string>
  customer_id: string
  name: string
  birth_date: string | null
  state: 'proposed' | 'approved' | 'rejected' | 'expired'
  proposed_by: string
  proposed_at: Date
  expires_at: Date
  decided_by: string | null
  decided_at: Date | null
}

declare module '../../db/tables.ts' {
  interface Tables {
    customer_correction: CorrectionTable
  }
}

const columns = ['id', 'customer_id', 'name', 'birth_date', 'proposed_by', 'expires_at'] as const

/** A correction that waits for a confirmation. */
export type ProposedCorrection = Pick<CorrectionTable, Exclude<(typeof columns)[number], 'id'>> & {
  id: string
}

/** @returns undefined when another correction of the customer is pending */
export const insertCorrection = async (
  tx: Tx,
  { now, ...correction }: Omit<ProposedCorrection, 'id'> & { now: Date },
): Promise<ProposedCorrection | undefined> => {
  await tx
    .updateTable('customer_correction')
    .set({ state: 'expired', decided_at: now })
    .where('customer_id', '=', correction.customer_id)
    .where('state', '=', 'proposed')
    .where('expires_at', '<=', now)
    .execute()
  return tx
    .insertInto('customer_correction')
    .values({ ...correction, state: 'proposed', proposed_at: now, decided_by: null, decided_at: null })
    .onConflict((conflict) => conflict.doNothing())
    .returning(columns)
    .executeTakeFirst()
}

type Decision = { readonly id: string; readonly by: string; readonly now: Date }

const decide = (tx: Tx, { id, by, now }: Decision, state: 'approved' | 'rejected') =>
  tx
    .updateTable('customer_correction')
    .set({ state, decided_by: by, decided_at: now })
    .where('id', '=', id)
    .where('state', '=', 'proposed')
    .where('expires_at', '>', now)

/** Approves a pending correction that another member proposed. */
export const approve = (tx: Tx, decision: Decision): Promise<ProposedCorrection | undefined> =>
  decide(tx, decision, 'approved')
    .where('proposed_by', '<>', decision.by)
    .returning(columns)
    .executeTakeFirst()

/** Rejects or withdraws a pending correction. */
export const reject = (tx: Tx, decision: Decision): Promise<ProposedCorrection | undefined> =>
  decide(tx, decision, 'rejected').returning(columns).executeTakeFirst()

const selectPending = (db: Db, now: Date) =>
  db
    .selectFrom('customer_correction')
    .select(columns)
    .where('state', '=', 'proposed')
    .where('expires_at', '>', now)

export const findPending = (db: Db, id: string, now: Date): Promise<ProposedCorrection | undefined> =>
  selectPending(db, now).where('id', '=', id).executeTakeFirst()

export const findPendingOf = (
  db: Db,
  customer_id: string,
  now: Date,
): Promise<ProposedCorrection | undefined> =>
  selectPending(db, now).where('customer_id', '=', customer_id).executeTakeFirst()

/** Corrections that wait for a confirmation, oldest first. */
export const listPending = (
  db: Db,
  { now, limit }: { now: Date; limit: number },
): Promise<Pick<ProposedCorrection, 'customer_id' | 'proposed_by' | 'expires_at'>[]> =>
  db
    .selectFrom('customer_correction')
    .select(['customer_id', 'proposed_by', 'expires_at'])
    .where('state', '=', 'proposed')
    .where('expires_at', '>', now)
    .orderBy('expires_at')
    .limit(limit)
    .execute()

/** Deletes the corrections of a customer whose account is erased. */
export const deleteCorrections = async (tx: Tx, customer_id: string): Promise<void> => {
  await tx.deleteFrom('customer_correction').where('customer_id', '=', customer_id).execute()
}
