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
import { Dialog } from '../../../kit/surface/dialog.tsx'
import { EmailText } from '../../../parts/person-fields/email-text.tsx'
import { useAction } from '../../../parts/use-action.ts'
import { ConfirmButton } from '../../parts/confirm-button.tsx'
import { FactList } from '../../parts/fact-list.tsx'
import { formatInstant } from '../../parts/instant.ts'
import { useStaffIdentity } from '../../parts/staff-session.ts'
import { memberStatus, invitationStatus } from './member-status.ts'
import { RoleChoice } from './role-choice.tsx'
import css from './team.module.css'

type MemberDialogProps = {
  member: StaffMember | undefined
  onClose: () => void
}

/** One member: roles, access, second factor. */
export function MemberDialog({ member, onClose }: MemberDialogProps) {
  return (
    <Dialog open={member !== undefined} onClose={onClose} title={member?.name ?? ''} wide>
      {member && <MemberForm key={member.staff_id} member={member} />}
    </Dialog>
  )
}

type SimpleCall =
  | typeof disableStaffCall
  | typeof enableStaffCall
  | typeof resetSecondFactorCall
  | typeof renewInvitationCall

function MemberForm({ member }: { member: StaffMember }) {
  const { pending, run } = useAction()
  const own = useStaffIdentity().staff_id === member.staff_id
  const { staff_id } = member
  const form = useForm<{ roles: readonly Role[] }>({
    initial: { roles: member.roles },
    rules: { roles: (roles) => (roles.length === 0 ? rolesRequiredMessage : undefined) },
    onSubmit: async ({ roles }): Promise<void> => {
      const body: BodyOf<typeof changeStaffRolesCall> = { staff_id, roles: [...roles] }
      await run((send) => send(changeStaffRolesCall, { body }), {
        success: ({ message }) => message ?? 'Papéis alterados.',
        refresh: [['team']],
        form,
      })
    },
  })
  const act = (call: SimpleCall) =>
    run((send) => send(call, { body: { staff_id } }), {
      success: ({ message }) => message ?? 'Pronto.',
      refresh: [['team']],
    })
  const { value, onChange, error } = form.field('roles')
  return (
    <div className="stack">
      <FactList
        inRows
        facts={[
          ['E-mail', <EmailText key="email" email={member.email} />],
          ['Situação', memberStatus(member, new Date()).title],
          ...(member.invitation
            ? [['Convite', invitationStatus(member.invitation, new Date()).sentence] as const]
            : []),
          ['Segundo fator', member.has_second_factor ? 'Cadastrado' : 'Falta cadastrar'],
          ['Na equipe desde', formatInstant(member.created_at)],
        ]}
      />
      <form {...form.props}>
        <RoleChoice value={value} onChange={onChange} error={error} />
        <Button type="submit" compact pending={form.pending}>
          Salvar papéis
        </Button>
      </form>
      {own ? (
        <p className={css.actions}>Acesso e segundo fator da própria conta são mudados por outra pessoa.</p>
      ) : (
        <div className={`row ${css.actions}`}>
          {member.state !== 'disabled' && (
            <Button compact look="outline" pending={pending} onClick={() => act(renewInvitationCall)}>
              {member.state === 'invited' ? 'Enviar convite de novo' : 'Enviar convite para trocar a senha'}
            </Button>
          )}
          {member.has_second_factor && (
            <ConfirmButton
              question="Confirmar: apagar"
              pending={pending}
              onConfirm={() => act(resetSecondFactorCall)}
            >
              Apagar segundo fator
            </ConfirmButton>
          )}
          {member.state === 'disabled' ? (
            <Button compact look="outline" pending={pending} onClick={() => act(enableStaffCall)}>
              Reativar
            </Button>
          ) : (
            <ConfirmButton
              question="Confirmar: desativar"
              pending={pending}
              onConfirm={() => act(disableStaffCall)}
            >
              Desativar acesso
            </ConfirmButton>
          )}
        </div>
      )}
    </div>
  )
}
