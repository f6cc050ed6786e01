import * as z from 'zod/mini'
import { defineCall } from '../kernel/call.ts'
import { campaignCardSchema, campaignPageSchema } from './campaign.ts'
import { unknownCampaignRefusal } from './refusals.ts'

/** Active campaigns in which something is available now, then other active and scheduled ones; each group by end. */
export const listCampaignsCall = defineCall({
  method: 'GET',
  path: '/api/marketing/campaign',
  summary: 'Promoções em andamento e as que vão começar.',
  data: z.array(campaignCardSchema),
  refusals: {},
  shared: 'everyone',
})

/** One campaign; an ended one remains readable until it is archived. */
export const readCampaignCall = defineCall({
  method: 'GET',
  path: '/api/marketing/campaign/:slug',
  summary: 'Uma promoção, com o que impede a pessoa de participar.',
  params: z.object({ slug: z.string().check(z.maxLength(60)) }),
  data: campaignPageSchema,
  refusals: unknownCampaignRefusal,
  shared: 'visitors',
})
