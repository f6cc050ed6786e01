import type { Tx } from '../../db/database.ts'
import type { Customer } from '../identity/index.ts'
import { contactsOf, givenContacts, type Contact } from '../messaging/index.ts'
import type { RecoveryDeps } from './deps.ts'
import { notifyAllContacts } from './notify-all-contacts.ts'
import { openForm } from './recovery-form.ts'
import { lockRequest } from './recovery-request-store.ts'

/**
 * Replaces the account's contacts with those of a request that was approved after a hold. This happens only now,
 * because setting the password proved that the code reached them. Notifies the old contacts. A request approved without
 * a hold changes no contact: its code went to one of the account's own, so nothing proves that the other contact in the
 * form is the owner's.
 * @returns all known contacts, old and new
 */
export const applyNewContacts = async (
  deps: RecoveryDeps,
  tx: Tx,
  input: { owner: Customer; request_id: string | null; now: Date },
): Promise<readonly Contact[]> => {
  const { owner, now } = input
  const request = input.request_id === null ? undefined : await lockRequest(tx, input.request_id)
  const form = request && openForm(deps.vault, request)
  if (!form || request.state.at !== 'approved' || !request.state.after_hold) return contactsOf(owner)
  const { email, cellphone } = form
  const changed = await deps.accounts.changeContacts(tx, { owner, contacts: { email, cellphone }, now })
  const contacts = [...contactsOf(owner), ...givenContacts({ email, cellphone })]
  if (changed === null) return contacts
  await notifyAllContacts(deps, tx, {
    customer_id: owner.id,
    contacts: contactsOf(owner),
    content: { template: 'contact-changed', changed, at: now },
  })
  return contacts
}
