import { documentTypeSchema } from '@clube/contract/brazil/document-type.ts'
import * as z from 'zod/mini'

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
let held: HandOver | null = null

/** Stores the hand-over in memory and in session storage, to survive a reload. */
export function giveHandOver(handOver: HandOver): void {
  held = handOver
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(handOver))
  } catch {
    // Without session storage only a reload loses it.
  }
}

/** The hand-over, or null when the registration was opened directly. */
export function readHandOver(): HandOver | null {
  held ??= stored()
  return held
}

/** Clears the hand-over after the registration was completed or cancelled. */
export function clearHandOver(): void {
  held = null
  try {
    sessionStorage.removeItem(storageKey)
  } catch {
    // Nothing was stored either.
  }
}

function stored(): HandOver | null {
  try {
    const parsed = z.safeParse(handOverSchema, JSON.parse(sessionStorage.getItem(storageKey) ?? 'null'))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}
