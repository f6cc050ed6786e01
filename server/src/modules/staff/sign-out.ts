import { inTransaction } from '../../db/database.ts'
import type { StaffDeps } from './deps.ts'
import { endSession } from './staff-sessions.ts'

/** Ends the session of a cookie; ignores an ended one. */
export const signOut = (deps: Pick<StaffDeps, 'db' | 'appendAuditLine'>, token: string): Promise<void> =>
  inTransaction(deps.db, async (tx) => {
    const staff_id = await endSession(tx, token)
    if (staff_id === null) return
    await deps.appendAuditLine(tx, {
      actor: { kind: 'staff', id: staff_id },
      action: 'staff.sign-out',
      subject: null,
      sentence: 'Saiu.',
    })
  })
