import type { SessionEnd } from '@clube/contract/identity/session-calls.ts'
import type { Db, Tx } from '../../db/database.ts'
import { createBatchQueue, createMicroBatch } from '../../db/batching.ts'
import { runAsOne, type Statement } from '../../db/one-statement.ts'
import type { Clock } from '../../ports/clock.ts'
import { createSecret, fingerprint, fingerprintText } from '../vault/index.ts'
import { deleteFamiliesOf, saveDeviceSql } from './device-credential-store.ts'
import { newDeviceFamily } from './rotate-device-credential.ts'
import * as store from './session-store.ts'
import {
  deleteOldSessionEnds,
  findRecordedEnd,
  recordSessionEnds,
  type RevocationReason,
} from './session-end-store.ts'
import {
  expiriesOf,
  expiredSessionRetentionMs,
  sessionLifetime,
  touchEveryMs,
  type SessionLevel,
} from './session.ts'

export type LiveSession = {
  session_id: string
  customer_id: string
  level: SessionLevel
  name: string | null
  document_type: 'cpf' | 'cnpj'
}

/** A new session for the cookie. */
export type OpenedSession = { token: string; maxAgeSeconds: number | null }

/**
 * Finds valid sessions; requests in the same tick share one query, and nothing is cached, so that revocation takes
 * effect immediately in every process. Sessions that are extended share statements, too. Unattended polling does not
 * extend a session.
 */
export const createSessionFinder = (
  db: Db,
  clock: Clock,
): ((token: string, use?: { isAttended: boolean }) => Promise<LiveSession | null>) => {
  const load = createMicroBatch(async (token_hashes: readonly string[]) => {
    const now = clock()
    const touched_before = new Date(now.getTime() - touchEveryMs)
    const rows = await store.findSessions(db, { token_hashes, now, touched_before })
    return new Map<unknown, store.SessionRow>(rows.map((row) => [row.token_hash, row]))
  })
  const touch = createBatchQueue<store.SessionTouch, null>(async (_key, touches) => {
    await store.touchSessions(db, touches)
    return touches.map(() => ({ ok: true, result: null }))
  })
  return async (token, { isAttended } = { isAttended: true }) => {
    const row = await load(fingerprintText(token))
    if (!row) return null
    const { remembered, created_at } = row
    if (isAttended && created_at) {
      const now = clock()
      const { idle_expires_at } = expiriesOf({ remembered, created_at }, now)
      await touch('', { id: row.id, last_seen_at: now, idle_expires_at })
    }
    const { id: session_id, customer_id, level, name, document_type } = row
    return { session_id, customer_id, level, name, document_type }
  }
}

type SessionInput = {
  customer_id: string
  level: SessionLevel
  /** The customer's access version, read with the secret that was verified. */
  access_version: number
  /** The remembered device that opens it, if any. */
  family_id: string | null
  now: Date
  /** The authenticated browser, recorded as a known device. */
  device_id?: string
}

/** Creates a session with a new id: its cookie, and the changes that open it. */
export const newSession = (input: SessionInput): { session: OpenedSession; opening: Statement[] } => {
  const token = createSecret()
  const { customer_id, level, access_version, family_id, now } = input
  const remembered = family_id !== null
  const expiries = expiriesOf({ remembered, created_at: now }, now)
  const session = {
    token_hash: fingerprint(token),
    customer_id,
    level,
    family_id,
    access_version,
    created_at: now,
    last_seen_at: now,
    ...expiries,
  }
  const opening = [store.insertSessionSql(session)]
  if (input.device_id !== undefined)
    opening.push(saveDeviceSql({ device_hash: fingerprint(input.device_id), customer_id, seen_at: now }))
  const maxAgeSeconds = remembered ? sessionLifetime.remembered.absoluteMs / 1000 : null
  return { session: { token, maxAgeSeconds }, opening }
}

/** Opens a session with a new id. */
export const openSession = async (db: Db, input: SessionInput): Promise<OpenedSession> => {
  const { session, opening } = newSession(input)
  await runAsOne(db, opening)
  return session
}

/** Ends the session of a cookie; ignores an unknown token. */
export const closeSessionSql = (token: string): Statement => store.deleteSessionSql(fingerprint(token))

/** Ends the session of a cookie immediately. */
export const closeSession = async (db: Db, token: string): Promise<void> => {
  await closeSessionSql(token).execute(db)
}

/** Revokes all sessions and remembered devices of a customer. */
export const revokeAccess = async (
  tx: Tx,
  input: { customer_id: string; reason: RevocationReason; now: Date },
): Promise<void> => {
  const { customer_id } = input
  await recordSessionEnds(tx, { ...input, keep: null })
  await deleteFamiliesOf(tx, customer_id, null)
  await store.deleteSessionsOf(tx, customer_id, null)
}

/**
 * Revokes all sessions and remembered devices of a customer except one session, which continues with the new access
 * version.
 * @returns the credential of a new family, if that session was remembered
 */
export const revokeOtherAccess = async (
  tx: Tx,
  input: { customer_id: string; session_id: string; access_version: number; now: Date },
): Promise<{ device_credential?: string }> => {
  const { customer_id, session_id, access_version } = input
  const family = (await store.isRemembered(tx, session_id)) ? newDeviceFamily(input) : null
  const family_id = family?.family_id ?? null
  await runAsOne(tx, family?.insertions ?? [])
  await recordSessionEnds(tx, { customer_id, keep: session_id, reason: 'password', now: input.now })
  await store.continueSession(tx, { id: session_id, family_id, access_version })
  await deleteFamiliesOf(tx, customer_id, family_id)
  await store.deleteSessionsOf(tx, customer_id, session_id)
  return family ? { device_credential: family.device_credential } : {}
}

/** Why the session of a token ended; null if it is valid or unknown. */
export const findSessionEnd = async (db: Db, token: string, now: Date): Promise<SessionEnd | null> =>
  (await findRecordedEnd(db, { token_hash: fingerprint(token), now })) ?? null

/**
 * Deletes expired sessions and recorded ends, but only after a while: until then a browser can be told why its session
 * ended.
 */
export const purgeSessions = async (db: Db, now: Date): Promise<void> => {
  await store.deleteExpiredSessions(db, new Date(now.getTime() - expiredSessionRetentionMs))
  await deleteOldSessionEnds(db, new Date(now.getTime() - sessionLifetime.remembered.absoluteMs))
}
