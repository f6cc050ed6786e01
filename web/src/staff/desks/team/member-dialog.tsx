import { useState } from 'react'
import type { BodyOf } from '@clube/contract/kernel/call.ts'
import type { Role } from '@clube/contract/kernel/permissions.ts'
import {
  changeStaffRolesCall,
  disableStaffCall,
  enableStaffCall,
  renewInvitationCall,
  resetSecondFactorCall,
} from '@clube/contract/staff/management-calls.ts'
import { rolesRequiredMessage, type StaffMember } from '@clube/contract/staff/member.ts'
import { Button } from '../../../kit/button/button.tsx'
import { useForm } from '../../../kit/form/use-form.ts'
import { trackPending } from '../../../kit/overlay/pending-count.ts'
import { Dialog } from '../../../kit/surface/dialog.tsx'
import { showToast } from '../../../kit/toast/toast-store.ts'
import { EmailText } from '../../../parts/person-fields/email-text.tsx'
import { showFailure } from '../../../platform/api/show-failure.ts'
import { useSend } from '../../../platform/app/app-context.tsx'
import { ConfirmButton } from '../../parts/confirm-button.tsx'
import { instantInWords } from '../../parts/instant.ts'
import { useStaffIdentity } from '../../parts/staff-session.ts'
import { situationOf, standingOf } from './invitation-words.ts'
import { RoleChoice } from './role-choice.tsx'
import css from './team.module.css'

type MemberDialogProps = {
  member: StaffMember | undefined
  onClose: () => void
  onChanged: () => Promise<unknown>
}

/** One member: roles, access, second factor. */
export function MemberDialog({ member, ...props }: MemberDialogProps) {
  return (
    <Dialog open={member !== undefined} onClose={props.onClose} title={member?.name ?? ''} wide>
      {member && <MemberForm key={member.staff_id} member={member} {...props} />}
    </Dialog>
  )
}

type SimpleCall =
  | typeof disableStaffCall
  | typeof enableStaffCall
  | typeof resetSecondFactorCall
  | typeof renewInvitationCall

function MemberForm({ member, onChanged }: MemberDialogProps & { member: StaffMember }) {
  const send = useSend()
  const own = useStaffIdentity().staff_id === member.staff_id
  const [pending, setPending] = useState(false)
  const { staff_id } = member
  const form = useForm<{ roles: readonly Role[] }>({
    initial: { roles: member.roles },
    rules: { roles: (roles) => (roles.length === 0 ? rolesRequiredMessage : undefined) },
    onSubmit: async ({ roles }): Promise<void> => {
      const body: BodyOf<typeof changeStaffRolesCall> = { staff_id, roles: [...roles] }
      const sent = await trackPending(send(changeStaffRolesCall, { body }))
      if (!sent.ok) return showFailure(sent.failure, { form })
      showToast({ message: sent.message ?? 'Papéis alterados.', type: 'success' })
      await onChanged()
    },
  })
  const act = async (call: SimpleCall) => {
    setPending(true)
    const sent = await trackPending(send(call, { body: { staff_id } }))
    setPending(false)
    if (!sent.ok) return showFailure(sent.failure, { place: 'endpoint' })
    showToast({ message: sent.message ?? 'Pronto.', type: 'success' })
    await onChanged()
  }
  const { value, onChange, error } = form.field('roles')
  return (
    <>
      <dl className={css.facts}>
        <dt>E-mail</dt>
        <dd>
          <EmailText email={member.email} />
        </dd>
        <dt>Situação</dt>
        <dd>{situationOf(member, new Date()).title}</dd>
        {member.invitation && (
          <>
            <dt>Convite</dt>
            <dd>{standingOf(member.invitation, new Date()).sentence}</dd>
          </>
        )}
        <dt>Segundo fator</dt>
        <dd>{member.has_second_factor ? 'Cadastrado' : 'Falta cadastrar'}</dd>
        <dt>Na equipe desde</dt>
        <dd>{instantInWords(member.created_at)}</dd>
      </dl>
      <form {...form.props}>
        <RoleChoice value={value} onChange={onChange} error={error} />
        <Button type="submit" compact pending={form.pending}>
          Salvar papéis
        </Button>
      </form>
      {own ? (
        <p className={css.deeds}>Acesso e segundo fator da própria conta são mudados por outra pessoa.</p>
      ) : (
        <div className={css.deeds}>
          {member.state !== 'disabled' && (
            <Button compact look="outline" pending={pending} onClick={() => void act(renewInvitationCall)}>
              {member.state === 'invited' ? 'Enviar convite de novo' : 'Enviar convite para trocar a senha'}
            </Button>
          )}
          {member.has_second_factor && (
            <ConfirmButton
              question="Confirmar: apagar"
              pending={pending}
              onConfirm={() => void act(resetSecondFactorCall)}
            >
              Apagar segundo fator
            </ConfirmButton>
          )}
          {member.state === 'disabled' ? (
            <Button compact look="outline" pending={pending} onClick={() => void act(enableStaffCall)}>
              Reativar
            </Button>
          ) : (
            <ConfirmButton
              question="Confirmar: desativar"
              pending={pending}
              onConfirm={() => void act(disableStaffCall)}
            >
              Desativar acesso
            </ConfirmButton>
          )}
        </div>
      )}
    </>
  )
}
