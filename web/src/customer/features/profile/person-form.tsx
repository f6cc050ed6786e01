import { customerNameCharacters } from '@clube/contract/brazil/customer-name.ts'
import { parseEnteredPassword, passwordMaxLength } from '@clube/contract/brazil/password.ts'
import { updateProfileCall } from '@clube/contract/identity/account-calls.ts'
import type { Profile } from '@clube/contract/identity/profile-call.ts'
import { useState } from 'react'
import { PasswordField } from '../../../kit/field/password-field.tsx'
import { useCacheProfile } from '../../../parts/club-data/use-profile.ts'
import { parsedRule } from '../../../parts/parsed-rule.ts'
import { PersonFields } from '../../../parts/person-fields/person-fields.tsx'
import { contactRules, nameRule } from '../../../parts/person-fields/person-values.ts'
import { shownContacts } from '../../../parts/shown-contacts.ts'
import { useActionForm } from '../../../parts/use-action-form.ts'
import { isKiosk } from '../../../platform/storage/service-channel.ts'
import { SectionForm } from './editable-section.tsx'

/** The form that changes name and contacts. */
export function PersonForm({ profile, onClose }: { profile: Profile; onClose: () => void }) {
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
