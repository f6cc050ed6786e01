import * as z from 'zod/mini'
import { defineCall } from '../kernel/call.ts'
import { yesNoSchema } from '../kernel/yes-no.ts'

/** The topics of notices that customers can also receive as text messages. */
export const noticeTopics = [
  'receipts',
  'points',
  'expiring_points',
  'reservations',
  'waiting_list',
  'participations',
] as const
export type NoticeTopic = (typeof noticeTopics)[number]

/** The topics of e-mails that customers can turn off. */
export type EmailTopic = Extract<NoticeTopic, 'expiring_points'> | 'purchase_ratings'

/**
 * A customer's choices. By default text messages are off, the e-mail about expiring points is on, and the one that asks for
 * a rating is on for customers who accept e-mails with offers.
 */
export const noticeChoicesSchema = z.object({
  sms_topics: z.array(z.enum(noticeTopics)),
  expiring_points_email: yesNoSchema,
  /** Optional, because a process of the previous version does not send it during an update. */
  purchase_ratings_email: z.optional(yesNoSchema),
})
export type NoticeChoices = z.infer<typeof noticeChoicesSchema>

/** Turns text messages about a topic on or off, in addition to the e-mails. */
export const chooseSmsNoticeCall = defineCall({
  method: 'POST',
  path: '/api/marketing/profile/sms-notices',
  summary: 'Liga ou desliga os avisos por SMS sobre um assunto.',
  body: z.object({ topic: z.enum(noticeTopics), is_wanted: yesNoSchema }),
  data: noticeChoicesSchema,
  refusals: {
    'identity.cellphone-unconfirmed': {
      status: 409,
      message: 'Confirme o seu celular para receber avisos por SMS.',
    },
  },
  session: 'customer',
})

/** Turns the e-mail that asks for a rating of a purchase on or off. */
export const choosePurchaseRatingsEmailCall = defineCall({
  method: 'POST',
  path: '/api/marketing/profile/purchase-ratings-email',
  summary: 'Liga ou desliga o e-mail que pede a avaliação de uma compra.',
  body: z.object({ is_wanted: yesNoSchema }),
  data: noticeChoicesSchema,
  refusals: {},
  session: 'customer',
})

/** Turns the e-mail about expiring points on or off; notices of other topics are always sent by e-mail. */
export const chooseExpiringPointsEmailCall = defineCall({
  method: 'POST',
  path: '/api/marketing/profile/expiring-points-email',
  summary: 'Liga ou desliga o aviso por e-mail de pontos a vencer.',
  body: z.object({ is_wanted: yesNoSchema }),
  data: noticeChoicesSchema,
  refusals: {},
  session: 'customer',
})
