import { documentTypeSchema } from '@clube/contract/brazil/document-type.ts'
import * as z from 'zod/mini'
import { attempt } from '../../kit/store/attempt.ts'

const handOverSchema = z.object({
  document_id: z.string(),
  document_type: documentTypeSchema,
  /** The ticket of an incomplete account whose identity was verified. */
  verification_code: z.optional(z.string()),
  account: z.optional(
    z.object({
      name: z.nullable(z.string()),
      birth_date: z.nullable(z.string()),
      cellphone: z.nullable(z.string()),
      email: z.nullable(z.string()),
    }),
  ),
})

/** Data passed from the sign-in flow to the registration (spec §4 "account-verified callback"). Never a password. */
export type HandOver = z.infer<typeof handOverSchema>

const storageKey = 'clube_hand_over'
let current: HandOver | null = null

/** Stores the hand-over in memory and in session storage, to survive a reload where that is allowed. */
export function saveHandOver(handOver: HandOver): void {
  current = handOver
  attempt(() => sessionStorage.setItem(storageKey, JSON.stringify(handOver)))
}

/** The hand-over, or null when the registration was opened directly. */
export function readHandOver(): HandOver | null {
  current ??= readStored()
  return current
}

/** Clears the hand-over after the registration was completed or cancelled. */
export function clearHandOver(): void {
  current = null
  attempt(() => sessionStorage.removeItem(storageKey))
}

function readStored(): HandOver | null {
  const json = attempt(() => JSON.parse(sessionStorage.getItem(storageKey) ?? 'null') as unknown)
  const parsed = z.safeParse(handOverSchema, json)
  return parsed.success ? parsed.data : null
}
