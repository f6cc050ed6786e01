import type { StaffIdentity } from '@clube/contract/staff/sign-in-calls.ts'
import type { Db, Tx } from '../../db/database.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { fingerprint } from '../vault/index.ts'
import type { StaffDeps } from './deps.ts'
import { totpLabel, type Member } from './staff-member.ts'
import { countRecoveryCodes } from './staff-secret-store.ts'
import { beginSession, endSession } from './staff-sessions.ts'
import { consumeWaitingSession, findWaitingSession, type WaitingSession } from './staff-session-store.ts'
import { findMember, noteSignIn } from './staff-store.ts'
import { secretBytes } from './totp.ts'

/** After the password: a session that waits for the code, or for the enrolment of an app. */
export const waitForSecondFactor = async (
  deps: Pick<StaffDeps, 'vault' | 'chance'>,
  db: Db,
  input: { member: Member; replaces: string | null; now: Date },
): Promise<{ next: 'code' | 'enrolment'; token: string }> => {
  const { member, now } = input
  if (input.replaces) await endSession(db, input.replaces)
  const state = member.totp_sealed ? 'code' : 'enrolment'
  const pending_totp_sealed = member.totp_sealed
    ? null
    : deps.vault.seal(totpLabel(member.id), deps.chance(secretBytes).toString('base64'))
  const token = await beginSession(db, { staff_id: member.id, state, pending_totp_sealed, now })
  return { next: state, token }
}

/**
 * The sign-in that waits behind a cookie, and whose it is.
 * @throws {Refusal} staff.sign-in-expired
 */
export const requireWaiting = async (
  db: Db,
  use: { token: string | null; state: 'code' | 'enrolment'; now: Date },
): Promise<{ waiting: WaitingSession; member: Member }> => {
  const waiting = use.token
    ? await findWaitingSession(db, { token_hash: fingerprint(use.token), state: use.state, now: use.now })
    : undefined
  const member = waiting && (await findMember(db, waiting.staff_id))
  if (!waiting || member?.state !== 'active') throw new Refusal('staff.sign-in-expired')
  return { waiting, member }
}

/**
 * Opens the session in place of the waiting one, with a new id.
 * @throws {Refusal} staff.sign-in-expired when the waiting one was used meanwhile
 */
export const openSession = async (
  tx: Tx,
  input: { waiting: WaitingSession; member: Member; now: Date },
): Promise<string> => {
  const { waiting, member, now } = input
  if (!(await consumeWaitingSession(tx, waiting.id))) throw new Refusal('staff.sign-in-expired')
  await noteSignIn(tx, member.id, now)
  return beginSession(tx, { staff_id: member.id, state: 'open', pending_totp_sealed: null, now })
}

/** Who is signed in, as the shell needs it. */
export const identityOf = async (db: Db, member: Member): Promise<StaffIdentity> => ({
  staff_id: member.id,
  name: member.name,
  email: member.email,
  roles: [...member.roles],
  recovery_codes_left: await countRecoveryCodes(db, member.id),
})
