import { isHoldLive } from '@clube/contract/campaigns/hold.ts'
import type * as z from 'zod/mini'
import { createStorage, type Storage } from './storage.ts'

/** A hold that the person has not confirmed yet, as last received; `created_at` is the server's time. */
export type SavedHold = { created_at: string } & Record<string, unknown>

/** Keys of all saved holds, so that signing out removes them. */
const indexKey = 'savedHolds'

const savedKeys = (storage: Storage): string[] => {
  const saved = storage.get(indexKey)
  return Array.isArray(saved) ? saved.filter((key) => typeof key === 'string') : []
}

/** Saves a hold under the key of its promotion. */
export function saveHold(key: string, hold: SavedHold, storage: Storage = createStorage()): void {
  storage.set(indexKey, [...new Set([...savedKeys(storage), key])])
  storage.set(key, hold)
}

export function removeHold(key: string, storage: Storage = createStorage()): void {
  storage.remove(key)
}

/** Removes the holds of all promotions. */
export function removeEveryHold(storage: Storage = createStorage()): void {
  for (const key of savedKeys(storage)) storage.remove(key)
  storage.remove(indexKey)
}

/**
 * The saved hold while it is live. One that has ended, or cannot be read, is removed and treated as absent (spec §4).
 * `now` in milliseconds since 1970.
 */
export function readHold(
  key: string,
  now: number,
  storage: Storage = createStorage(),
): SavedHold | undefined {
  const saved = storage.get(key)
  if (saved === undefined) return undefined
  if (isHold(saved) && isHoldLive(new Date(saved.created_at), new Date(now))) return saved
  storage.remove(key)
  return undefined
}

/** Accesses one saved hold under its own key; the hold names its campaign. */
export const savedHoldOf = <Hold extends SavedHold & { campaign_id: string }>(
  key: string,
  schema: z.ZodMiniType<Hold>,
) => ({
  /** The live hold of the campaign, or null. `now` in milliseconds since 1970, by the server's clock. */
  read: (campaign_id: string, now: number): Hold | null => {
    const { data } = schema.safeParse(readHold(key, now))
    return data?.campaign_id === campaign_id ? data : null
  },
  save: (hold: Hold): void => saveHold(key, hold),
  remove: (): void => removeHold(key),
})

function isHold(value: unknown): value is SavedHold {
  return (
    typeof value === 'object' &&
    value !== null &&
    'created_at' in value &&
    typeof value.created_at === 'string'
  )
}
