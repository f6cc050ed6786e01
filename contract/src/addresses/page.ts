import * as z from 'zod/mini'
import { invalidFilterMessage, opaqueCursor } from '../kernel/cursor.ts'
import { streetTypeSchema } from '../brazil/street-types.ts'

/** Longest search text, in characters; no stored name is longer. */
export const filterTextMaxLength = 100
/** Largest value of the database's integer type. */
const idMax = 2_147_483_647

/** One choice of an autocomplete list. Spec §3. */
export const addressOptionSchema = z.object({
  id: z.int(),
  text: z.string(),
  additional_data: z.optional(
    z.object({
      /** Two-letter state code; only for cities. */
      uf: z.optional(z.string()),
      /** Street name and type in separate fields; `street_type` is absent when the type is not a listed one. */
      street_type: z.optional(streetTypeSchema),
      street_name: z.optional(z.string()),
    }),
  ),
})
export type AddressOption = z.infer<typeof addressOptionSchema>

/** Options ordered by name; `next_cursor` is next to `data`. Spec §3. */
export const addressOptionsSchema = z.array(addressOptionSchema)

/** An id in a query string. */
export const idFilterSchema = z.pipe(
  z.union([z.string(), z.number()], { error: invalidFilterMessage }),
  z.transform((value: string | number, context) => {
    const text = String(value)
    const id = Number(text)
    if (/^[1-9]\d{0,9}$/.test(text) && id <= idMax) return id
    context.issues.push({ code: 'custom', message: invalidFilterMessage, input: value })
    return z.NEVER
  }),
)

/** Filters shared by all address lists. Spec §7. */
export const pageFilters = {
  /** Matches the start of the name first, then any part of it; ignores accents and case. */
  text: z.optional(
    z.string({ error: invalidFilterMessage }).check(z.maxLength(filterTextMaxLength, invalidFilterMessage)),
  ),
  /** Returns only the option with this id, for fields with a preset value. */
  id: z.optional(idFilterSchema),
  /** `next_cursor` of the previous page; the first page when absent. */
  cursor: opaqueCursor,
}
