import type { NoticeTopic } from '@clube/contract/identity/notice-calls.ts'
import { renderEmail, type RenderedEmail } from './email-layout.ts'
import type { MessageContent, MessageTexts, Sender } from './message-content.ts'
import { exampleContents } from './message-examples.ts'
import { groupOf, groupOfTopic, messageGroups, type MessageGroup } from './message-groups.ts'
import { textsOf } from './message-texts.ts'
import { renderSms } from './sms-text.ts'

/** An example of a message as it would be sent. */
export type MessagePreview = RenderedEmail & {
  readonly name: string
  /** The subject without the club's name. */
  readonly title: string
  readonly group: MessageGroup
  /** Null for messages that are sent by e-mail only. */
  readonly sms: string | null
}

/** An example of a promotion's message; without a topic, it is sent by e-mail only. */
export type PromotionMessage = { readonly topic: NoticeTopic | null; readonly texts: MessageTexts }

/** An example of every club message, and of the given promotion messages, ordered by group. */
export const previewMessages = (
  sender: Sender,
  promotionMessages: Readonly<Record<string, PromotionMessage>>,
): MessagePreview[] => {
  const clubPreviews = Object.values(exampleContents).map((content) => previewOf(content, sender))
  const promotionPreviews = Object.entries(promotionMessages).map(([name, { topic, texts }]) => ({
    name,
    title: texts.subject,
    group: groupOfTopic(topic),
    ...renderEmail(texts, sender),
    sms: topic === null ? null : renderSms(texts, sender),
  }))
  const order = (group: MessageGroup) => messageGroups.indexOf(group)
  return [...clubPreviews, ...promotionPreviews].toSorted((a, b) => order(a.group) - order(b.group))
}

const previewOf = (
  content: Exclude<MessageContent, { template: 'promotion' }>,
  sender: Sender,
): MessagePreview => {
  const smsContent = 'channel' in content ? { ...content, channel: 'sms' as const } : content
  const texts = textsOf(content, sender.time_zone)
  return {
    name: content.template,
    title: texts.subject,
    group: groupOf(content),
    ...renderEmail(texts, sender),
    sms:
      content.template === 'staff-invitation' ||
      content.template === 'rating-request' ||
      content.template === 'service-answer'
        ? null
        : renderSms(textsOf(smsContent, sender.time_zone), sender),
  }
}
