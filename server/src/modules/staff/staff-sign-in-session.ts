import type { StaffIdentity, staffEnrollmentCall } from '@clube/contract/staff/sign-in-calls.ts'
import type { Db, Tx } from '../../db/database.ts'
import type { Refuse } from '../../kernel/refusal.ts'
import { createSecret, fingerprint } from '../vault/index.ts'
import type { StaffDeps } from './deps.ts'
import { hasDevice, saveDevice } from './staff-device-store.ts'
import { totpLabel, type Member } from './staff-member.ts'
import { countRecoveryCodes } from './staff-secret-store.ts'
import { beginPendingSession, beginSession, endSession } from './staff-sessions.ts'
import { consumePendingSession, findPendingSession, type PendingSession } from './staff-session-store.ts'
import { findMember, recordSignIn } from './staff-store.ts'
import { secretBytes } from './totp.ts'

/**
 * After the password: creates a pending session, to be completed by the code or enrollment.
 * @returns null when the password is no longer the member's
 */
export const beginSecondFactor = async (
  deps: Pick<StaffDeps, 'vault' | 'random'>,
  db: Db,
  input: { member: Member; password_hash: string; replaces: string | null; now: Date },
): Promise<{ next: 'code' | 'enrollment'; token: string } | null> => {
  const { member, password_hash, now } = input
  if (input.replaces) await endSession(db, input.replaces)
  const state = member.totp_sealed ? 'code' : 'enrollment'
  const pending_totp_sealed = member.totp_sealed
    ? null
    : deps.vault.seal(totpLabel(member.id), deps.random.bytes(secretBytes).toString('base64'))
  const session = { staff_id: member.id, state, pending_totp_sealed, now } as const
  const token = await beginPendingSession(db, { ...session, password_hash })
  return token === null ? null : { next: state, token }
}

type RefuseExpired = Refuse<(typeof staffEnrollmentCall)['refusals']>

/**
 * The pending session of a cookie and its member.
 * @throws {Refusal} staff.sign-in-expired
 */
export const requirePendingSession = async (
  db: Db,
  input: { token: string | null; state: 'code' | 'enrollment'; now: Date; refuse: RefuseExpired },
): Promise<{ pendingSession: PendingSession; member: Member }> => {
  const pendingSession = input.token
    ? await findPendingSession(db, {
        token_hash: fingerprint(input.token),
        state: input.state,
        now: input.now,
      })
    : undefined
  const member = pendingSession && (await findMember(db, pendingSession.staff_id))
  if (!pendingSession || member?.state !== 'active') throw input.refuse('staff.sign-in-expired')
  return { pendingSession, member }
}

/** The cookies of a completed sign-in: the session's, and the id of this device. */
export type OpenedSession = { readonly token: string; readonly device_id: string }

/**
 * Replaces the pending session with an open one that has a new id; from now on this is a known device of the member.
 * @throws {Refusal} staff.sign-in-expired when the pending one was used concurrently
 */
export const openSession = async (
  tx: Tx,
  input: {
    pendingSession: PendingSession
    member: Member
    device_id: string | null
    now: Date
    refuse: RefuseExpired
  },
): Promise<OpenedSession> => {
  const { pendingSession, member, now, refuse } = input
  if (!(await consumePendingSession(tx, pendingSession.id))) throw refuse('staff.sign-in-expired')
  await recordSignIn(tx, member.id, now)
  const { device_id: known } = input
  // Only ids issued by this server are kept, so that an attacker cannot choose a device's id in advance.
  const device_id = known !== null && (await hasDevice(tx, fingerprint(known))) ? known : createSecret()
  await saveDevice(tx, { staff_id: member.id, device_hash: fingerprint(device_id), now })
  return { token: await beginSession(tx, { staff_id: member.id, now }), device_id }
}

/** The signed-in member, for the web shell. */
export const identityOf = async (db: Db, member: Member): Promise<StaffIdentity> => ({
  staff_id: member.id,
  name: member.name,
  email: member.email,
  roles: [...member.roles],
  recovery_codes_left: await countRecoveryCodes(db, member.id),
})
