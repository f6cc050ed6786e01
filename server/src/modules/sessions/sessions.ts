import type { Db } from '../../db/database.ts'
import { createMicroBatch } from '../../db/batching.ts'
import { runAsOne, type Statement } from '../../db/one-statement.ts'
import type { Clock } from '../../ports/clock.ts'
import { createSecret, fingerprint, fingerprintText } from '../vault/index.ts'
import { saveDeviceSql } from './device-credential-store.ts'
import * as store from './session-store.ts'
import { expiriesOf, sessionLife, touchEveryMs, type SessionLevel } from './session.ts'

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
 * Finds valid sessions; requests of the same tick share one query, and nothing is cached, so that revocation takes
 * effect immediately in every process. Unattended polling does not extend a session.
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
  return async (token, { isAttended } = { isAttended: true }) => {
    const row = await load(fingerprintText(token))
    if (!row) return null
    const { remembered, created_at } = row
    if (isAttended && created_at) {
      const now = clock()
      const { idle_expires_at } = expiriesOf({ remembered, created_at }, now)
      await store.touchSession(db, { id: row.id, last_seen_at: now, idle_expires_at })
    }
    const { id: session_id, customer_id, level, name, document_type } = row
    return { session_id, customer_id, level, name, document_type }
  }
}

type SessionInput = {
  customer_id: string
  level: SessionLevel
  remembered: boolean
  now: Date
  /** The authenticated browser, recorded as a known device. */
  device_id?: string
}

/** Creates a session with a new id: its cookie, and the changes that open it. */
export const newSession = (input: SessionInput): { session: OpenedSession; opening: Statement[] } => {
  const token = createSecret()
  const { customer_id, level, remembered, now } = input
  const expiries = expiriesOf({ remembered, created_at: now }, now)
  const session = {
    token_hash: fingerprint(token),
    customer_id,
    level,
    remembered,
    created_at: now,
    last_seen_at: now,
    ...expiries,
  }
  const opening = [store.insertSessionSql(session)]
  if (input.device_id !== undefined)
    opening.push(saveDeviceSql({ device_hash: fingerprint(input.device_id), customer_id, seen_at: now }))
  const maxAgeSeconds = remembered ? sessionLife.remembered.absoluteMs / 1000 : null
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

/** Ends all sessions of a customer except `keep`. */
export const closeOtherSessions = (db: Db, customer_id: string, keep: string | null): Promise<void> =>
  store.deleteOtherSessions(db, customer_id, keep)

/** Whether a valid session was opened with remember-me. */
export const isRememberedSession = (db: Db, session_id: string): Promise<boolean> =>
  store.isRemembered(db, session_id)

export const purgeSessions = (db: Db, now: Date): Promise<void> => store.deleteExpiredSessions(db, now)
