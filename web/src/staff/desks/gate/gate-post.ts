import { gateSessionSchema } from '@clube/contract/event-tickets/gate-calls.ts'
import * as z from 'zod/mini'
import { createStorage } from '../../../platform/storage/storage.ts'

const postSchema = z.object({ session: gateSessionSchema, gate: z.string() })

/** Where this device stands: one gate of one session. */
export type Post = z.infer<typeof postSchema>

const storage = createStorage('clube_equipe_')
const storageKey = 'portaria'
const nameKey = 'portaria_nome'

/** A session whose doors nobody closes is over when the server stops listing it: a day after it began. */
const openEndedMs = 24 * 3_600_000

/** From when nobody comes any more, in milliseconds: the list for use without a network ends then. */
export const postEndsAt = ({ session }: Post): number =>
  session.ends_at === null ? Date.parse(session.starts_at) + openEndedMs : Date.parse(session.ends_at)

/** The post that was chosen on this device, for as long as its session lasts. */
export function rememberedPost(now: number): Post | null {
  const kept = z.safeParse(postSchema, storage.get(storageKey))
  return kept.success && now < postEndsAt(kept.data) ? kept.data : null
}

export const rememberPost = (post: Post): void => {
  storage.set(storageKey, post)
  storage.set(nameKey, post.gate)
}

/** Another session or another gate is chosen next; the gate's name is likely to be the same. */
export const forgetPost = (): void => storage.remove(storageKey)

/** The gate's name as it was last given on this device. */
export function lastGate(): string {
  const name = storage.get(nameKey)
  return typeof name === 'string' ? name : ''
}
