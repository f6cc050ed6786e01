export { contactsOf, distinctContacts, givenContacts, type Contact } from './contacts.ts'
export type { CreateAttachments, DeliveryDeps, MessageEvent, MessagingDeps } from './deps.ts'
export { topicOf } from './message-content.ts'
export type { ActivityContent, MessageContent, MessageTexts, Sender } from './message-content.ts'
export { listMessagesOf } from './list-messages.ts'
export { formatInstantShort, formatInstant } from './message-texts.ts'
export { deleteMessagesOf, findMessage, listFailedMessages } from './message-store.ts'
export { deleteNamedContacts, recordContacts } from './named-contact-store.ts'
export type { MessageRecord } from './message.ts'
export {
  createSendMessage,
  purgeMessages,
  registerDelivery,
  type NotifyOfActivity,
  type SendMessage,
} from './messaging.ts'
export { bindMessaging, statusPath } from './routes.ts'
export type { OutgoingMessage } from './send-message.ts'
export { smsIntervalSeconds, type SendingRequest } from './sending-limits.ts'
export { doesSmsFit } from './sms-text.ts'
export { reserveSendingSlot, type SendingSlot } from './reserve-sending-slot.ts'
export { messageGroups } from './message-groups.ts'
export { previewMessages, type MessagePreview, type PromotionMessage } from './preview-messages.ts'
