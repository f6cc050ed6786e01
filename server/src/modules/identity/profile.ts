import type { Profile } from '@clube/contract/identity/profile-call.ts'
import type { StreetType } from '@clube/contract/brazil/street-types.ts'
import { refuseRequest } from '../../kernel/refusal.ts'
import { readNoticeChoices } from './choose-notices.ts'
import { documentLabel } from './customer.ts'
import { findAddress, findById } from './customer-store.ts'
import type { IdentityDeps } from './deps.ts'

/** The signed-in customer's view of their account. */
export const readProfile = async (deps: IdentityDeps, customer_id: string): Promise<Profile> => {
  const customer = await findById(deps.db, customer_id)
  if (!customer) throw refuseRequest('session.required')
  const address = await findAddress(deps.db, customer_id)
  const place = address ? await deps.checkPlace(address) : null
  return {
    document_type: customer.document_type,
    document_id: deps.vault.open(documentLabel, customer.document_sealed),
    name: customer.name ?? '',
    email: customer.email ?? '',
    cellphone: customer.cellphone ?? '',
    is_email_verified: customer.email_verified_at !== null,
    is_cellphone_verified: customer.cellphone_verified_at !== null,
    birth_date: customer.birth_date,
    email_marketing_subscription: customer.email_marketing_subscription,
    ...(await readNoticeChoices(deps.db, customer_id)),
    member_since: (customer.registered_at ?? customer.created_at).toISOString(),
    address: address
      ? {
          ...address,
          city_name: place?.city_name ?? '',
          // Only registration and profile write this column, both validated by the contract.
          street_type: address.street_type as StreetType | null,
        }
      : null,
  }
}
