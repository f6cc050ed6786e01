import {
  chooseSmsNoticeCall,
  noticeTopics,
  type EmailTopic,
  type NoticeChoices,
  type NoticeTopic,
} from '@clube/contract/identity/notice-calls.ts'
import type { Db } from '../../db/database.ts'
import { refusalsOf } from '../../kernel/refusal.ts'
import type { IdentityDeps } from './deps.ts'
import { listChoices, saveChoice, wantsEmail } from './notice-choice-store.ts'

const refuse = refusalsOf(chooseSmsNoticeCall)

/**
 * Turns text messages about a topic on or off.
 * @throws {Refusal} identity.cellphone-unconfirmed
 */
export const chooseSmsNotice = async (
  { db, clock }: Pick<IdentityDeps, 'db' | 'clock'>,
  input: { customer_id: string; topic: NoticeTopic; is_wanted: boolean },
): Promise<NoticeChoices> => {
  if (!(await saveChoice(db, { ...input, channel: 'sms', now: clock() })))
    throw refuse('identity.cellphone-unconfirmed')
  return readNoticeChoices(db, input.customer_id)
}

/** Turns the e-mails about a topic on or off. */
export const chooseEmail = async (
  { db, clock }: Pick<IdentityDeps, 'db' | 'clock'>,
  input: { customer_id: string; topic: EmailTopic; is_wanted: boolean },
): Promise<NoticeChoices> => {
  await saveChoice(db, { ...input, channel: 'email', now: clock() })
  return readNoticeChoices(db, input.customer_id)
}

/** A customer's choices, with the defaults. */
export const readNoticeChoices = async (db: Db, customer_id: string): Promise<NoticeChoices> => {
  const choices = await listChoices(db, customer_id)
  const wanted = new Set(
    choices.flatMap(({ channel, topic, is_wanted }) => (channel === 'sms' && is_wanted ? [topic] : [])),
  )
  const emailChoice = async (topic: EmailTopic) =>
    (await wantsEmail(db, { customer_id, topic })) ? 'yes' : 'no'
  return {
    sms_topics: noticeTopics.filter((topic) => wanted.has(topic)),
    expiring_points_email: await emailChoice('expiring_points'),
    purchase_ratings_email: await emailChoice('purchase_ratings'),
  }
}
