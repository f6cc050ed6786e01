import { updateAddressCall } from '@clube/contract/identity/account-calls.ts'
import type { Profile } from '@clube/contract/identity/profile-call.ts'
import { AddressFields } from '../../../parts/address-fields/address-fields.tsx'
import { addressBody, addressRules, addressValues } from '../../../parts/address-fields/address-values.ts'
import { useCacheProfile } from '../../../parts/club-data/use-profile.ts'
import { useActionForm } from '../../../parts/use-action-form.ts'
import { SectionForm } from './editable-section.tsx'

/** The form that changes or adds the address. */
export function AddressForm({ profile, onClose }: { profile: Profile; onClose: () => void }) {
  const cacheProfile = useCacheProfile()
  const form = useActionForm({
    initial: addressValues(profile.address),
    rules: addressRules,
    request: (send, values) => send(updateAddressCall, { body: addressBody(values) }),
    success: 'Seu endereço foi alterado.',
    onSuccess: (changed) => {
      cacheProfile(changed)
      onClose()
    },
  })
  return (
    <SectionForm form={form} onCancel={onClose}>
      <AddressFields form={form} />
    </SectionForm>
  )
}
