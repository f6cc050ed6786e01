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
import { memberView } from './staff-member.ts'
import { listMembers } from './staff-store.ts'

const actorOf = ({ staff_id }: StaffSession) => ({ kind: 'staff', id: staff_id }) as const

/** Serves the desk *Equipe* (permission `staff.manage`, named in each call). */
export const bindStaffManagement = (binder: Binder, deps: StaffDeps): void => {
  bindCall(binder, listStaffCall, async () => ({ data: (await listMembers(deps.db)).map(memberView) }))

  bindCall(binder, inviteStaffCall, async ({ body, staff }) => {
    const { member, invitation } = await inviteMember(deps, { ...body, actor: actorOf(staff) })
    return { data: { member: memberView(member), invitation } }
  })

  bindCall(binder, renewInvitationCall, async ({ body, staff }) => {
    const { member, invitation } = await renewInvitation(deps, { ...body, actor: actorOf(staff) })
    return { data: { member: memberView(member), invitation } }
  })

  bindCall(binder, changeStaffRolesCall, async ({ body, staff }) => ({
    data: { member: memberView(await changeRoles(deps, { ...body, actor_id: staff.staff_id })) },
    message: 'Papéis alterados.',
  }))

  bindCall(binder, disableStaffCall, async ({ body, staff }) => ({
    data: { member: memberView(await disableMember(deps, { ...body, actor_id: staff.staff_id })) },
    message: 'Acesso desativado.',
  }))

  bindCall(binder, enableStaffCall, async ({ body, staff }) => ({
    data: { member: memberView(await enableMember(deps, { ...body, actor_id: staff.staff_id })) },
    message: 'Acesso reativado.',
  }))

  bindCall(binder, resetSecondFactorCall, async ({ body, staff }) => ({
    data: { member: memberView(await resetSecondFactor(deps, { ...body, actor_id: staff.staff_id })) },
    message: 'Segundo fator apagado.',
  }))
}
