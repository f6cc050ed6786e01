import type { Profile } from '@clube/contract/identity/profile-call.ts'
import { updateProfileCall } from '@clube/contract/identity/account-calls.ts'
import { inTransaction } from '../../db/database.ts'
import { refusalsOf } from '../../kernel/refusal.ts'
import { contactsOf, givenContacts } from '../messaging/index.ts'
import { changedContacts } from './changed-contacts.ts'
import { findById, saveAddress, updateCustomer, type CustomerAddress } from './customer-store.ts'
import type { IdentityDeps } from './deps.ts'
import { readName } from './form.ts'
import { spendAccountChange, type Visitor } from './identity-limits.ts'
import { readProfile } from './profile.ts'
import { requirePlace } from './register.ts'
import { confirmPassword } from './update-password.ts'

const refuse = refusalsOf(updateProfileCall)

/**
 * Changes name and contacts; requires the password, because contacts receive recovery codes. Notifies the old
 * and new contacts.
 * @throws {InvalidInput} under `name`
 * @throws {Refusal} identity.wrong-current-password, identity.throttled, request.rate-limited
 */
export const updateProfile = async (
  deps: IdentityDeps,
  input: {
    customer_id: string
    person: { name: string; email: string; cellphone: string }
    current_password: string
    visitor: Pick<Visitor, 'ip' | 'device_id'>
  },
): Promise<Profile> => {
  const { customer_id } = input
  const now = deps.clock()
  const { access_version } = await confirmPassword(deps, {
    customer_id,
    password: input.current_password,
    refuse,
  })
  const customer = await findById(deps.db, customer_id)
  if (!customer) throw refuse('session.required')
  const person = { ...input.person, name: readName(customer.document_type, input.person.name) }
  const changed = changedContacts(customer, person)
  const contacts = [...contactsOf(customer), ...givenContacts(person)]
  if (changed !== null) await spendAccountChange(deps, { customer, contacts, visitor: input.visitor, now })
  await inTransaction(deps.db, async (tx) => {
    // Replaced concurrently: the password that was verified is no longer the current one.
    if (!(await updateCustomer(tx, { id: customer_id, person, access_version, now })))
      throw refuse('identity.wrong-current-password')
    if (changed === null) return
    const content = { template: 'contact-changed', changed, at: now } as const
    await deps.notifyOfChange(tx, { customer_id, contacts, content })
  })
  return readProfile(deps, customer_id)
}

/** @throws {InvalidInput} when state, city and neighborhood do not match */
export const updateAddress = async (
  deps: IdentityDeps,
  input: { customer_id: string; address: CustomerAddress },
): Promise<Profile> => {
  await requirePlace(deps, input.address)
  await saveAddress(deps.db, { ...input, now: deps.clock() })
  return readProfile(deps, input.customer_id)
}

/** Turns marketing e-mails on or off. */
export const updateEmailMarketing = async (
  deps: IdentityDeps,
  input: { customer_id: string; email_marketing_subscription: 'yes' | 'no' },
): Promise<void> => {
  const { email_marketing_subscription } = input
  await inTransaction(deps.db, (tx) =>
    updateCustomer(tx, {
      id: input.customer_id,
      person: { email_marketing_subscription },
      access_version: null,
      now: deps.clock(),
    }),
  )
}
