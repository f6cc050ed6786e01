import type { Role } from '@clube/contract/kernel/permissions.ts'
import type { Db } from '../../db/database.ts'
import { createMicroBatch } from '../../db/batching.ts'
import type { Clock } from '../../ports/clock.ts'
import { createSecret, fingerprint } from '../vault/index.ts'
import { deleteUnusedDevices } from './staff-device-store.ts'
import * as store from './staff-session-store.ts'
import { staffExpiriesOf, touchEveryMs, type StaffSessionState } from './staff-session.ts'

/** A signed-in staff member. */
export type LiveStaffSession = {
  readonly session_id: string
  readonly staff_id: string
  readonly name: string
  readonly roles: readonly Role[]
  readonly brand_id: string | null
  readonly can_give_second_signature: boolean
}

/**
 * Finds open staff sessions; requests in the same tick share one query, and nothing is cached: disabling a member or
 * removing a role takes effect immediately in every process. Unattended polling does not extend a session.
 */
export const createStaffSessionFinder = (
  db: Db,
  clock: Clock,
): ((token: string, use?: { isAttended: boolean }) => Promise<LiveStaffSession | null>) => {
  const load = createMicroBatch(async (hashes: readonly string[]) => {
    const token_hashes = hashes.map((hash) => Buffer.from(hash, 'base64'))
    const rows = await store.findOpenSessions(db, token_hashes, clock())
    return new Map<unknown, store.OpenSessionRow>(rows.map((row) => [row.token_hash.toString('base64'), row]))
  })
  return async (token, { isAttended } = { isAttended: true }) => {
    const row = await load(fingerprint(token).toString('base64'))
    if (!row) return null
    const now = clock()
    if (isAttended && now.getTime() - row.last_seen_at.getTime() > touchEveryMs) {
      const { idle_expires_at } = staffExpiriesOf({ state: 'open', created_at: row.created_at }, now)
      await store.touchSession(db, { id: row.id, last_seen_at: now, idle_expires_at })
    }
    const { id: session_id, staff_id, name, roles, brand_id } = row
    return {
      session_id,
      staff_id,
      name,
      roles,
      brand_id,
      can_give_second_signature: row.second_signature_from <= now,
    }
  }
}

type NewSession = { staff_id: string; now: Date } & (
  | { state: 'open' }
  | { state: Exclude<StaffSessionState, 'open'>; pending_totp_sealed: Buffer | null }
)

/** A session with a new id, and its cookie's token. */
const createSession = ({ now, ...session }: NewSession) => {
  const token = createSecret()
  const row = {
    pending_totp_sealed: null,
    ...session,
    token_hash: fingerprint(token),
    created_at: now,
    last_seen_at: now,
    ...staffExpiriesOf({ state: session.state, created_at: now }, now),
  }
  return { token, row }
}

/** Starts the session of a completed sign-in. @returns the cookie's token */
export const beginSession = async (db: Db, member: { staff_id: string; now: Date }): Promise<string> => {
  const { token, row } = createSession({ ...member, state: 'open' })
  await store.insertSession(db, row)
  return token
}

/**
 * Starts the session of a sign-in with the given password, to be completed by the second factor.
 * @returns the cookie's token; null when the password was changed or the member disabled concurrently
 */
export const beginPendingSession = async (
  db: Db,
  input: Exclude<NewSession, { state: 'open' }> & { password_hash: string },
): Promise<string | null> => {
  const { password_hash, ...session } = input
  const { token, row } = createSession(session)
  return (await store.insertPendingSession(db, row, password_hash)) ? token : null
}

/** Ends the session of a cookie; ignores an unknown token. @returns the member of an open session */
export const endSession = async (db: Db, token: string): Promise<string | null> => {
  const ended = await store.deleteByToken(db, fingerprint(token))
  return ended?.state === 'open' ? ended.staff_id : null
}

/** Known devices are deleted after a year without a sign-in. */
const deviceRetentionMs = 365 * 24 * 3_600_000

/** Deletes expired sessions and unused devices. */
export const purgeStaffSessions = async (db: Db, now: Date): Promise<void> => {
  await store.deleteExpired(db, now)
  await deleteUnusedDevices(db, new Date(now.getTime() - deviceRetentionMs))
}
