import type { SharedReads } from '../../db/shared-read.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Db } from '../../db/database.ts'
import { countAdmissions, listBetween } from './event-session-store.ts'
import type { GateCounts } from './gate/read-gate.ts'
import { countByGate } from './gate/scan-store.ts'
import { countPeople } from './reservations/session-change-store.ts'

/** Numbers of sessions that are counted from their tickets, scans, reservations and entries. */
export type SessionCounts = GateCounts & {
  readonly admissions: (session_ids: readonly string[]) => ReturnType<typeof countAdmissions>
  readonly people: (session_id: string) => ReturnType<typeof countPeople>
}

/** The current numbers. */
export const currentCounts = ({ db, clock }: { db: Db; clock: Clock }): SessionCounts => ({
  admissions: (session_ids) => countAdmissions(db, session_ids),
  gates: (session_id) => countByGate(db, session_id),
  people: (session_id) => countPeople(db, { session_id, now: clock() }),
  sessionsAround: (marginMs) => {
    const now = clock().getTime()
    return listBetween(db, new Date(now - marginMs), new Date(now + marginMs))
  },
})

/**
 * Numbers that the pages of all staff share, because counting takes the longer the larger a session is: at most a second
 * old, and current after a staff action of this process, including scans.
 */
export const shareCounts = (
  { admissions, gates, people, sessionsAround }: SessionCounts,
  { share }: Pick<SharedReads, 'share'>,
): SessionCounts => {
  const key = (kind: keyof SessionCounts, of: string) => `event-tickets ${kind} ${of}`
  return {
    admissions: (ids) => share(key('admissions', ids.join()), () => admissions(ids)),
    gates: (id) => share(key('gates', id), () => gates(id)),
    people: (id) => share(key('people', id), () => people(id)),
    sessionsAround: (ms) => share(key('sessionsAround', String(ms)), () => sessionsAround(ms)),
  }
}
