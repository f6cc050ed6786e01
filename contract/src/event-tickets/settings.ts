import * as z from 'zod/mini'

/** A campaign's settings: empty, since sessions are separate rows, edited at the *Eventos* desk at any time. */
export const eventTicketSettings = z.strictObject({})
