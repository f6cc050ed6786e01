import type { Tx } from '../../db/database.ts'
import { distinctContacts, type Contact, type MessageContent } from '../messaging/index.ts'
import type { RecoveryDeps } from './deps.ts'
import type { RecoveryForm } from './recovery-request.ts'

/** Notifies all known contacts, each once (docs/security.md, "Notification of changes"). */
export const notifyAllContacts = async (
  deps: Pick<RecoveryDeps, 'sendMessage'>,
  tx: Tx,
  notice: {
    customer_id: string | null
    contacts: readonly Contact[]
    content: MessageContent
    /** The requester's IP, for each channel in which the notice counts toward its limit. */
    ips?: Partial<Record<Contact['channel'], string>>
  },
): Promise<void> => {
  const { customer_id, content, contacts, ips = {} } = notice
  for (const contact of distinctContacts(contacts)) {
    const ip = ips[contact.channel]
    await deps.sendMessage(tx, { ...contact, customer_id, content, expires_at: null, ip })
  }
}

/** Notifies the person who submitted a request, at the e-mail address of its form, which may be another person's. */
export const notifyApplicant = async (
  deps: Pick<RecoveryDeps, 'sendMessage'>,
  tx: Tx,
  notice: { customer_id: string | null; form: Pick<RecoveryForm, 'email'>; content: MessageContent },
): Promise<void> => {
  const { customer_id, form, content } = notice
  const to = form.email
  await deps.sendMessage(tx, {
    channel: 'email',
    to,
    is_verified: false,
    customer_id,
    content,
    expires_at: null,
  })
}
