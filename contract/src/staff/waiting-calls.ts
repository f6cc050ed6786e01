import * as z from 'zod/mini'
import { defineCall } from '../kernel/call.ts'
import { permissions } from '../kernel/permissions.ts'

/** Counting stops at this number. */
export const waitingCountLimit = 100

/** How many items wait for a decision, by the permission that decides them; only permissions of the member. */
export const waitingCountsCall = defineCall({
  method: 'GET',
  path: '/api/staff/waiting',
  summary: 'Quantos itens esperam uma decisão nas mesas desta pessoa.',
  data: z.array(z.object({ permission: z.enum(permissions), count: z.int() })),
  refusals: {},
  session: 'staff',
})
