import type { Generated } from 'kysely'
import type { AuthorityProof } from '@clube/contract/recovery/representative.ts'
import type { Db, Tx } from '../../db/database.ts'

/** A person who acted for a company at the desk. */
export type RecordedRepresentative = {
  customer_id: string
  name: string
  cpf_sealed: Buffer
  power: AuthorityProof
  recorded_by: string
  recorded_at: Date
}

declare module '../../db/tables.ts' {
  interface Tables {
    company_representative: RecordedRepresentative & { id: Generated<string> }
  }
}

export const insertRepresentative = async (tx: Tx, representative: RecordedRepresentative): Promise<void> => {
  await tx.insertInto('company_representative').values(representative).execute()
}

/** The latest representative of a company. */
export const findRepresentative = (
  db: Db,
  customer_id: string,
): Promise<Pick<RecordedRepresentative, 'name' | 'cpf_sealed' | 'power'> | undefined> =>
  db
    .selectFrom('company_representative')
    .select(['name', 'cpf_sealed', 'power'])
    .where('customer_id', '=', customer_id)
    .orderBy('recorded_at', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Deletes the representatives of an account that is erased. */
export const deleteRepresentatives = async (tx: Tx, customer_id: string): Promise<void> => {
  await tx.deleteFrom('company_representative').where('customer_id', '=', customer_id).execute()
}
