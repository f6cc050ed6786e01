import type { EmailTopic, NoticeTopic } from '@clube/contract/identity/notice-calls.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Contact } from '../messaging/index.ts'

/** A choice that differs from the default, or once did. */
type NoticeChoiceTable = {
  customer_id: string
  channel: Contact['channel']
  topic: NoticeTopic | EmailTopic
  is_wanted: boolean
  chosen_at: Date
}

declare module '../../db/tables.ts' {
  interface Tables {
    notice_choice: NoticeChoiceTable
  }
}

type Choice = Pick<NoticeChoiceTable, 'channel' | 'topic' | 'is_wanted'>

/**
 * Saves a choice. Text messages require a confirmed cellphone, except to turn them off.
 * @returns false without one
 */
export const saveChoice = async (
  db: Db,
  { customer_id, channel, topic, is_wanted, now }: Choice & { customer_id: string; now: Date },
): Promise<boolean> => {
  const { rows } = await sql`
    insert into notice_choice (customer_id, channel, topic, is_wanted, chosen_at)
    select id, ${channel}, ${topic}, ${is_wanted}::boolean, ${now}::timestamptz from customer
    where id = ${customer_id}
      and (cellphone_verified_at is not null or ${channel} = 'email' or not ${is_wanted}::boolean)
    on conflict (customer_id, channel, topic)
    do update set is_wanted = excluded.is_wanted, chosen_at = excluded.chosen_at
    returning topic`.execute(db)
  return rows.length > 0
}

/** Whether e-mails about a topic are sent to a customer who has not chosen. */
const isOnByDefault = (topic: NoticeTopic | EmailTopic | null) =>
  topic === 'purchase_ratings' ? sql`email_marketing_subscription = 'yes'` : sql`true`

/** Whether the customer wants e-mails about a topic; false for an unknown customer. */
export const wantsEmail = async (
  db: Db,
  { customer_id, topic }: { customer_id: string; topic: EmailTopic },
): Promise<boolean> => (await findNoticeRecipient(db, { customer_id, topic }))?.wants_email ?? false

/** A customer's choices. */
export const listChoices = (db: Db, customer_id: string): Promise<Choice[]> =>
  db
    .selectFrom('notice_choice')
    .select(['channel', 'topic', 'is_wanted'])
    .where('customer_id', '=', customer_id)
    .orderBy('topic')
    .execute()

/** Where a notice is sent. */
export type NoticeRecipient = {
  email: string | null
  is_email_verified: boolean
  /** False if the customer turned off the e-mails about the topic. */
  wants_email: boolean
  /** The confirmed cellphone, if the customer chose text messages about the topic. */
  sms_to: string | null
}

/** Where to send a notice; `topic` is null for notices that are sent by e-mail only. */
export const findNoticeRecipient = async (
  db: Db,
  { customer_id, topic }: { customer_id: string; topic: NoticeTopic | EmailTopic | null },
): Promise<NoticeRecipient | undefined> => {
  const { rows } = await sql<NoticeRecipient>`
    select email, email_verified_at is not null as is_email_verified,
      coalesce((select is_wanted from notice_choice where customer_id = customer.id and channel = 'email'
        and topic = ${topic}), ${isOnByDefault(topic)}) as wants_email,
      case when cellphone_verified_at is not null and exists (
        select from notice_choice where customer_id = customer.id and channel = 'sms'
          and topic = ${topic} and is_wanted) then cellphone end as sms_to
    from customer where id = ${customer_id} and account_status <> 'anonymized'`.execute(db)
  return rows[0]
}

/** Deletes the choices of an account that is being erased. */
export const deleteChoices = async (db: Db, customer_id: string): Promise<void> => {
  await db.deleteFrom('notice_choice').where('customer_id', '=', customer_id).execute()
}
