import { gateSessionSchema } from '@clube/contract/event-tickets/gate-calls.ts'
import * as z from 'zod/mini'
import { createStorage } from '../../../platform/storage/storage.ts'

const postSchema = z.object({ session: gateSessionSchema, gate: z.string() })

/** The session and the gate chosen on this device. */
export type Post = z.infer<typeof postSchema>

const storage = createStorage('clube_equipe_')
const storageKey = 'portaria'
const nameKey = 'portaria_nome'

/** A session with no end time counts as ended a day after its start. */
const openEndedMs = 24 * 3_600_000

/** When the session ends, in milliseconds; the offline list expires then. */
export const postEndsAt = ({ session }: Post): number =>
  session.ends_at === null ? Date.parse(session.starts_at) + openEndedMs : Date.parse(session.ends_at)

/** The post chosen on this device, until its session ends. */
export function savedPost(now: number): Post | null {
  const stored = z.safeParse(postSchema, storage.get(storageKey))
  return stored.success && now < postEndsAt(stored.data) ? stored.data : null
}

export const savePost = (post: Post): void => {
  storage.set(storageKey, post)
  storage.set(nameKey, post.gate)
}

/** The gate's name as last entered on this device. */
export function lastGate(): string {
  const name = storage.get(nameKey)
  return typeof name === 'string' ? name : ''
}
