import * as z from 'zod/mini'
import { positionCursor } from '../kernel/cursor.ts'
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

/** What promotions store of the person, under the names of their own data; one part of the file of own data. */
export const readOwnPromotionDataCall = defineCall({
  method: 'GET',
  path: '/api/marketing/privacy/promotions',
  summary: 'Tudo o que as promoções guardam da pessoa.',
  data: z.record(z.string(), z.unknown()),
  refusals: {},
  session: 'customer',
})

/** Staff members' accesses to the person's data, newest first. */
export const listDataLooksCall = defineCall({
  method: 'GET',
  path: '/api/marketing/privacy/looks',
  summary: 'Quando a equipe viu ou tratou os dados da pessoa.',
  query: z.object({ cursor: positionCursor }),
  data: z.array(dataLookSchema),
  refusals: {},
  session: 'customer',
  paged: true,
})
