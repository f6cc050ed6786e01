import { sql, type Generated } from 'kysely'
import type { Role } from '@clube/contract/kernel/permissions.ts'
import type { StaffState } from '@clube/contract/staff/member.ts'
import type { Db, Tx } from '../../db/database.ts'
import type { Member } from './staff-member.ts'

type StaffTable = {
  id: Generated<string>
  email: string
  name: string
  roles: Role[]
  state: StaffState
  password_hash: string | null
  totp_sealed: Buffer | null
  totp_last_step: number
  second_signature_from: Date
  created_at: Date
  updated_at: Date
  last_signed_in_at: Date | null
}

declare module '../../db/tables.ts' {
  interface Tables {
    staff: StaffTable
  }
}

const columns = [
  'id',
  'email',
  'name',
  'roles',
  'state',
  'password_hash',
  'totp_sealed',
  'created_at',
  'last_signed_in_at',
] as const

export const listMembers = (db: Db): Promise<Member[]> =>
  db.selectFrom('staff').select(columns).orderBy('name').orderBy('id').execute()

export const findMember = (db: Db, id: string): Promise<Member | undefined> =>
  db.selectFrom('staff').select(columns).where('id', '=', id).executeTakeFirst()

/** The member, locked until the transaction ends. */
export const lockMember = (tx: Tx, id: string): Promise<Member | undefined> =>
  tx.selectFrom('staff').select(columns).where('id', '=', id).forUpdate().executeTakeFirst()

export const findByEmail = (db: Db, email: string): Promise<Member | undefined> =>
  db.selectFrom('staff').select(columns).where('email', '=', email).executeTakeFirst()

/** Whether any of the e-mails belongs to a member. */
export const hasMember = async (db: Db, emails: readonly string[]): Promise<boolean> =>
  (await db.selectFrom('staff').select('id').where('email', 'in', emails).limit(1).executeTakeFirst()) !==
  undefined

