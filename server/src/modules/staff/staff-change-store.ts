import { sql, type Generated } from 'kysely'
import type { Role } from '@clube/contract/kernel/permissions.ts'
import type { StaffChangeKind } from '@clube/contract/staff/change-calls.ts'
import type { Db, Tx } from '../../db/database.ts'
import type { StaffChange } from './staff-change.ts'

type StaffChangeTable = {
  id: Generated<string>
  kind: StaffChangeKind
  staff_id: string | null
  email: string
  name: string
  roles: Role[]
  brand_id: string | null
  state: StaffChange['state']
  proposed_by: string
  proposed_at: Date
  expires_at: Date
  decided_by: string | null
  decided_at: Date | null
}

declare module '../../db/tables.ts' {
  interface Tables {
    staff_change: StaffChangeTable
  }
}

const columns = [
  'id',
  'kind',
  'staff_id',
  'email',
  'name',
  'roles',
  'brand_id',
  'proposed_by',
  'proposed_at',
  'expires_at',
] as const

/** A row without its state. */
export type ProposedChange = Omit<Extract<StaffChange, { state: 'proposed' }>, 'state'>

/** @returns undefined when a change of the same person is pending */
export const insertChange = async (
  tx: Tx,
  change: Omit<ProposedChange, 'id'>,
): Promise<ProposedChange | undefined> => {
  const { email, proposed_at: now } = change
  await tx
    .updateTable('staff_change')
    .set({ state: 'expired', decided_at: now })
    .where('email', '=', email)
    .where('state', '=', 'proposed')
    .where('expires_at', '<=', now)
    .execute()
  return tx
    .insertInto('staff_change')
    .values({ ...change, roles: [...change.roles], state: 'proposed', decided_by: null, decided_at: null })
    .onConflict((conflict) => conflict.doNothing())
    .returning(columns)
    .executeTakeFirst()
}

type Decision = { readonly id: string; readonly by: string; readonly now: Date }

/**
 * Approves a pending change. Its two administrators are different people, both active now; the second is not its
 * subject and has had the role for long enough.
 */
export const approveChange = (tx: Tx, { id, by, now }: Decision): Promise<ProposedChange | undefined> =>
  tx
    .updateTable('staff_change')
    .set({ state: 'approved', decided_by: by, decided_at: now })
    .where('id', '=', id)
    .where('state', '=', 'proposed')
    .where('expires_at', '>', now)
    .where('proposed_by', '!=', by)
    .where(sql<boolean>`staff_id is distinct from ${by}`)
    .where(sql<boolean>`2 = (select count(*) from staff
      where staff.state = 'active' and 'administrator' = any(staff.roles)
        and (staff.id = proposed_by or (staff.id = ${by} and second_signature_from <= ${now})))`)
    .returning(columns)
    .executeTakeFirst()

/** Rejects or withdraws a pending change. */
export const rejectChange = (tx: Tx, { id, by, now }: Decision): Promise<ProposedChange | undefined> =>
  tx
    .updateTable('staff_change')
    .set({ state: 'rejected', decided_by: by, decided_at: now })
    .where('id', '=', id)
    .where('state', '=', 'proposed')
    .where('expires_at', '>', now)
    .returning(columns)
    .executeTakeFirst()

/** Expires the pending change of a member after another change. */
export const expireChangeOf = (tx: Tx, staff_id: string, now: Date): Promise<void> =>
  expirePending(tx, { column: 'staff_id', id: staff_id, now })

/** Expires the proposals of a former administrator, which would become valid again if they regained the role. */
export const expireProposalsOf = (tx: Tx, proposed_by: string, now: Date): Promise<void> =>
  expirePending(tx, { column: 'proposed_by', id: proposed_by, now })

const expirePending = async (
  tx: Tx,
  { column, id, now }: { column: 'staff_id' | 'proposed_by'; id: string; now: Date },
): Promise<void> => {
  await tx
    .updateTable('staff_change')
    .set({ state: 'expired', decided_at: now })
    .where(column, '=', id)
    .where('state', '=', 'proposed')
    .execute()
}

export const findPendingChange = (db: Db, id: string, now: Date): Promise<ProposedChange | undefined> =>
  pendingChanges(db, now).where('id', '=', id).executeTakeFirst()

/** Changes that wait for a decision, oldest first. */
export const listPendingChanges = (db: Db, now: Date): Promise<ProposedChange[]> =>
  pendingChanges(db, now).orderBy('proposed_at').orderBy('id').execute()

const pendingChanges = (db: Db, now: Date) =>
  db.selectFrom('staff_change').select(columns).where('state', '=', 'proposed').where('expires_at', '>', now)

/** Names of the people that changes concern, by the change's id. */
export const listChangeNames = (db: Db, since: Date): Promise<{ id: string; name: string }[]> =>
  db.selectFrom('staff_change').select(['id', 'name']).where('proposed_at', '>=', since).execute()
