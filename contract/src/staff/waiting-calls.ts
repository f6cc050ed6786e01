import * as z from 'zod/mini'
import { defineCall } from '../kernel/call.ts'
import { permissions } from '../kernel/permissions.ts'

/** Counting stops at this number. */
export const waitingCountLimit = 100

/**
 * The number of items that wait for a decision, by the permission to decide them; only for permissions of the member.
 */
export const waitingCountsCall = defineCall({
  method: 'GET',
  path: '/api/staff/waiting',
  summary: 'Quantos itens esperam uma decisão nas mesas desta pessoa.',
  data: z.array(z.object({ permission: z.enum(permissions), count: z.int() })),
  refusals: {},
  session: 'staff',
})
