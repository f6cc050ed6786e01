import { createSharedReads } from '../../../db/shared-read.ts'
import type { Actor } from '../../sessions/index.ts'
import type { EventTicketDeps } from '../deps.ts'
import { findEntry, listUncounted, listWaitingIds, type EntryWithEventSession } from './waiting-store.ts'

/** Shared positions are at most this old. */
const maxAgeMs = 1_000
/** Waiting lists kept at most. */
const maxLists = 20

/**
 * Lists an actor's open entries in some sessions, for the list of sessions, which everyone on a waiting list polls. All
 * entries of a list share one read of its order, so their positions are at most a second old; that of a newer entry is
 * counted.
 */
export const createListOpenEntries = ({
  db,
  clock,
}: Pick<EventTicketDeps, 'db' | 'clock'>): ((
  actor: Actor & { session_ids: readonly string[] },
) => Promise<EntryWithEventSession[]>) => {
  const lists = createSharedReads({ clock, maxAgeMs, maxReads: maxLists })
  const positionsIn = (session_id: string): Promise<ReadonlyMap<string, number>> =>
    lists.share(session_id, async () => {
      const ids = await listWaitingIds(db, session_id)
      return new Map(ids.map((id, index) => [id, index + 1]))
    })
  return async (actor) => {
    const entries = await listUncounted(db, actor)
    return Promise.all(
      entries.map(async (entry) => {
        if (entry.state !== 'waiting') return { ...entry, position: 0 }
        const known = (await positionsIn(entry.session_id)).get(entry.id)
        return { ...entry, position: known ?? (await findEntry(db, entry.id))?.position ?? 0 }
      }),
    )
  }
}
