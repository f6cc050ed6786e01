import * as z from 'zod/mini'
import { serverNow } from '../../../platform/clock/server-clock.ts'
import { savedHoldOf } from '../../../platform/storage/saved-hold.ts'

/** The code of a link, kept while the person signs in. Signing out removes it. */
const hold = savedHoldOf(
  'scratchCode',
  z.object({ campaign_id: z.string(), code: z.string(), created_at: z.string() }),
)

export const saveCode = (campaign_id: string, code: string): void =>
  hold.save({ campaign_id, code, created_at: new Date(serverNow()).toISOString() })

/** The code in the campaign's link; null if there is none. */
export const readCode = (campaign_id: string): string | null =>
  hold.read(campaign_id, serverNow())?.code ?? null

export const removeCode = (): void => hold.remove()
