import * as z from 'zod/mini'

/**
 * Partial values that let a person recognize their own account (spec §3): the last two digits of the birth year and
 * of the cellphone, the first two letters of the e-mail, each inside a mask of fixed width.
 */
export const hintsSchema = z.object({
  birth_date: z.optional(z.string()),
  cellphone: z.optional(z.string()),
  email: z.optional(z.string()),
})
export type Hints = z.infer<typeof hintsSchema>

/** `birth_date` is an ISO day (yyyy-MM-dd), `cellphone` digits only. */
export const hintsOf = (account: {
  birth_date: string | null
  cellphone: string | null
  email: string | null
}): Hints => ({
  ...(account.birth_date ? { birth_date: `**/**/**${account.birth_date.slice(2, 4)}` } : {}),
  ...(account.cellphone ? { cellphone: `(**) *****-**${account.cellphone.slice(-2)}` } : {}),
  ...(account.email ? { email: `${account.email.slice(0, 2)}********` } : {}),
})
