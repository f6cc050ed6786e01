import { documentTypeSchema } from '@clube/contract/brazil/document-type.ts'
import * as z from 'zod/mini'

const handOverSchema = z.object({
  document_id: z.string(),
  document_type: documentTypeSchema,
  /** The ticket of an incomplete account whose hints were answered. */
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

/** What the sign-in flow gives to the registration (spec §4 "account-verified callback"). Never a password. */
export type HandOver = z.infer<typeof handOverSchema>

const storageKey = 'clube_hand_over'
let held: HandOver | null = null

/** Keeps the hand-over for this page and, until the tab is closed, for a reload of it. */
export function giveHandOver(handOver: HandOver): void {
  held = handOver
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(handOver))
  } catch {
    // Without session storage a reload begins again; this page goes on.
  }
}

/** The hand-over, or null when somebody came straight to the registration. */
export function readHandOver(): HandOver | null {
  held ??= stored()
  return held
}

/** Ends the hand-over: the registration is done or was given up. */
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
