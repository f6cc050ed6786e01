import { sql } from 'kysely'
import type { Db, Tx } from '../../db/database.ts'

type FormerAccountTable = {
  /** The anonymized account. */
  customer_id: string
  /** Keyed fingerprint of its document, under a different label than the index of accounts. */
  document_fingerprint: Buffer
  /** The account with which the same document registered again. */
  successor_id: string | null
  kept_until: Date
}

declare module '../../db/tables.ts' {
  interface Tables {
    former_account: FormerAccountTable
  }
}

/** Keeps the fingerprint of an account that is being anonymized. */
export const insertFormerAccount = async (
  tx: Tx,
  account: { customer_id: string; document_fingerprint: Buffer; kept_until: Date },
): Promise<void> => {
  await tx
    .insertInto('former_account')
    .values({ ...account, successor_id: null })
    .execute()
}

/** Links the deleted accounts of a document to its new account. @returns their ids */
export const linkFormerAccounts = async (
  tx: Tx,
  input: { document_fingerprint: Buffer; successor_id: string; now: Date },
): Promise<string[]> => {
  const rows = await tx
    .updateTable('former_account')
    .set({ successor_id: input.successor_id })
    .where('document_fingerprint', '=', input.document_fingerprint)
    .where('kept_until', '>', input.now)
    .returning('customer_id')
    .execute()
  return rows.map(({ customer_id }) => customer_id)
}

/** Deleted accounts of the customer's document, whose limits continue. */
export const listFormerAccounts = async (
  db: Db,
  { customer_id, now }: { customer_id: string; now: Date },
): Promise<string[]> =>
  (await listFormerAccountsOf(db, { customer_ids: [customer_id], now })).map(({ former_id }) => former_id)

/** The same of several customers. */
export const listFormerAccountsOf = (
  db: Db,
  input: { customer_ids: readonly string[]; now: Date },
): Promise<{ customer_id: string; former_id: string }[]> =>
  db
    .selectFrom('former_account')
    .select(['successor_id as customer_id', 'customer_id as former_id'])
    .where('successor_id', '=', sql<string>`any(${[...input.customer_ids]}::uuid[])`)
    .where('kept_until', '>', input.now)
    .$narrowType<{ customer_id: string }>()
    .execute()

/** Deletes the fingerprints that are no longer needed. */
export const purgeFormerAccounts = async (db: Db, now: Date): Promise<void> => {
  await sql`delete from former_account where kept_until <= ${now}`.execute(db)
}
