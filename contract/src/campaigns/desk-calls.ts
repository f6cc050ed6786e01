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
  /** Every reason why the person is not eligible; empty when they are. */
  reasons: z.array(z.string()),
  /** The participation that is already open: its protocol and expiry. */
  open: z.nullable(z.object({ protocol: z.string(), expires_at: z.string() })),
})
export type DeskCampaign = z.infer<typeof deskCampaignSchema>

const unknownCustomer = {
  'campaigns.customer-unknown': { status: 404, message: 'Cadastro não encontrado.' },
} as const

/** Active campaigns and the person's eligibility for each. A POST, since it accesses an account. */
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

/** Opens a participation for the person at the desk, or returns the open one; its channel is the desk. */
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
