import { emailCharacters, emailMaxLength, parseEmail } from '@clube/contract/brazil/email.ts'
import { parseFullName } from '@clube/contract/brazil/full-name.ts'
import { roles as knownRoles, rolesWithoutDesk, type Role } from '@clube/contract/kernel/permissions.ts'
import {
  changeStaffRolesCall,
  disableStaffCall,
  enableStaffCall,
  inviteStaffCall,
  renewInvitationCall,
  resetSecondFactorCall,
} from '@clube/contract/staff/management-calls.ts'
import {
  brandRequiredMessage,
  roleNames,
  rolesRequiredMessage,
  type StaffMember,
} from '@clube/contract/staff/member.ts'
import {
  areSameRoles,
  exclusiveRolesError,
  isSensitive,
  needsBrand,
} from '@clube/contract/staff/role-rules.ts'
import { Select } from '../../../kit/field/select.tsx'
import { TextField } from '../../../kit/field/text-field.tsx'
import type { FieldBinding } from '../../../kit/form/use-form.ts'
import { showToast } from '../../../kit/toast/toast-store.ts'
import { parsedRule } from '../../../parts/parsed-rule.ts'
import { EmailText } from '../../../parts/person-fields/email-text.tsx'
import { NameField } from '../../../parts/person-fields/person-fields.tsx'
import { useActionForm } from '../../../parts/use-action-form.ts'
import { useAction } from '../../../parts/use-action.ts'
import { ConfirmButton, OutlineButton, SubmitButton } from '../../parts/buttons.tsx'
import { CheckboxGroup } from '../../parts/checkbox-group.tsx'
import { FactList } from '../../parts/fact-list.tsx'
import { formatInstant } from '../../parts/instant.ts'
import { useStaffIdentity } from '../../parts/staff-session.ts'
import { invitationStatus, memberStatus } from './member-status.ts'
import css from './team.module.css'
import { useStaffBrands } from './use-staff-brands.ts'

type RoleValues = { roles: readonly Role[]; brand_id: string }
type InvitationValues = RoleValues & { name: string; email: string }
const emptyInvitation: InvitationValues = { name: '', email: '', roles: [], brand_id: '' }

const rolesRule = (roles: readonly Role[]) =>
  roles.length === 0 ? rolesRequiredMessage : (exclusiveRolesError(roles) ?? undefined)

const brandRule = (brand_id: string, { roles }: RoleValues) =>
  needsBrand(roles) && brand_id === '' ? brandRequiredMessage : undefined

/** The brand that is sent: none without the role that needs one. */
const sentBrand = ({ roles, brand_id }: RoleValues): string | null =>
  needsBrand(roles) && brand_id !== '' ? brand_id : null

/** The brand of an analyst, for the role that needs one. */
function BrandChoice({ roles, ...field }: FieldBinding<string> & { roles: readonly Role[] }) {
  const brands = useStaffBrands()
  if (!needsBrand(roles)) return null
  return (
    <Select
      // Its options must be there before the value is shown.
      key={brands.data?.length ?? 'loading'}
      label="Marca"
      helper="A pessoa só vê os projetos desta marca."
      options={(brands.data ?? []).map(({ brand_id, name }) => ({ value: brand_id, label: name }))}
      {...field}
    />
  )
}

/** Announces, before the form is sent, that a second administrator must approve the roles. */
const SecondAdministratorNotice = ({ added }: { added: readonly Role[] }) =>
  isSensitive(added) && (
    <p className="soft small">
      Estes papéis mexem em contas, pontos ou na equipe: valem depois que outra pessoa que administra aprovar.
    </p>
  )

/** The roles that a member can be given: those with a desk, and those that the member already has. */
const RoleChoice = ({ held = [], ...field }: FieldBinding<readonly Role[]> & { held?: readonly Role[] }) => (
  <CheckboxGroup
    label="Papéis"
    options={roleNames
      .filter((role) => !rolesWithoutDesk.includes(role) || held.includes(role))
      .map((value) => ({ value, label: knownRoles[value].title }))}
    {...field}
  />
)

