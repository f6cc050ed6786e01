import * as z from 'zod/mini'
import { defineCall } from '../kernel/call.ts'

const dataLookSchema = z.object({
  /** ISO instant. */
  at: z.string(),
  /** Titles of the role in which it was done; never a name. */
  role: z.string(),
  /** The desk. */
  desk: z.string(),
  /** What was done. */
  what: z.string(),
})
export type DataLook = z.infer<typeof dataLookSchema>

/** Who of the staff saw or handled the person's data, the newest first. */
export const listDataLooksCall = defineCall({
  method: 'GET',
  path: '/api/marketing/privacy/looks',
  summary: 'Quando a equipe viu ou tratou os dados da pessoa.',
  query: z.object({ cursor: z.optional(z.string().check(z.regex(/^[1-9]\d{0,14}$/))) }),
  data: z.array(dataLookSchema),
  refusals: {},
  session: 'customer',
  paged: true,
})
