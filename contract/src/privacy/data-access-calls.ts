import * as z from 'zod/mini'
import { positionCursor } from '../kernel/cursor.ts'
import { defineCall } from '../kernel/call.ts'

const dataAccessSchema = z.object({
  /** ISO instant. */
  at: z.string(),
  /** Title of the staff member's role; never a name. */
  role: z.string(),
  /** The desk. */
  desk: z.string(),
  /** What was done. */
  what: z.string(),
})
export type DataAccess = z.infer<typeof dataAccessSchema>

/** Everything that promotions store about the person, by the kinds' keys; part of the personal-data export. */
export const readOwnPromotionDataCall = defineCall({
  method: 'GET',
  path: '/api/marketing/privacy/promotions',
  summary: 'Tudo o que as promoções guardam da pessoa.',
  data: z.record(z.string(), z.unknown()),
  refusals: {},
  session: 'customer',
})

/** Staff members' accesses to the person's data, newest first. */
export const listDataAccessesCall = defineCall({
  method: 'GET',
  path: '/api/marketing/privacy/data-accesses',
  summary: 'Quando a equipe viu ou tratou os dados da pessoa.',
  query: z.object({ cursor: positionCursor }),
  data: z.array(dataAccessSchema),
  refusals: {},
  session: 'customer',
  paged: true,
})
