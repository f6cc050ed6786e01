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

/** A customer's choices: text messages are off by default, the e-mail about expiring points is on. */
export const noticeChoicesSchema = z.object({
  sms_topics: z.array(z.enum(noticeTopics)),
  expiring_points_email: yesNoSchema,
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

/** Turns the e-mail about expiring points on or off; all other notices are always sent by e-mail. */
export const chooseExpiringPointsEmailCall = defineCall({
  method: 'POST',
  path: '/api/marketing/profile/expiring-points-email',
  summary: 'Liga ou desliga o aviso por e-mail de pontos a vencer.',
  body: z.object({ is_wanted: yesNoSchema }),
  data: noticeChoicesSchema,
  refusals: {},
  session: 'customer',
})
