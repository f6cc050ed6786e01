import { customerNameCharacters } from '@clube/contract/brazil/customer-name.ts'
import { maskDocument } from '@clube/contract/brazil/masked-document.ts'
import { parseEnteredPassword, passwordMaxLength } from '@clube/contract/brazil/password.ts'
import { isKiosk } from '../../../platform/storage/service-channel.ts'
import type { Profile } from '@clube/contract/identity/profile-call.ts'
import { updateProfileCall } from '@clube/contract/identity/account-calls.ts'
import { useState } from 'react'
import { PasswordField } from '../../../kit/field/password-field.tsx'
import { Chip } from '../../../kit/surface/chip.tsx'
import { useCacheProfile } from '../../../parts/club-data/use-profile.ts'
import { ContactConfirmation } from '../../../parts/contact-confirmation.tsx'
import { parsedRule } from '../../../parts/parsed-rule.ts'
import { EmailText } from '../../../parts/person-fields/email-text.tsx'
import { PersonFields } from '../../../parts/person-fields/person-fields.tsx'
import { contactRules, nameRule } from '../../../parts/person-fields/person-values.ts'
import { shownContacts } from '../../../parts/shown-contacts.ts'
import { useActionForm } from '../../../parts/use-action-form.ts'
import { EditableSection, SectionForm } from './editable-section.tsx'
import css from './profile.module.css'

/** Name and contacts; document and birth date can only be changed at the service desk. */
export function PersonSection({ profile }: { profile: Profile }) {
  const isPerson = profile.document_type === 'cpf'
  const shown = shownContacts(profile)
  return (
    <EditableSection
      id="dados"
      title="Seus dados"
      action="Alterar"
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

function PersonForm({ profile, onClose }: { profile: Profile; onClose: () => void }) {
  const cacheProfile = useCacheProfile()
  const { name, email, cellphone } = profile
  // At a kiosk others see the screen, so contacts are not filled in; an empty one remains unchanged.
  const [maskedContacts] = useState(() => (isKiosk() ? shownContacts(profile) : null))
  const form = useActionForm({
    initial: {
      name: customerNameCharacters[profile.document_type](name),
      email: maskedContacts ? '' : email,
      cellphone: maskedContacts ? '' : cellphone,
      current_password: '',
    },
    rules: {
      name: nameRule(profile.document_type),
      ...contactRules,
      ...(maskedContacts && {
        email: (text: string) => (text === '' ? undefined : contactRules.email(text)),
        cellphone: (text: string) => (text === '' ? undefined : contactRules.cellphone(text)),
      }),
      current_password: parsedRule(parseEnteredPassword),
    },
    request: (send, values) => {
      const body = { ...values, email: values.email || email, cellphone: values.cellphone || cellphone }
      return send(updateProfileCall, { body })
    },
    success: 'Seus dados foram alterados.',
    onSuccess: (changed) => {
      cacheProfile(changed)
      onClose()
    },
  })
  return (
    <SectionForm form={form} onCancel={onClose}>
      <PersonFields form={form} document_type={profile.document_type} unchanged={maskedContacts} />
      <PasswordField
        label="Senha atual"
        autoComplete="current-password"
        maxLength={passwordMaxLength}
        helper="Pedimos a senha para proteger os seus contatos."
        {...form.field('current_password')}
      />
    </SectionForm>
  )
}
