import * as z from 'zod/mini'
import { unknownCampaignRefusal } from '../campaigns/refusals.ts'
import { defineCall } from '../kernel/call.ts'
import { defineFile } from '../kernel/served-file.ts'

/** Days after a campaign's end from which its undelivered prizes are listed for its final accounts. */
export const unclaimedDays = 180

const access = { session: 'staff', permission: 'scratch.unclaimed' } as const

/** Ended campaigns of scratch cards with the number and value of their undelivered prizes, latest end first. */
export const listUnclaimedCall = defineCall({
  method: 'GET',
  path: '/api/staff/scratch-card/unclaimed',
  summary: 'Promoções encerradas de raspadinhas com seus prêmios não entregues.',
  data: z.array(
    z.object({
      campaign_id: z.string(),
      title: z.string(),
      ends_at: z.string(),
      /** When the list is due: `unclaimedDays` after the end. */
      due_at: z.string(),
      is_due: z.boolean(),
      /** Won and not delivered. */
      awards: z.int(),
      value_cents: z.int(),
    }),
  ),
  refusals: {},
  ...access,
})

/** The undelivered prizes of a campaign, for its final accounts, with masked documents. The download is audited. */
export const unclaimedFile = defineFile({
  path: '/api/staff/scratch-card/unclaimed/:campaign_id/nao-entregues.csv',
  summary: 'Prêmios não entregues de uma raspadinha encerrada, em CSV.',
  params: z.object({ campaign_id: z.uuid() }),
  type: 'text/csv; charset=utf-8',
  disposition: 'attachment',
  filename: 'nao-entregues.csv',
  refusals: {
    ...unknownCampaignRefusal,
    'scratch-card.unclaimed-too-early': {
      status: 409,
      message: 'A lista fica pronta em {date}, 180 dias depois do fim da promoção.',
    },
  },
  ...access,
})
