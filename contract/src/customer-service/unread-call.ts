import * as z from 'zod/mini'
import { defineCall } from '../kernel/call.ts'

/** Whether anything is unread, for the mark in the navigation. */
export const countUnreadTicketsCall = defineCall({
  method: 'GET',
  path: '/api/marketing/promotion/customer-service/unread',
  summary: 'Quantos atendimentos têm resposta não lida.',
  data: z.object({ count: z.int() }),
  refusals: {},
  session: 'customer',
})
