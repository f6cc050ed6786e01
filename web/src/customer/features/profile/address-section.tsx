import { formatCep } from '@clube/contract/brazil/cep.ts'
import { stateById } from '@clube/contract/brazil/states.ts'
import { streetTypeLabels } from '@clube/contract/brazil/street-types.ts'
import {
  updateAddressCall,
  type Profile,
  type StoredAddress,
} from '@clube/contract/identity/account-calls.ts'
import { AddressFields } from '../../../parts/address-fields/address-fields.tsx'
import { addressBody, addressRules, addressValues } from '../../../parts/address-fields/address-values.ts'
import { useCacheProfile } from '../../../parts/club-data/use-profile.ts'
import { useActionForm } from '../../../parts/use-action-form.ts'
import { EditableSection, SectionForm } from './editable-section.tsx'
import css from './profile.module.css'

/** The address in postal format. */
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
            {addressLines(address).map((line) => (
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

/** Street, number and complement; neighborhood; city and state; CEP. */
function addressLines(address: StoredAddress): string[] {
  const type = address.street_type ? `${streetTypeLabels[address.street_type]} ` : ''
  const complement = address.complement ? `, ${address.complement}` : ''
  const uf = stateById(address.state_id)?.uf
  return [
    `${type}${address.street_name}, ${address.street_number}${complement}`,
    address.neighborhood,
    uf ? `${address.city_name}, ${uf}` : address.city_name,
    `CEP ${formatCep(address.cep)}`,
  ]
}
