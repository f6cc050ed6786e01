import { formatCep } from '@clube/contract/brazil/cep.ts'
import { stateById } from '@clube/contract/brazil/states.ts'
import { streetTypeLabels } from '@clube/contract/brazil/street-types.ts'
import type { Profile, StoredAddress } from '@clube/contract/identity/profile-call.ts'
import { lazyPart } from '../../../parts/lazy-part.tsx'
import { isKiosk } from '../../../platform/storage/service-channel.ts'
import { EditableSection } from './editable-section.tsx'
import css from './profile.module.css'

const AddressForm = lazyPart(async () => (await import('./address-form.tsx')).AddressForm)

/** The address in postal format; at a kiosk, where others see the screen, only its city. */
export function AddressSection({ profile }: { profile: Profile }) {
  const { address } = profile
  return (
    <EditableSection
      id="endereco"
      title="Endereço"
      action={address ? 'Alterar' : 'Adicionar'}
      code={AddressForm}
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
