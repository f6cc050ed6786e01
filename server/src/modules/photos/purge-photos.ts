import type { Db, Tx } from '../../db/database.ts'
import { PhotoStoreFailed, type PhotoStore } from '../../ports/photo-store.ts'
import {
  advancePurge,
  countPhotos,
  duePhotos,
  keptKeys,
  markPurged,
  type DuePhoto,
} from './photo-row-store.ts'
import { deleteOldLooks } from './photo-look-store.ts'
import { orphanGraceMs, purgeAfterDecision } from './retention.ts'
import { photoPrefix } from './store-photo.ts'

type PurgeDeps = { readonly db: Db; readonly store: PhotoStore }

/** What is where after a purge: the proof that nothing is left that should be gone. */
export type PhotoReport = {
  /** Photos still kept by right. */
  readonly kept: number
  /** Photos whose time is up and whose row still holds a key. */
  readonly overdue: number
  /** Objects of the store by name. */
  readonly objects: number
  /** Names in the store that no kept photo has, and that are too old to be on their way. */
  readonly strays: readonly string[]
  /** True when nothing is overdue and nothing strays. */
  readonly clean: boolean
}

export type PurgeOutcome = {
  readonly purged: number
  readonly strays_deleted: number
  /** Objects that the store would not delete; they are due again at the next purge. */
  readonly failed: number
  readonly report: PhotoReport
}

/** The request the photos were sent for was decided: they go 30 days later, or when their 90 days are over. */
export const decidePhotos = (tx: Tx, input: { subject_id: string; now: Date }): Promise<void> =>
  advancePurge(tx, input.subject_id, purgeAfterDecision(input.now))

/** Whoever the photos are of left the club: they go with the next purge. */
export const releasePhotos = (tx: Tx, input: { subject_id: string; now: Date }): Promise<void> =>
  advancePurge(tx, input.subject_id, input.now)

const batch = 100

/**
 * Deletes every photo whose time is up, first the object, then the key in its row, and every object that no row knows
 * (a sending that was broken off). Safe to run again, to break off and to run in several processes at once.
 * @throws {PhotoStoreFailed} when the store cannot even be listed
 */
export const purgePhotos = async (deps: PurgeDeps, now: Date): Promise<PurgeOutcome> => {
  await deleteOldLooks(deps.db, now)
  let purged = 0
  let failed = 0
  let last: DuePhoto | null = null
  for (;;) {
    const due: DuePhoto[] = await duePhotos(deps.db, now, batch, last)
    for (const photo of due) {
      if (!(await deleteObject(deps.store, photo.object_key))) failed += 1
      else if (await markPurged(deps.db, photo.id, now)) purged += 1
    }
    last = due.at(-1) ?? null
    if (due.length < batch) break
  }
  let strays_deleted = 0
  for (const key of await straysOf(deps, now)) {
    if (await deleteObject(deps.store, key)) strays_deleted += 1
    else failed += 1
  }
  return { purged, strays_deleted, failed, report: await reportPhotos(deps, now) }
}

/** Counts rows and lists the store, changing nothing. */
export const reportPhotos = async (deps: PurgeDeps, now: Date): Promise<PhotoReport> => {
  const { kept, overdue } = await countPhotos(deps.db, now)
  const objects = (await deps.store.list(photoPrefix)).length
  const strays = await straysOf(deps, now)
  return { kept, overdue, objects, strays, clean: overdue === 0 && strays.length === 0 }
}

const straysOf = async ({ db, store }: PurgeDeps, now: Date): Promise<string[]> => {
  const old = (await store.list(photoPrefix))
    .filter(({ modified_at }) => now.getTime() - modified_at.getTime() >= orphanGraceMs)
    .map(({ key }) => key)
  const strays: string[] = []
  for (let at = 0; at < old.length; at += batch) {
    const some = old.slice(at, at + batch)
    const kept = await keptKeys(db, some)
    strays.push(...some.filter((key) => !kept.has(key)))
  }
  return strays
}

/** One object that cannot be deleted must not keep the others. */
const deleteObject = async (store: PhotoStore, key: string): Promise<boolean> => {
  try {
    await store.delete(key)
    return true
  } catch (error) {
    if (error instanceof PhotoStoreFailed) return false
    throw error
  }
}
