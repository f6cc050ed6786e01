import { sql } from 'kysely'
import type { Db, Tx } from '../../db/database.ts'

/**
 * Marks an account for deletion, and invalidates all earlier sessions and credentials; only one of several
 * concurrent callers succeeds.
 * @param input.access_version the one read with the password that confirmed the request; null for none
 * @returns false when it is not active or incomplete, or the access version has changed since
 */
export const requestCustomerDeletion = async (
  tx: Tx,
  input: { customer_id: string; access_version: number | null; now: Date },
): Promise<boolean> => {
  const { rows } = await sql`
    update customer set account_status = 'deletion_pending', deletion_requested_at = ${input.now},
      access_version = access_version + 1, updated_at = ${input.now}
    where id = ${input.customer_id} and account_status in ('active', 'incomplete')
      and access_version = coalesce(${input.access_version}, access_version)
    returning id`.execute(tx)
  return rows.length > 0
}

/** Accounts whose deletion was requested before an instant, oldest request first. */
export const listDueDeletions = async (
  db: Db,
  input: { requested_until: Date; limit: number; excluded: readonly string[] },
): Promise<{ id: string; document_index: Buffer }[]> => {
  const { rows } = await sql<{ id: string; document_index: Buffer }>`
    select id, document_index from customer
    where account_status = 'deletion_pending' and deletion_requested_at <= ${input.requested_until}
      and id <> all(${[...input.excluded]}::uuid[])
    order by deletion_requested_at, id limit ${input.limit}`.execute(db)
  return rows
}

/**
 * Anonymizes an account that is due; its id remains as a pseudonym in records that must be kept. Excludes
 * a concurrent sign-in that cancels the request. @returns false when the account is not, or no longer, due
 */
export const anonymizeCustomer = async (
  tx: Tx,
  input: { id: string; requested_until: Date; pseudonym: Buffer; document_sealed: Buffer; now: Date },
): Promise<boolean> => {
  const { rows } = await sql`
    update customer set account_status = 'anonymized', anonymized_at = ${input.now}, updated_at = ${input.now},
      document_index = ${input.pseudonym}, document_sealed = ${input.document_sealed},
      name = null, birth_date = null, cellphone = null, email = null,
      cellphone_verified_at = null, email_verified_at = null, email_marketing_subscription = 'no'
    where id = ${input.id} and account_status = 'deletion_pending'
      and deletion_requested_at <= ${input.requested_until}
    returning id`.execute(tx)
  return rows.length > 0
}

/** Numbers of accounts pending deletion, overdue, and anonymized. */
export const countDeletions = async (
  db: Db,
  requested_until: Date,
): Promise<{ pending: number; overdue: number; anonymized: number }> => {
  const { rows } = await sql<{ pending: number; overdue: number; anonymized: number }>`
    select count(*) filter (where account_status = 'deletion_pending') as pending,
      count(*) filter (where account_status = 'deletion_pending' and deletion_requested_at <= ${requested_until})
        as overdue,
      count(*) filter (where account_status = 'anonymized') as anonymized
    from customer where account_status in ('deletion_pending', 'anonymized')`.execute(db)
  return rows[0] ?? { pending: 0, overdue: 0, anonymized: 0 }
}
