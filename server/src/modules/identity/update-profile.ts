import type { Profile } from '@clube/contract/identity/account-calls.ts'
import { saveAddress, updateCustomer, type CustomerAddress } from './customer-store.ts'
import type { IdentityDeps } from './deps.ts'
import { readProfile } from './profile.ts'
import { requirePlace } from './register.ts'
import { confirmPassword } from './update-password.ts'

/**
 * Changes name and contacts, after asking for the password: contacts are where recovery codes go.
 * @throws {Refusal} identity.wrong-current-password, identity.throttled
 */
export const updateProfile = async (
  deps: IdentityDeps,
  input: {
    customer_id: string
    person: { name: string; email: string; cellphone: string }
    current_password: string
  },
): Promise<Profile> => {
  const { customer_id } = input
  await confirmPassword(deps, { customer_id, password: input.current_password })
  await updateCustomer(deps.db, { id: customer_id, person: input.person, now: deps.clock() })
  return readProfile(deps, customer_id)
}

/** @throws {InvalidInput} when state, city and neighbourhood do not belong together */
export const updateAddress = async (
  deps: IdentityDeps,
  input: { customer_id: string; address: CustomerAddress },
): Promise<Profile> => {
  await requirePlace(deps, input.address)
  await saveAddress(deps.db, { ...input, now: deps.clock() })
  return readProfile(deps, input.customer_id)
}

/** Turns offers by e-mail on or off. */
export const updateEmailMarketing = (
  deps: IdentityDeps,
  input: { customer_id: string; email_marketing_subscription: 'yes' | 'no' },
): Promise<void> => {
  const { email_marketing_subscription } = input
  return updateCustomer(deps.db, {
    id: input.customer_id,
    person: { email_marketing_subscription },
    now: deps.clock(),
  })
}