export function InviteForm({ onInvited }: { onInvited: () => void }) {
  const form = useActionForm({
    initial: emptyInvitation,
    rules: {
      name: parsedRule(parseFullName),
      email: parsedRule(parseEmail),
      roles: rolesRule,
      brand_id: brandRule,
    },
    request: (send, { name, email, ...held }) =>
      send(inviteStaffCall, {
        body: { name, email, roles: [...held.roles], brand_id: sentBrand(held) },
      }),
    success: ({ message }) => message ?? 'Convite enviado.',
    onSuccess: onInvited,
    refresh: [['team']],
  })
  return (
    <form {...form.props} className="stack" autoComplete="off">
      <NameField document_type="cpf" autoComplete="off" {...form.field('name')} />
      <TextField
        label="E-mail"
        inputMode="email"
        autoCapitalize="none"
        clean={emailCharacters}
        maxLength={emailMaxLength}
        {...form.field('email')}
      />
      <RoleChoice {...form.field('roles')} />
      <BrandChoice roles={form.values.roles} {...form.field('brand_id')} />
      <SecondAdministratorNotice added={form.values.roles} />
      <p className="soft small">
        A pessoa recebe por e-mail um endereço que vale um dia e uma única vez, e define a própria senha.
      </p>
      <SubmitButton form={form}>Enviar convite</SubmitButton>
    </form>
  )
}

type SimpleCall =
  | typeof disableStaffCall
  | typeof enableStaffCall
  | typeof resetSecondFactorCall
  | typeof renewInvitationCall

/** One member: roles, access, second factor. */
export function MemberForm({ member, onProposed }: { member: StaffMember; onProposed: () => void }) {
  const { pending, run } = useAction()
  const isSelf = useStaffIdentity().staff_id === member.staff_id
  const { staff_id } = member
  const roles: readonly Role[] = member.roles
  const form = useActionForm({
    initial: { roles, brand_id: member.brand_id ?? '' },
    rules: { roles: rolesRule, brand_id: brandRule },
    request: (send, values) => {
      const brand_id = sentBrand(values)
      if (!areSameRoles(roles, values.roles) || brand_id !== member.brand_id)
        return send(changeStaffRolesCall, { body: { staff_id, roles: [...values.roles], brand_id } })
      showToast({ message: 'Nada mudou: são os papéis que a pessoa já tem.' })
      return null
    },
    success: ({ message }) => message ?? 'Papéis alterados.',
    onSuccess: (outcome) => outcome.kind === 'proposed' && onProposed(),
    refresh: [['team']],
  })
  const runCall = (call: SimpleCall) =>
    run((send) => send(call, { body: { staff_id } }), {
      success: ({ message }) => message ?? 'Pronto.',
      onSuccess: (outcome) => 'kind' in outcome && outcome.kind === 'proposed' && onProposed(),
      refresh: [['team']],
    })
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
        <RoleChoice held={roles} {...form.field('roles')} />
        <BrandChoice roles={form.values.roles} {...form.field('brand_id')} />
        <SecondAdministratorNotice added={form.values.roles.filter((role) => !member.roles.includes(role))} />
        <SubmitButton form={form}>Salvar papéis</SubmitButton>
      </form>
      {isSelf ? (
        <p className={css.actions}>Acesso e segundo fator da própria conta são mudados por outra pessoa.</p>
      ) : (
        <div className={`row ${css.actions}`}>
          {member.state !== 'disabled' && (
            <OutlineButton pending={pending} onClick={() => runCall(renewInvitationCall)}>
              {member.state === 'invited' ? 'Enviar convite de novo' : 'Enviar convite para trocar a senha'}
            </OutlineButton>
          )}
          {member.has_second_factor && (
            <ConfirmButton
              question="Confirmar: apagar"
              consequence={<p>Na próxima entrada a pessoa cadastra outro aplicativo de códigos.</p>}
              pending={pending}
              onConfirm={() => runCall(resetSecondFactorCall)}
            >
              Apagar segundo fator
            </ConfirmButton>
          )}
          {member.state === 'disabled' ? (
            <OutlineButton pending={pending} onClick={() => runCall(enableStaffCall)}>
              Reativar
            </OutlineButton>
          ) : (
            <ConfirmButton
              question="Confirmar: desativar"
              consequence={<p>A pessoa sai agora de todos os aparelhos e não entra até ser reativada.</p>}
              pending={pending}
              onConfirm={() => runCall(disableStaffCall)}
            >
              Desativar acesso
            </ConfirmButton>
          )}
        </div>
      )}
    </div>
  )
}
