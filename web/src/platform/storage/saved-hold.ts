import { isHoldLive } from '@clube/contract/campaigns/hold.ts'
import type * as z from 'zod/mini'
import { createStorage } from './storage.ts'

/** A hold that the person has not confirmed yet, as last received; `created_at` is the server's time. */
type SavedHold = { created_at: string; campaign_id: string }

const storage = createStorage()

/** Keys of all saved holds, so that signing out removes them. */
const indexKey = 'savedHolds'

function savedKeys(): string[] {
  const saved = storage.get(indexKey)
  return Array.isArray(saved) ? saved.filter((key) => typeof key === 'string') : []
}

function removeSaved(key: string): void {
  storage.remove(key)
  const keys = savedKeys().filter((each) => each !== key)
  if (keys.length === 0) storage.remove(indexKey)
  else storage.set(indexKey, keys)
}

/** Removes the holds of all promotions. */
export function removeEveryHold(): void {
  for (const key of savedKeys()) storage.remove(key)
  storage.remove(indexKey)
}

/** Accesses one saved hold under its promotion's key. */
export const savedHoldOf = <Hold extends SavedHold>(key: string, schema: z.ZodMiniType<Hold>) => ({
  /**
   * The hold of the campaign, or null. An expired or unreadable one is removed (spec §4).
   * `now` as Unix time in milliseconds, by the server's clock.
   */
  read: (campaign_id: string, now: number): Hold | null => {
    const saved = storage.get(key)
    if (saved === undefined) return null
    const { data } = schema.safeParse(saved)
    if (!data || !isHoldLive(new Date(data.created_at), new Date(now))) removeSaved(key)
    else if (data.campaign_id === campaign_id) return data
    return null
  },
  save: (hold: Hold): void => {
    storage.set(indexKey, [...new Set([...savedKeys(), key])])
    storage.set(key, hold)
  },
  remove: (): void => removeSaved(key),
})
