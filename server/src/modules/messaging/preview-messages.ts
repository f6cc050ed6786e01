import { renderEmail, type RenderedEmail } from './email-layout.ts'
import type { MessageTexts, Sender } from './message-content.ts'
import { everyContent } from './message-examples.ts'
import { textsOf } from './message-texts.ts'
import { renderSms } from './sms-text.ts'

/** An example of a message as it would be sent. */
export type MessagePreview = RenderedEmail & { readonly name: string; readonly sms: string }

/** An example of every message of the club, and of the given ones of promotions by template. */
export const previewMessages = (
  sender: Sender,
  promotionMessages: Readonly<Record<string, MessageTexts>>,
): MessagePreview[] => {
  const own = Object.values(everyContent).map(
    (content) => [content.template, textsOf(content, sender.time_zone)] as const,
  )
  return [...own, ...Object.entries(promotionMessages)].map(([name, texts]) => ({
    name,
    ...renderEmail(texts, sender),
    sms: renderSms(texts, sender),
  }))
}
