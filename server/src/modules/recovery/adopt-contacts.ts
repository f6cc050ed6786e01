import type { Tx } from '../../db/database.ts'
import { changedContacts, updateCustomer, type Customer } from '../identity/index.ts'
import type { RecoveryDeps } from './deps.ts'
import { contactsOf, notifyEverywhere, type KnownContacts } from './notify-everywhere.ts'
import { openForm } from './recovery-form.ts'
import { lockRequest } from './recovery-request-store.ts'

/**
 * Makes the contacts of an approved request those of the account. Only now: whoever sets the password has shown that
 * the code reached them. The old addresses are told.
 * @returns every address known of the person, old and new
 */
export const adoptContacts = async (
  deps: RecoveryDeps,
  tx: Tx,
  input: { owner: Customer; request_id: string | null; now: Date },
): Promise<KnownContacts> => {
  const { owner, now } = input
  const request = input.request_id === null ? undefined : await lockRequest(tx, input.request_id)
  const form = request && openForm(deps.identity.vault, request)
  if (!form) return contactsOf(owner)
  const { email, cellphone } = form
  const changed = changedContacts({ email, cellphone }, owner)
  const contacts = { emails: [owner.email, email], cellphones: [owner.cellphone, cellphone] }
  if (changed === null) return contacts
  await updateCustomer(tx, { id: owner.id, person: { email, cellphone }, now })
  await notifyEverywhere(deps, tx, {
    customer_id: owner.id,
    contacts: contactsOf(owner),
    content: { template: 'contact-changed', changed, at: now },
  })
  return contacts
}
