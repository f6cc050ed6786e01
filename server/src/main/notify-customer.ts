import { findById } from '../modules/identity/index.ts'
import { createSendMessage, type MessagingDeps, type NotifyOfActivity } from '../modules/messaging/index.ts'

/** Notifies a customer by e-mail, confirmed or not, in the caller's transaction. */
export const createNotifyOfActivity = (messaging: MessagingDeps): NotifyOfActivity => {
  const sendMessage = createSendMessage(messaging)
  return async (tx, { customer_id, content }) => {
    const person = await findById(tx, customer_id)
    await sendMessage(tx, {
      channel: 'email',
      to: person?.email ?? null,
      is_verified: (person?.email_verified_at ?? null) !== null,
      customer_id,
      content,
      expires_at: null,
    })
  }
}
