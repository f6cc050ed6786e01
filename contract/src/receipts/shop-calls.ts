import * as z from 'zod/mini'
import { defineCall } from '../kernel/call.ts'
import { participatingShopSchema } from './shop.ts'

/** All shops whose receipts count, by name; a mall has hundreds, so the browser searches them. */
export const listParticipatingShopsCall = defineCall({
  method: 'GET',
  path: '/api/marketing/shops',
  summary: 'Lojas participantes, por nome.',
  data: z.array(participatingShopSchema),
  refusals: {},
  shared: 'everyone',
})
