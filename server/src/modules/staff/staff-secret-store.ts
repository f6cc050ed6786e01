import type { Db, Tx } from '../../db/database.ts'

type StaffInvitationTable = {
  token_hash: Buffer
  staff_id: string
  created_at: Date
  expires_at: Date
  used_at: Date | null
  message_id: string | null
}

type StaffRecoveryCodeTable = {
  staff_id: string
  code_hash: Buffer
  created_at: Date
  used_at: Date | null
}

declare module '../../db/tables.ts' {
  interface Tables {
    staff_invitation: StaffInvitationTable
    staff_recovery_code: StaffRecoveryCodeTable
  }
}

/** Stores a member's link, replacing the previous one. */
export const saveInvitation = async (
  tx: Tx,
  invitation: Omit<StaffInvitationTable, 'used_at'>,
): Promise<void> => {
  const { token_hash, created_at, expires_at, message_id } = invitation
  await tx
    .insertInto('staff_invitation')
    .values({ ...invitation, used_at: null })
    .onConflict((conflict) =>
      conflict
        .column('staff_id')
        .doUpdateSet({ token_hash, created_at, expires_at, message_id, used_at: null }),
    )
    .execute()
}

/** An unused invitation, valid or expired. */
export type OpenInvitation = Pick<
  StaffInvitationTable,
  'staff_id' | 'created_at' | 'expires_at' | 'message_id'
>

/** Unused invitations, of all members or of `staff_id`. */
export const listOpenInvitations = (db: Db, staff_id?: string): Promise<OpenInvitation[]> =>
  db
    .selectFrom('staff_invitation')
    .select(['staff_id', 'created_at', 'expires_at', 'message_id'])
    .where('used_at', 'is', null)
    .$if(staff_id !== undefined, (query) => query.where('staff_id', '=', staff_id ?? ''))
    .execute()

/** The member of a valid link. */
export const findInvitation = (
  db: Db,
  input: { token_hash: Buffer; now: Date },
): Promise<{ staff_id: string } | undefined> =>
  db
    .selectFrom('staff_invitation')
    .select('staff_id')
    .where('token_hash', '=', input.token_hash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', input.now)
    .executeTakeFirst()

/** Consumes a valid link; only one of several concurrent callers gets it. */
export const consumeInvitation = (
  tx: Tx,
  input: { token_hash: Buffer; now: Date },
): Promise<{ staff_id: string } | undefined> =>
  tx
    .updateTable('staff_invitation')
    .set({ used_at: input.now })
    .where('token_hash', '=', input.token_hash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', input.now)
    .returning('staff_id')
    .executeTakeFirst()

export const deleteInvitation = async (tx: Tx, staff_id: string): Promise<void> => {
  await tx.deleteFrom('staff_invitation').where('staff_id', '=', staff_id).execute()
}

/** Replaces the set of codes. */
export const replaceRecoveryCodes = async (
  tx: Tx,
  set: { staff_id: string; code_hashes: readonly Buffer[]; now: Date },
): Promise<void> => {
  await deleteRecoveryCodes(tx, set.staff_id)
  const rows = set.code_hashes.map((code_hash) => ({
    staff_id: set.staff_id,
    code_hash,
    created_at: set.now,
    used_at: null,
  }))
  await tx.insertInto('staff_recovery_code').values(rows).execute()
}

export const deleteRecoveryCodes = async (tx: Tx, staff_id: string): Promise<void> => {
  await tx.deleteFrom('staff_recovery_code').where('staff_id', '=', staff_id).execute()
}

/** Consumes a code; only one of several concurrent callers gets true. */
export const consumeRecoveryCode = async (
  tx: Tx,
  input: { staff_id: string; code_hash: Buffer; now: Date },
): Promise<boolean> => {
  const consumed = await tx
    .updateTable('staff_recovery_code')
    .set({ used_at: input.now })
    .where('staff_id', '=', input.staff_id)
    .where('code_hash', '=', input.code_hash)
    .where('used_at', 'is', null)
    .returning('staff_id')
    .executeTakeFirst()
  return consumed !== undefined
}

export const countRecoveryCodes = async (db: Db, staff_id: string): Promise<number> => {
  const row = await db
    .selectFrom('staff_recovery_code')
    .select((expression) => expression.fn.countAll<number>().as('left'))
    .where('staff_id', '=', staff_id)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(row.left)
}
