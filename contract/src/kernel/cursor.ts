import * as z from 'zod/mini'

/** Error for an invalid filter or cursor. */
export const invalidFilterMessage = 'Filtro inválido'

/** Longest cursor accepted, in characters; real ones are far shorter. */
const cursorMaxLength = 400

/** The previous page's `next_cursor` where the cursor is the last row's id; the first page without it. */
export const idCursor = z.optional(z.uuid({ error: invalidFilterMessage }))

/** The same where the cursor is the last row's position in a ledger or trail. */
export const positionCursor = z.optional(
  z.string({ error: invalidFilterMessage }).check(z.regex(/^[1-9]\d{0,14}$/, invalidFilterMessage)),
)

/** The same where the cursor is opaque. */
export const opaqueCursor = z.optional(
  z.string({ error: invalidFilterMessage }).check(z.maxLength(cursorMaxLength, invalidFilterMessage)),
)
