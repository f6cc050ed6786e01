import { sql, type ColumnType, type Generated } from 'kysely'
import type { Db, Tx } from '../../db/database.ts'
import { contactsOf, recordContacts, type Contact } from '../messaging/index.ts'
import { isKnownDeviceSql, knownSinceSql } from '../sessions/index.ts'
import type { Customer } from './customer.ts'
import { deleteChoices } from './notice-choice-store.ts'

type CustomerTable = Omit<Customer, 'id' | 'account_status' | 'access_version'> & {
  id: Generated<string>
  access_version: Generated<number>
  /** Anonymized accounts are never returned as a `Customer`. */
  account_status: ColumnType<Customer['account_status'] | 'anonymized', Customer['account_status']>
  updated_at: Date
  deletion_requested_at: ColumnType<Date | null, never>
  anonymized_at: ColumnType<Date | null, never>
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
  'cellphone_verified_at',
  'email_verified_at',
  'email_marketing_subscription',
  'created_at',
  'registered_at',
  'access_version',
] as const

const selectCustomers = (db: Db) =>
  db
    .selectFrom('customer')
    .select(columns)
    .where('account_status', '<>', sql.lit('anonymized'))
    .$narrowType<Pick<Customer, 'account_status'>>()

export const findByDocument = (db: Db, document_index: Buffer): Promise<Customer | undefined> =>
  selectCustomers(db).where('document_index', '=', document_index).executeTakeFirst()

/** When a device became known to a document's account; one statement, whether or not there is an account. */
export const knownSince = async (
  db: Db,
  search: { document_index: Buffer; device_hash: Buffer },
): Promise<Date | null> => {
  const { rows } = await sql<{ known_since: Date | null }>`
    select ${knownSinceSql(search.device_hash, sql`customer.id`)} as known_since from customer
    where document_index = ${search.document_index}`.execute(db)
  return rows[0]?.known_since ?? null
}

export const findById = (db: Db, id: string): Promise<Customer | undefined> =>
  selectCustomers(db).where('id', '=', id).executeTakeFirst()

/** Customer data that other modules show in lists. */
export type PersonFacts = Pick<Customer, 'document_type' | 'document_sealed' | 'name' | 'birth_date'> & {
  readonly account_status: Customer['account_status'] | 'anonymized'
}

