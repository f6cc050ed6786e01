import * as z from 'zod/mini'
import { streetTypeSchema } from '../brazil/street-types.ts'

/** A filter that no list could have made. */
export const invalidFilterMessage = 'Filtro inválido'

/** Typed text beyond this finds nothing that is shorter. */
export const filterTextMaxLength = 100
/** Far beyond any cursor that is handed out. */
const cursorMaxLength = 400
/** The largest id that the database's integers hold. */
const idMax = 2_147_483_647

/** One choice of an autocomplete list. Spec §3. */
export const addressOptionSchema = z.object({
  id: z.int(),
  text: z.string(),
  additional_data: z.optional(
    z.object({
      /** The state of a city. */
      uf: z.optional(z.string()),
      /** A street without its type, as forms keep the two apart; the type is absent where it is not a listed one. */
      street_type: z.optional(streetTypeSchema),
      street_name: z.optional(z.string()),
    }),
  ),
})
export type AddressOption = z.infer<typeof addressOptionSchema>

/** Options in the order of their names; the cursor of the next page travels beside them. Spec §3. */
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

/** The filters every address list takes. Spec §7. */
export const pageFilters = {
  /** Begins the name, or else stands within it; accents and case do not count. */
  text: z.optional(
    z.string({ error: invalidFilterMessage }).check(z.maxLength(filterTextMaxLength, invalidFilterMessage)),
  ),
  /** The one option with this id, for fields that begin with a choice made earlier. */
  id: z.optional(idFilterSchema),
  /** The `next_cursor` of the page before; otherwise the first page. */
  cursor: z.optional(
    z.string({ error: invalidFilterMessage }).check(z.maxLength(cursorMaxLength, invalidFilterMessage)),
  ),
}
