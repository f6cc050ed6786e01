import {
  parseEnteredPassword,
  parsePassword,
  passwordConfirmationError,
  passwordMaxLength,
  passwordMinLength,
} from '@clube/contract/brazil/password.ts'
import { formatDocument } from '@clube/contract/brazil/document.ts'
import type { Profile } from '@clube/contract/identity/profile-call.ts'
import { updatePasswordCall } from '@clube/contract/identity/account-calls.ts'
import { PasswordField } from '../../../kit/field/password-field.tsx'
import { parsedRule } from '../../../parts/parsed-rule.ts'
import { useActionForm } from '../../../parts/use-action-form.ts'
import { deleteDeviceRecord, saveDeviceRecord } from '../../../platform/credentials/device-record.ts'
import { SectionForm } from './editable-section.tsx'

/** The form that changes the password. */
export function PasswordForm({ profile, onClose }: { profile: Profile; onClose: () => void }) {
  const form = useActionForm({
    initial: { current_password: '', password: '', password_confirmation: '' },
    rules: {
      current_password: parsedRule(parseEnteredPassword),
      password: parsedRule(parsePassword),
      password_confirmation: (_, values) => passwordConfirmationError({ ...values, required: true }),
    },
    request: (send, body) => send(updatePasswordCall, { body }),
    success: 'Sua senha foi trocada.',
    onSuccess: async ({ device_credential: secret }) => {
      // The stored credential is no longer valid: replace it if "Lembrar de mim" is set, else delete it.
      await (secret === undefined
        ? deleteDeviceRecord()
        : saveDeviceRecord({ id: profile.document_id, password: secret }))
      onClose()
    },
  })
  return (
    <SectionForm form={form} onCancel={onClose}>
      <input
        type="text"
        name="username"
        autoComplete="username"
        value={formatDocument(profile)}
        readOnly
        hidden
      />
      <PasswordField
        label="Senha atual"
        autoComplete="current-password"
        maxLength={passwordMaxLength}
        {...form.field('current_password')}
      />
      <PasswordField
        label="Nova senha"
        autoComplete="new-password"
        maxLength={passwordMaxLength}
        helper={`No mínimo ${passwordMinLength} caracteres.`}
        {...form.field('password')}
      />
      <PasswordField
        label="Confirme a nova senha"
        autoComplete="new-password"
        maxLength={passwordMaxLength}
        {...form.field('password_confirmation')}
      />
    </SectionForm>
  )
}
