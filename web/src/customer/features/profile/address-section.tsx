import { formatCep } from '@clube/contract/brazil/cep.ts'
import { stateById } from '@clube/contract/brazil/states.ts'
import { streetTypeLabels } from '@clube/contract/brazil/street-types.ts'
import type { Profile, StoredAddress } from '@clube/contract/identity/profile-call.ts'
import { updateAddressCall } from '@clube/contract/identity/account-calls.ts'
import { AddressFields } from '../../../parts/address-fields/address-fields.tsx'
import { addressBody, addressRules, addressValues } from '../../../parts/address-fields/address-values.ts'
import { useCacheProfile } from '../../../parts/club-data/use-profile.ts'
import { useActionForm } from '../../../parts/use-action-form.ts'
import { isKiosk } from '../../../platform/storage/service-channel.ts'
import { EditableSection, SectionForm } from './editable-section.tsx'
import css from './profile.module.css'

/** The address in postal format; at a kiosk, where others see the screen, only its city. */
export function AddressSection({ profile }: { profile: Profile }) {
  const { address } = profile
  return (
    <EditableSection
      id="endereco"
      title="Endereço"
      action={address ? 'Alterar' : 'Adicionar'}
      summary={
        address ? (
          <address className={css.address}>
            {(isKiosk() ? [cityOf(address)] : addressLines(address)).map((line) => (
              <span key={line}>{line}</span>
            ))}
          </address>
        ) : (
          <p className="soft small">Você ainda não informou o seu endereço.</p>
        )
      }
    >
      {(close) => <AddressForm profile={profile} onClose={close} />}
    </EditableSection>
  )
}

function AddressForm({ profile, onClose }: { profile: Profile; onClose: () => void }) {
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

function cityOf({ state_id, city_name }: StoredAddress): string {
  const uf = stateById(state_id)?.uf
  return uf ? `${city_name}, ${uf}` : city_name
}

/** Street, number and complement; neighborhood; city and state; CEP. */
function addressLines(address: StoredAddress): string[] {
  const type = address.street_type ? `${streetTypeLabels[address.street_type]} ` : ''
  const complement = address.complement ? `, ${address.complement}` : ''
  return [
    `${type}${address.street_name}, ${address.street_number}${complement}`,
    address.neighborhood,
    cityOf(address),
    `CEP ${formatCep(address.cep)}`,
  ]
}
