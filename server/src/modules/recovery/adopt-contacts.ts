import type { Tx } from '../../db/database.ts'
import type { Customer } from '../identity/index.ts'
import type { RecoveryDeps } from './deps.ts'
import { contactsOf, notifyEverywhere, type KnownContacts } from './notify-everywhere.ts'
import { openForm } from './recovery-form.ts'
import { lockRequest } from './recovery-request-store.ts'

/**
 * Replaces the account's contacts by those of an approved request. Only now, because setting the password proved that
 * the code reached them. Notifies the old contacts.
 * @returns all known contacts, old and new
 */
export const adoptContacts = async (
  deps: RecoveryDeps,
  tx: Tx,
  input: { owner: Customer; request_id: string | null; now: Date },
): Promise<KnownContacts> => {
  const { owner, now } = input
  const request = input.request_id === null ? undefined : await lockRequest(tx, input.request_id)
  const form = request && openForm(deps.vault, request)
  if (!form) return contactsOf(owner)
  const { email, cellphone } = form
  const changed = await deps.accounts.changeContacts(tx, { owner, contacts: { email, cellphone }, now })
  const contacts = { emails: [owner.email, email], cellphones: [owner.cellphone, cellphone] }
  if (changed === null) return contacts
  await notifyEverywhere(deps, tx, {
    customer_id: owner.id,
    contacts: contactsOf(owner),
    content: { template: 'contact-changed', changed, at: now },
  })
  return contacts
}
