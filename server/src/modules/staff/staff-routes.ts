import {
  changeStaffRolesCall,
  disableStaffCall,
  enableStaffCall,
  inviteStaffCall,
  listStaffCall,
  renewInvitationCall,
  resetSecondFactorCall,
} from '@clube/contract/staff/management-calls.ts'
import { bindCall, type Binder } from '../../http/bind.ts'
import type { StaffSession } from '../../http/context.ts'
import type { StaffDeps } from './deps.ts'
import { inviteMember, renewInvitation } from './invite-member.ts'
import { changeRoles, disableMember, enableMember, resetSecondFactor } from './manage-member.ts'
import type { Member } from './staff-member.ts'
import { viewMember, viewMembers } from './view-members.ts'

const actorOf = ({ staff_id }: StaffSession) => ({ kind: 'staff', id: staff_id }) as const

const sentTo = ({ email }: Member): string => `Enviamos o convite para ${email}.`

/** Binds the desk *Equipe* (permission `staff.manage`, declared by each call). */
export const bindStaffManagement = (binder: Binder, deps: StaffDeps): void => {
  const changed = async <Body extends object>(
    change: (deps: StaffDeps, input: Body & { actor_id: string }) => Promise<Member>,
    body: Body,
    { staff_id: actor_id }: StaffSession,
  ) => viewMember(deps.db, await change(deps, { ...body, actor_id }))

  bindCall(binder, listStaffCall, async () => ({ data: await viewMembers(deps.db) }))

  bindCall(binder, inviteStaffCall, async ({ body, staff }) => {
    const { member } = await inviteMember(deps, { ...body, actor: actorOf(staff) })
    return { data: { member: await viewMember(deps.db, member) }, message: sentTo(member) }
  })

  bindCall(binder, renewInvitationCall, async ({ body, staff }) => {
    const { member } = await renewInvitation(deps, { ...body, actor: actorOf(staff) })
    return { data: { member: await viewMember(deps.db, member) }, message: sentTo(member) }
  })

  bindCall(binder, changeStaffRolesCall, async ({ body, staff }) => ({
    data: { member: await changed(changeRoles, body, staff) },
    message: 'Papéis alterados.',
  }))

  bindCall(binder, disableStaffCall, async ({ body, staff }) => ({
    data: { member: await changed(disableMember, body, staff) },
    message: 'Acesso desativado.',
  }))

  bindCall(binder, enableStaffCall, async ({ body, staff }) => ({
    data: { member: await changed(enableMember, body, staff) },
    message: 'Acesso reativado.',
  }))

  bindCall(binder, resetSecondFactorCall, async ({ body, staff }) => ({
    data: { member: await changed(resetSecondFactor, body, staff) },
    message: 'Segundo fator apagado.',
  }))
}