/** Customers by id, including anonymized accounts, whose sealed document is empty. */
export const findPeople = async (
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, PersonFacts>> => {
  const rows = await db
    .selectFrom('customer')
    .select(['id', 'document_type', 'document_sealed', 'account_status', 'name', 'birth_date'])
    .where('id', '=', sql<string>`any(${[...new Set(ids)]}::uuid[])`)
    .execute()
  return new Map(rows.map(({ id, ...facts }) => [id, facts]))
}

/** Which of the accounts have a password. */
export const listWithPassword = async (db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> => {
  const rows = await db
    .selectFrom('customer_password')
    .select('customer_id')
    .where('customer_id', '=', sql<string>`any(${[...new Set(ids)]}::uuid[])`)
    .execute()
  return new Set(rows.map(({ customer_id }) => customer_id))
}

/**
 * The given accounts that are neither blocked nor deleted, locked in order of their ids until the transaction ends: a
 * deletion requested concurrently waits, and then releases what the transaction has created.
 */
export const lockUsable = async (tx: Tx, ids: readonly string[]): Promise<ReadonlySet<string>> => {
  const rows = await tx
    .selectFrom('customer')
    .select('id')
    .where('id', '=', sql<string>`any(${[...new Set(ids)]}::uuid[])`)
    .where('account_status', 'not in', ['blocked', 'deletion_pending', 'anonymized'])
    .orderBy('id')
    .forShare()
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** A password hash with the other data that a sign-in needs. */
export type StoredPassword = {
  password_hash: string | null
  /** Read in the same statement as the password. */
  access_version: number
  is_known_device: boolean
}

export const findPassword = async (
  db: Db,
  search: { customer_id: string; device_hash: Buffer | null },
): Promise<StoredPassword | undefined> => {
  const { rows } = await sql<StoredPassword>`
    select password_hash, access_version,
      ${isKnownDeviceSql(search.device_hash, sql`customer.id`)} as is_known_device
    from customer left join customer_password on customer_password.customer_id = customer.id
    where id = ${search.customer_id}`.execute(db)
  return rows[0]
}

export type NewCustomer = Omit<Customer, 'id' | 'access_version'>

/** @returns the id, or null when the document already has an account. */
export const insertCustomer = async (tx: Tx, customer: NewCustomer): Promise<string | null> => {
  const row = await tx
    .insertInto('customer')
    .values({ ...customer, updated_at: customer.created_at })
    .onConflict((conflict) => conflict.column('document_index').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!row) return null
  const contacts = contactsOf(customer)
  if (contacts.some(({ is_verified }) => !is_verified))
    await recordContacts(tx, { customer_id: row.id, contacts, now: customer.created_at })
  return row.id
}

export type Registered = Pick<
  Customer,
  'name' | 'birth_date' | 'cellphone' | 'email' | 'email_marketing_subscription'
>

/** A change to personal data. A contact that changes is no longer verified. */
const updatedColumns = (person: Partial<Registered>) => ({
  ...person,
  ...(person.email === undefined
    ? {}
    : { email_verified_at: sql<Date | null>`case when email = ${person.email} then email_verified_at end` }),
  ...(person.cellphone === undefined
    ? {}
    : {
        cellphone_verified_at: sql<Date | null>`
          case when cellphone = ${person.cellphone} then cellphone_verified_at end`,
      }),
})

const contactColumns = ['id', 'email', 'cellphone', 'email_verified_at', 'cellphone_verified_at'] as const

/** Marks a contact as verified, if the account still has it. */
export const verifyContact = async (
  db: Db,
  input: { customer_id: string; channel: Contact['channel']; to: string; now: Date },
): Promise<void> => {
  const [contact, verified_at] =
    input.channel === 'email'
      ? (['email', 'email_verified_at'] as const)
      : (['cellphone', 'cellphone_verified_at'] as const)
  await db
    .updateTable('customer')
    .set({ [verified_at]: input.now, updated_at: input.now })
    .where('id', '=', input.customer_id)
    .where(contact, '=', input.to)
    .where(verified_at, 'is', null)
    .execute()
}

/** Completes an incomplete account. @returns false when it is no longer incomplete */
export const completeCustomer = async (
  tx: Tx,
  input: { id: string; person: Registered; now: Date },
): Promise<boolean> => {
  const row = await tx
    .updateTable('customer')
    .set({
      ...updatedColumns(input.person),
      account_status: 'active',
      registered_at: input.now,
      updated_at: input.now,
    })
    .where('id', '=', input.id)
    .where('account_status', '=', 'incomplete')
    .returning(contactColumns)
    .executeTakeFirst()
  if (!row) return false
  await recordContacts(tx, { customer_id: row.id, contacts: contactsOf(row), now: input.now })
  return true
}

/**
 * @param input.access_version the one read with the password that was verified for this update; null for none
 * @returns false when the access version has changed since
 */
export const updateCustomer = async (
  tx: Tx,
  input: { id: string; person: Partial<Registered>; access_version: number | null; now: Date },
): Promise<boolean> => {
  const { access_version } = input
  const row = await tx
    .updateTable('customer')
    .set({ ...updatedColumns(input.person), updated_at: input.now })
    .where('id', '=', input.id)
    .$if(access_version !== null, (query) => query.where('access_version', '=', access_version))
    .returning(contactColumns)
    .executeTakeFirst()
  if (!row) return false
  await recordContacts(tx, { customer_id: row.id, contacts: contactsOf(row), now: input.now })
  return true
}

/** Corrects name and birth date. @returns false for an account that is blocked or being deleted */
export const correctPerson = async (
  tx: Tx,
  { id, now, ...person }: Pick<Registered, 'birth_date'> & { id: string; name: string; now: Date },
): Promise<boolean> => {
  const row = await tx
    .updateTable('customer')
    .set({ ...person, updated_at: now })
    .where('id', '=', id)
    .where('account_status', 'in', ['incomplete', 'active'])
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Restores an account whose deletion was requested. Excludes its anonymization: both
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

/**
 * Saves a password and increments the access version: everything opened with an earlier password becomes invalid, and
 * the caller deletes it.
 * @param input.replaces the access version of the password that it replaces, null for any
 * @returns the new access version, or null when the password was replaced concurrently
 */
export const savePassword = async (
  tx: Tx,
  input: { customer_id: string; password_hash: string; replaces: number | null; changed_at: Date },
): Promise<number | null> => {
  const { customer_id, password_hash, replaces, changed_at } = input
  const { rows } = await sql<{ access_version: number }>`
    with incremented as (
      update customer set access_version = access_version + 1
      where id = ${customer_id} and access_version = coalesce(${replaces}, access_version)
      returning id, access_version
    ), saved as (
      insert into customer_password (customer_id, password_hash, changed_at)
      select id, ${password_hash}, ${changed_at} from incremented
      on conflict (customer_id) do update
      set password_hash = excluded.password_hash, changed_at = excluded.changed_at
    )
    select access_version from incremented`.execute(tx)
  return rows[0]?.access_version ?? null
}

/** Replaces the hash by one with current parameters, unless the password has changed in the meantime. */
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

/** Deletes the customer's other identity data: address, password, contact codes, notice choices, tickets and flows. */
export const eraseIdentity = async (
  tx: Tx,
  person: { id: string; document_index: Buffer },
): Promise<void> => {
  await tx.deleteFrom('customer_address').where('customer_id', '=', person.id).execute()
  await tx.deleteFrom('customer_password').where('customer_id', '=', person.id).execute()
  await tx.deleteFrom('contact_code').where('customer_id', '=', person.id).execute()
  await deleteChoices(tx, person.id)
  await tx.deleteFrom('registration_ticket').where('customer_id', '=', person.id).execute()
  await tx.deleteFrom('sign_in_flow').where('document_index', '=', person.document_index).execute()
}
