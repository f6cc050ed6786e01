import * as z from 'zod/mini'
import { attempt } from '../../kit/store/attempt.ts'

/** The account that a draft belongs to. */
export type DraftOwner = `${'customer' | 'staff'}/${string}`

const prefix = 'clube_draft/'
const dayMs = 86_400_000
/** A draft is erased no later than this many days after its last change. */
export const draftMaxDays = 7

/** Name of the draft that holds replies of customer service which were not sent yet. */
export const waitingRepliesDraft = 'service-replies'

const storedSchema = z.object({ expires_at: z.number(), values: z.unknown() })

export const draftKey = (owner: DraftOwner, form: string): string => `${prefix}${owner}/${form}`

/** The values of a draft, or null. An expired or invalid one is erased. `now` as Unix time in milliseconds. */
export function readDraft<Values>(
  key: string,
  schema: z.ZodMiniType<Values>,
  now: number = Date.now(),
): Values | null {
  const json = attempt(() => JSON.parse(localStorage.getItem(key) ?? 'null') as unknown)
  const stored = z.safeParse(storedSchema, json).data
  const { data } = z.safeParse(schema, stored?.values)
  if (stored && data !== undefined && isLive(stored.expires_at, now)) return data
  eraseDraft(key)
  return null
}

/** Whether a draft is stored, valid or not. */
export const hasDraft = (key: string): boolean => typeof attempt(() => localStorage.getItem(key)) === 'string'

/** Stores a draft. @returns whether it was stored; if the browser denies storage, an earlier version is erased too */
export function saveDraft(key: string, values: unknown, days: number, now: number = Date.now()): boolean {
  const text = JSON.stringify({ expires_at: now + days * dayMs, values })
  const isStored = attempt(() => {
    localStorage.setItem(key, text)
    return true
  })
  if (!isStored) eraseDraft(key)
  return isStored ?? false
}

export function eraseDraft(key: string): void {
  attempt(() => localStorage.removeItem(key))
}

/** Erases every draft of customers or of staff, when the person signs out. */
export function eraseDrafts(audience: 'customer' | 'staff'): void {
  for (const key of draftKeys()) if (key.startsWith(`${prefix}${audience}/`)) eraseDraft(key)
}

/** Erases expired and invalid drafts, and those of other accounts of the same audience. */
export function eraseOtherDrafts(owner: DraftOwner, now: number = Date.now()): void {
  const audience = owner.slice(0, owner.indexOf('/') + 1)
  for (const key of draftKeys()) {
    const isOther = key.startsWith(prefix + audience) && !key.startsWith(draftKey(owner, ''))
    if (isOther) eraseDraft(key)
    else readDraft(key, z.unknown(), now)
  }
}

/** Allows a day more than the longest lifetime, because the device's clock may have been set back. */
const isLive = (expires_at: number, now: number): boolean =>
  now < expires_at && expires_at <= now + (draftMaxDays + 1) * dayMs

const draftKeys = (): string[] =>
  attempt(() => Object.keys(localStorage).filter((key) => key.startsWith(prefix))) ?? []
