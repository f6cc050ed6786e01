import { maskDocument } from '@clube/contract/brazil/masked-document.ts'
import type { Profile } from '@clube/contract/identity/profile-call.ts'
import { Chip } from '../../../kit/surface/chip.tsx'
import { lazyPart } from '../../../parts/lazy-part.tsx'
import { EmailText } from '../../../parts/person-fields/email-text.tsx'
import { shownContacts } from '../../../parts/shown-contacts.ts'
import { EditableSection } from './editable-section.tsx'
import css from './profile.module.css'

const PersonForm = lazyPart(async () => (await import('./person-form.tsx')).PersonForm)
export const ContactConfirmation = lazyPart(
  async () => (await import('../../../parts/contact-confirmation.tsx')).ContactConfirmation,
)

/** Name and contacts; document and birth date can only be changed at the service desk. */
export function PersonSection({ profile }: { profile: Profile }) {
  const isPerson = profile.document_type === 'cpf'
  const shown = shownContacts(profile)
  return (
    <EditableSection
      id="dados"
      title="Seus dados"
      action="Alterar"
      code={PersonForm}
      summary={(edit) => (
        <>
          <dl className="facts">
            <dt>{isPerson ? 'Nome' : 'Empresa'}</dt>
            <dd>{profile.name}</dd>
            <dt>{isPerson ? 'CPF' : 'CNPJ'}</dt>
            <dd className="figures">{maskDocument(profile)}</dd>
            {profile.birth_date && (
              <>
                <dt>Nascimento</dt>
                {/* Only the year is shown. */}
                <dd className="figures">{`**/**/${profile.birth_date.slice(0, 4)}`}</dd>
              </>
            )}
            <dt>Celular</dt>
            <dd className={css.contact}>
              <span className="figures">{shown.cellphone}</span>
              {profile.is_cellphone_verified && <Chip tone="good">Confirmado</Chip>}
            </dd>
            <dt>E-mail</dt>
            <dd className={css.contact}>
              <EmailText email={shown.email} />
              {profile.is_email_verified && <Chip tone="good">Confirmado</Chip>}
            </dd>
          </dl>
          {unconfirmedChannels(profile).map((channel) => (
            <ContactConfirmation
              key={channel}
              channel={channel}
              reason="Confirme para poder criar uma nova senha por ele em qualquer aparelho."
              onConfirmed={focusSection}
              onCorrect={edit}
            />
          ))}
          <p className="soft small">
            {isPerson
              ? 'CPF e data de nascimento são alterados somente no balcão de atendimento.'
              : 'O CNPJ é alterado somente no balcão de atendimento.'}
          </p>
        </>
      )}
    >
      {(close) => <PersonForm profile={profile} onClose={close} />}
    </EditableSection>
  )
}

const unconfirmedChannels = ({ is_email_verified, is_cellphone_verified }: Profile) => [
  ...(is_email_verified ? [] : (['email'] as const)),
  ...(is_cellphone_verified ? [] : (['sms'] as const)),
]

/** Once the contact is confirmed its form unmounts, and the focus would be lost. */
const focusSection = (): void => document.getElementById('dados')?.focus()
