import * as z from 'zod/mini'

/** Choices are sent as yes and no (spec §3: remember_me, email_marketing_subscription). */
export const yesNoSchema = z.enum(['yes', 'no'])
export type YesNo = z.infer<typeof yesNoSchema>
