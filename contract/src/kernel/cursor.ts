import * as z from 'zod/mini'

/** A filter or a cursor that no list could have made. */
export const invalidFilterMessage = 'Filtro inválido'

/** Longest cursor accepted, in characters; real ones are far shorter. */
const cursorMaxLength = 400

/** The `next_cursor` of the page before, where the last row's id is the cursor; without it the first page. */
export const idCursor = z.optional(z.uuid({ error: invalidFilterMessage }))

/** The same where the last row's position in a ledger or trail is the cursor. */
export const positionCursor = z.optional(
  z.string({ error: invalidFilterMessage }).check(z.regex(/^[1-9]\d{0,14}$/, invalidFilterMessage)),
)

/** The same where only the server can read the cursor. */
export const opaqueCursor = z.optional(
  z.string({ error: invalidFilterMessage }).check(z.maxLength(cursorMaxLength, invalidFilterMessage)),
)
