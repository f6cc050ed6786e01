import type { Db, Tx } from '../../db/database.ts'
import { PhotoStoreError, type PhotoStore } from '../../ports/photo-store.ts'
import {
  advancePurge,
  countPhotos,
  listDuePhotos,
  findRetainedKeys,
  markPurged,
  type DuePhoto,
} from './photo-row-store.ts'
import { deleteOldViews } from './photo-view-store.ts'
import { orphanGraceMs, purgeAfterDecision } from './retention.ts'
import { photoPrefix } from './store-photo.ts'

type PurgeDeps = { readonly db: Db; readonly store: PhotoStore }

/** The state after a purge, as evidence that nothing overdue is left. */
export type PhotoReport = {
  /** Photos within their retention. */
  readonly kept: number
  /** Overdue photos whose row still has a key. */
  readonly overdue: number
  /** Number of objects in the store. */
  readonly objects: number
  /** Orphaned object names older than the grace period. */
  readonly orphans: readonly string[]
  /** True when nothing is overdue or orphaned. */
  readonly clean: boolean
}

export type PurgeOutcome = {
  readonly purged: number
  readonly orphans_deleted: number
  /** Objects that could not be deleted; retried at the next purge. */
  readonly failed: number
  readonly report: PhotoReport
}

/** Schedules the purge of decided photos: 30 days after the decision, or at the end of their 90 days if earlier. */
export const decidePhotos = (tx: Tx, input: { subject_id: string; now: Date }): Promise<void> =>
  advancePurge(tx, input.subject_id, purgeAfterDecision(input.now))

/** For erased accounts: schedules the purge of the photos for the next run. */
export const releasePhotos = (tx: Tx, input: { subject_id: string; now: Date }): Promise<void> =>
  advancePurge(tx, input.subject_id, input.now)

const batchSize = 100

/**
 * Deletes every overdue photo, first the object, then the key in its row, and every orphaned object
 * (an interrupted upload). Safe to repeat, to interrupt and to run in several processes concurrently.
 * @throws {PhotoStoreError} when the store cannot be listed
 */
export const purgePhotos = async (deps: PurgeDeps, now: Date): Promise<PurgeOutcome> => {
  await deleteOldViews(deps.db, now)
  let purged = 0
  let failed = 0
  let last: DuePhoto | null = null
  for (;;) {
    const due: DuePhoto[] = await listDuePhotos(deps.db, now, batchSize, last)
    for (const photo of due) {
      if (!(await deleteObject(deps.store, photo.object_key))) failed += 1
      else if (await markPurged(deps.db, photo.id, now)) purged += 1
    }
    last = due.at(-1) ?? null
    if (due.length < batchSize) break
  }
  let orphans_deleted = 0
  for (const key of await listOrphans(deps, now)) {
    if (await deleteObject(deps.store, key)) orphans_deleted += 1
    else failed += 1
  }
  return { purged, orphans_deleted, failed, report: await reportPhotos(deps, now) }
}

/** Counts rows and lists the store without changing anything. */
export const reportPhotos = async (deps: PurgeDeps, now: Date): Promise<PhotoReport> => {
  const { kept, overdue } = await countPhotos(deps.db, now)
  const objects = (await deps.store.list(photoPrefix)).length
  const orphans = await listOrphans(deps, now)
  return { kept, overdue, objects, orphans, clean: overdue === 0 && orphans.length === 0 }
}

const listOrphans = async ({ db, store }: PurgeDeps, now: Date): Promise<string[]> => {
  const old = (await store.list(photoPrefix))
    .filter(({ modified_at }) => now.getTime() - modified_at.getTime() >= orphanGraceMs)
    .map(({ key }) => key)
  const orphans: string[] = []
  for (let start = 0; start < old.length; start += batchSize) {
    const keys = old.slice(start, start + batchSize)
    const kept = await findRetainedKeys(db, keys)
    orphans.push(...keys.filter((key) => !kept.has(key)))
  }
  return orphans
}

/** A failing object must not prevent deleting the others. */
const deleteObject = async (store: PhotoStore, key: string): Promise<boolean> => {
  try {
    await store.delete(key)
    return true
  } catch (error) {
    if (error instanceof PhotoStoreError) return false
    throw error
  }
}
