import type { Profile } from '@clube/contract/identity/profile-call.ts'
import { lazyPart } from '../../../parts/lazy-part.tsx'
import { EditableSection } from './editable-section.tsx'

const PasswordForm = lazyPart(async () => (await import('./password-form.tsx')).PasswordForm)

/** Changes the password, which revokes the sessions on other devices. */
export function PasswordSection({ profile }: { profile: Profile }) {
  return (
    <EditableSection
      id="senha"
      title="Senha"
      action="Trocar"
      code={PasswordForm}
      summary={<p className="soft small">Ao trocar a senha, saímos da sua conta nos outros aparelhos.</p>}
    >
      {(close) => <PasswordForm profile={profile} onClose={close} />}
    </EditableSection>
  )
}