/** Whether another active member with any of the roles has signed in before and has a second factor. */
export const hasOtherMember = async (
  db: Db,
  { staff_id, roles }: { staff_id: string; roles: readonly Role[] },
): Promise<boolean> =>
  (await db
    .selectFrom('staff')
    .select('id')
    .where('state', '=', 'active')
    .where('id', '<>', staff_id)
    .where('last_signed_in_at', 'is not', null)
    .where('totp_sealed', 'is not', null)
    .where(sql<boolean>`roles && ${[...roles]}::text[]`)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Names of members by id. */
export const listNames = (db: Db): Promise<{ id: string; name: string }[]> =>
  db.selectFrom('staff').select(['id', 'name']).orderBy('name').orderBy('id').execute()

/** Names and roles of members by id, for modules that show what they did. */
export const findMembers = async (
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, { name: string; roles: Role[] }>> => {
  const rows = await db
    .selectFrom('staff')
    .select(['id', 'name', 'roles'])
    .where(sql<boolean>`id::text = any(${[...new Set(ids)]}::text[])`)
    .execute()
  return new Map(rows.map(({ id, ...member }) => [id, member]))
}

/** Active members with any of the roles, by name. */
export const listMembersWith = (db: Db, roles: readonly Role[]): Promise<{ id: string; name: string }[]> =>
  db
    .selectFrom('staff')
    .select(['id', 'name'])
    .where('state', '=', 'active')
    .where(sql<boolean>`roles && ${[...roles]}::text[]`)
    .orderBy('name')
    .orderBy('id')
    .execute()

/** @returns undefined when the e-mail is taken */
export const insertMember = (
  db: Db,
  member: {
    email: string
    name: string
    roles: readonly Role[]
    second_signature_from: Date
    now: Date
  },
): Promise<Member | undefined> =>
  db
    .insertInto('staff')
    .values({
      email: member.email,
      name: member.name,
      roles: [...member.roles],
      state: 'invited',
      password_hash: null,
      totp_sealed: null,
      totp_last_step: 0,
      second_signature_from: member.second_signature_from,
      created_at: member.now,
      updated_at: member.now,
      last_signed_in_at: null,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning(columns)
    .executeTakeFirst()

/** Active administrators ordered by id, locked, so that two cannot remove each other concurrently. */
export const lockAdministrators = async (tx: Tx): Promise<{ id: string }[]> => {
  const { rows } = await sql<{ id: string }>`
    select id from staff where state = 'active' and 'administrator' = any(roles) order by id for update`.execute(
    tx,
  )
  return rows
}

export const saveRoles = async (
  tx: Tx,
  change: { id: string; roles: readonly Role[]; now: Date },
): Promise<void> => {
  await tx
    .updateTable('staff')
    .set({ roles: [...change.roles], updated_at: change.now })
    .where('id', '=', change.id)
    .execute()
}

/** Sets the earliest time for a second signature by the member, unless a later one is already set. */
export const postponeSecondSignature = async (tx: Tx, wait: { id: string; until: Date }): Promise<void> => {
  await tx
    .updateTable('staff')
    .set({ second_signature_from: sql`greatest(second_signature_from, ${wait.until})` })
    .where('id', '=', wait.id)
    .execute()
}

/** Changes a member's state from one of the given states. @returns whether it was in one of them */
export const transitionState = async (
  tx: Tx,
  change: { id: string; from: readonly StaffState[]; to: StaffState; now: Date },
): Promise<boolean> => {
  const moved = await tx
    .updateTable('staff')
    .set({ state: change.to, updated_at: change.now })
    .where('id', '=', change.id)
    .where('state', 'in', change.from)
    .returning('id')
    .executeTakeFirst()
  return moved !== undefined
}

/** Sets the password and activates an invited member. Does not change a disabled member. */
export const savePassword = (
  tx: Tx,
  change: { id: string; password_hash: string; now: Date },
): Promise<Member | undefined> =>
  tx
    .updateTable('staff')
    .set({ password_hash: change.password_hash, state: 'active', updated_at: change.now })
    .where('id', '=', change.id)
    .where('state', '!=', 'disabled')
    .returning(columns)
    .executeTakeFirst()

/** Consumes the code of a time step; only one of several concurrent callers gets true. */
export const consumeTotpStep = async (
  tx: Tx,
  input: { id: string; step: number; now: Date },
): Promise<boolean> => {
  const consumed = await tx
    .updateTable('staff')
    .set({ totp_last_step: input.step })
    .where('id', '=', input.id)
    .where('state', '=', 'active')
    .where('totp_last_step', '<', input.step)
    .returning('id')
    .executeTakeFirst()
  return consumed !== undefined
}

/** Enrolls the first authenticator app and consumes its first code. @returns false when one is already enrolled */
export const enrollTotp = async (
  tx: Tx,
  input: { id: string; totp_sealed: Buffer; step: number; now: Date },
): Promise<boolean> => {
  const enrolled = await tx
    .updateTable('staff')
    .set({ totp_sealed: input.totp_sealed, totp_last_step: input.step, updated_at: input.now })
    .where('id', '=', input.id)
    .where('state', '=', 'active')
    .where('totp_sealed', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return enrolled !== undefined
}

export const clearTotp = async (tx: Tx, id: string, now: Date): Promise<void> => {
  await tx
    .updateTable('staff')
    .set({ totp_sealed: null, totp_last_step: 0, updated_at: now })
    .where('id', '=', id)
    .execute()
}

export const recordSignIn = async (tx: Tx, id: string, now: Date): Promise<void> => {
  await tx.updateTable('staff').set({ last_signed_in_at: now }).where('id', '=', id).execute()
}

/** Replaces the hash of an unchanged password. */
export const rehashPassword = async (
  db: Db,
  change: { id: string; old_hash: string; password_hash: string },
): Promise<void> => {
  await db
    .updateTable('staff')
    .set({ password_hash: change.password_hash })
    .where('id', '=', change.id)
    .where('password_hash', '=', change.old_hash)
    .execute()
}
