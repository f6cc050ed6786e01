import type { Tx } from '../../db/database.ts'
import type { MessageContent } from '../messaging/index.ts'
import type { RecoveryDeps } from './deps.ts'

/** Known contacts of a customer. */
export type KnownContacts = {
  readonly emails: readonly (string | null)[]
  readonly cellphones: readonly (string | null)[]
}

/** The contacts of an account. */
export const contactsOf = (person: { email: string | null; cellphone: string | null }): KnownContacts => ({
  emails: [person.email],
  cellphones: [person.cellphone],
})

/** Notifies all known contacts, each once (docs/security.md "Notices"). */
export const notifyEverywhere = async (
  deps: Pick<RecoveryDeps, 'sendMessage'>,
  tx: Tx,
  notice: { customer_id: string | null; contacts: KnownContacts; content: MessageContent },
): Promise<void> => {
  const { customer_id, content, contacts } = notice
  for (const to of distinct(contacts.emails))
    await deps.sendMessage(tx, { channel: 'email', to, customer_id, content, expires_at: null })
  for (const to of distinct(contacts.cellphones))
    await deps.sendMessage(tx, { channel: 'sms', to, customer_id, content, expires_at: null })
}

const distinct = (addresses: readonly (string | null)[]): string[] => [
  ...new Set(addresses.filter((address) => address !== null)),
]
