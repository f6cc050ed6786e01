import { sql, type ColumnType, type Generated } from 'kysely'
import type { Db, Tx } from '../../db/database.ts'
import type { Customer } from './customer.ts'

type CustomerTable = Omit<Customer, 'id' | 'account_status'> & {
  id: Generated<string>
  /** Excludes anonymised accounts from every statement here. */
  account_status: ColumnType<Customer['account_status'] | 'anonymised', Customer['account_status']>
  updated_at: Date
  deletion_requested_at: ColumnType<Date | null, never>
  anonymised_at: ColumnType<Date | null, never>
}

type CustomerAddressTable = CustomerAddress & { customer_id: string; updated_at: Date }

/** A stored address. */
export type CustomerAddress = {
  cep: string
  state_id: number
  city_id: number
  district_id: number | null
  neighborhood: string
  street_type: string | null
  street_name: string
  street_number: string
  complement: string
}

type CustomerPasswordTable = { customer_id: string; password_hash: string; changed_at: Date }

declare module '../../db/tables.ts' {
  interface Tables {
    customer: CustomerTable
    customer_address: CustomerAddressTable
    customer_password: CustomerPasswordTable
  }
}

const columns = [
  'id',
  'document_type',
  'document_index',
  'document_sealed',
  'account_status',
  'name',
  'birth_date',
  'cellphone',
  'email',
  'email_marketing_subscription',
  'created_at',
  'registered_at',
] as const

const selectCustomers = (db: Db) =>
  db
    .selectFrom('customer')
    .select(columns)
    .where('account_status', '<>', sql.lit('anonymised'))
    .$narrowType<Pick<Customer, 'account_status'>>()

export const findByDocument = (db: Db, document_index: Buffer): Promise<Customer | undefined> =>
  selectCustomers(db).where('document_index', '=', document_index).executeTakeFirst()

/** The id of a document's account, for checks that need nothing else. */
export const findIdByDocument = async (db: Db, document_index: Buffer): Promise<string | null> =>
  (
    await db
      .selectFrom('customer')
      .select('id')
      .where('document_index', '=', document_index)
      .executeTakeFirst()
  )?.id ?? null

export const findById = (db: Db, id: string): Promise<Customer | undefined> =>
  selectCustomers(db).where('id', '=', id).executeTakeFirst()

/** Customer data that other modules show in lists. */
export type PersonFacts = Pick<Customer, 'document_type' | 'document_sealed' | 'name' | 'birth_date'>

/** Customers by id, including anonymised accounts, whose sealed document is empty. */
export const findPeople = async (
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, PersonFacts>> => {
  const rows = await db
    .selectFrom('customer')
    .select(['id', 'document_type', 'document_sealed', 'name', 'birth_date'])
    .where('id', '=', sql<string>`any(${[...new Set(ids)]}::uuid[])`)
    .execute()
  return new Map(rows.map(({ id, ...facts }) => [id, facts]))
}

export const findPasswordHash = async (db: Db, customer_id: string): Promise<string | null> => {
  const row = await db
    .selectFrom('customer_password')
    .select('password_hash')
    .where('customer_id', '=', customer_id)
    .executeTakeFirst()
  return row?.password_hash ?? null
}

export type NewCustomer = Omit<Customer, 'id'>

/** @returns the id, or null when the document already has an account. */
export const insertCustomer = async (db: Db, customer: NewCustomer): Promise<string | null> => {
  const row = await db
    .insertInto('customer')
    .values({ ...customer, updated_at: customer.created_at })
    .onConflict((conflict) => conflict.column('document_index').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

export type Registered = Pick<
  Customer,
  'name' | 'birth_date' | 'cellphone' | 'email' | 'email_marketing_subscription'
>

/** Completes an incomplete account. @returns false when it is no longer incomplete */
export const completeCustomer = async (
  db: Db,
  input: { id: string; person: Registered; now: Date },
): Promise<boolean> => {
  const row = await db
    .updateTable('customer')
    .set({ ...input.person, account_status: 'active', registered_at: input.now, updated_at: input.now })
    .where('id', '=', input.id)
    .where('account_status', '=', 'incomplete')
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export const updateCustomer = async (
  db: Db,
  input: { id: string; person: Partial<Registered>; now: Date },
): Promise<void> => {
  await db
    .updateTable('customer')
    .set({ ...input.person, updated_at: input.now })
    .where('id', '=', input.id)
    .execute()
}

/**
 * Restores an account whose deletion was requested. Excludes its anonymisation: both
 * update the row from the same state. @returns false when no deletion was requested, or it is too late
 */
export const endDeletionRequest = async (db: Db, input: { id: string; now: Date }): Promise<boolean> => {
  const row = await db
    .updateTable('customer')
    .set({
      // Incomplete accounts never registered.
      account_status: sql`case when registered_at is null then 'incomplete' else 'active' end`,
      deletion_requested_at: null,
      updated_at: input.now,
    })
    .where('id', '=', input.id)
    .where('account_status', '=', 'deletion_pending')
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export const savePassword = async (
  db: Db,
  input: { customer_id: string; password_hash: string; changed_at: Date },
): Promise<void> => {
  const { password_hash, changed_at } = input
  await db
    .insertInto('customer_password')
    .values(input)
    .onConflict((conflict) => conflict.column('customer_id').doUpdateSet({ password_hash, changed_at }))
    .execute()
}

/** Replaces the hash by one with current parameters, unless the password changed meanwhile. */
export const rehashPassword = async (
  db: Db,
  input: { customer_id: string; old_hash: string; password_hash: string },
): Promise<void> => {
  await db
    .updateTable('customer_password')
    .set({ password_hash: input.password_hash })
    .where('customer_id', '=', input.customer_id)
    .where('password_hash', '=', input.old_hash)
    .execute()
}

export const findAddress = (db: Db, customer_id: string): Promise<CustomerAddress | undefined> =>
  db
    .selectFrom('customer_address')
    .select([
      'cep',
      'state_id',
      'city_id',
      'district_id',
      'neighborhood',
      'street_type',
      'street_name',
      'street_number',
      'complement',
    ])
    .where('customer_id', '=', customer_id)
    .executeTakeFirst()

export const saveAddress = async (
  db: Db,
  input: { customer_id: string; address: CustomerAddress; now: Date },
): Promise<void> => {
  const values = { ...input.address, updated_at: input.now }
  await db
    .insertInto('customer_address')
    .values({ customer_id: input.customer_id, ...values })
    .onConflict((conflict) => conflict.column('customer_id').doUpdateSet(values))
    .execute()
}

/** Whether any customer exists. */
export const hasCustomers = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('customer').select('id').limit(1).executeTakeFirst()) !== undefined

/** Deletes the customer's other identity data: address, password, tickets and flows. */
export const eraseIdentity = async (
  tx: Tx,
  person: { id: string; document_index: Buffer },
): Promise<void> => {
  await tx.deleteFrom('customer_address').where('customer_id', '=', person.id).execute()
  await tx.deleteFrom('customer_password').where('customer_id', '=', person.id).execute()
  await tx.deleteFrom('registration_ticket').where('customer_id', '=', person.id).execute()
  await tx.deleteFrom('sign_in_flow').where('document_index', '=', person.document_index).execute()
}
