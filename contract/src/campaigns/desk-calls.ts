import * as z from 'zod/mini'
import { defineCall } from '../kernel/call.ts'
import { promotionKinds } from '../kernel/promotion-kinds.ts'
import { eligibilityRefusals, unknownCampaignRefusal } from './refusals.ts'
import { transactionSchema } from './transaction-calls.ts'

const deskCampaignSchema = z.object({
  campaign_id: z.string(),
  kind: z.enum(promotionKinds),
  title: z.string(),
  summary: z.string(),
  ends_at: z.string(),
  /** Every reason against the person taking part now, in words; none means that it may begin. */
  reasons: z.array(z.string()),
  /** The participation that is open already: what the person quotes, and until when. */
  open: z.nullable(z.object({ protocol: z.string(), expires_at: z.string() })),
})
export type DeskCampaign = z.infer<typeof deskCampaignSchema>

const unknownCustomer = {
  'campaigns.customer-unknown': { status: 404, message: 'Cadastro não encontrado.' },
} as const

/** What is on, and what keeps the person at the desk from it. Posted, since it looks at somebody's account. */
export const deskCampaignsCall = defineCall({
  method: 'POST',
  path: '/api/staff/participation/campaigns',
  summary: 'Promoções abertas e o que impede uma pessoa de participar.',
  body: z.object({ customer_id: z.uuid() }),
  data: z.array(deskCampaignSchema),
  refusals: unknownCustomer,
  session: 'staff',
  permission: 'participations.start',
})

/** Opens a participation for the person at the desk, or gives back the one that is open; its channel is the desk. */
export const startAtDeskCall = defineCall({
  method: 'POST',
  path: '/api/staff/participation/start',
  summary: 'Abre, no balcão, uma participação em nome de uma pessoa.',
  body: z.object({
    customer_id: z.uuid(),
    campaign_id: z.uuid(),
    kind: z.enum(promotionKinds),
    purchase_ids: z._default(z.array(z.uuid()).check(z.maxLength(50)), []),
  }),
  data: transactionSchema,
  refusals: {
    ...unknownCustomer,
    ...unknownCampaignRefusal,
    ...eligibilityRefusals,
    'campaigns.purchase-unusable': {
      status: 409,
      message: 'Uma das notas escolhidas não pode ser usada nesta promoção.',
    },
  },
  session: 'staff',
  permission: 'participations.start',
})
