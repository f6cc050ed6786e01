import {
  approveStaffChangeCall,
  listStaffChangesCall,
  rejectStaffChangeCall,
} from '@clube/contract/staff/change-calls.ts'
import {
  changeStaffRolesCall,
  disableStaffCall,
  enableStaffCall,
  inviteStaffCall,
  listStaffBrandsCall,
  listStaffCall,
  renewInvitationCall,
  resetSecondFactorCall,
} from '@clube/contract/staff/management-calls.ts'
import { waitingCountsCall } from '@clube/contract/staff/waiting-calls.ts'
import { bindCall, type Binder } from '../../http/bind.ts'
import type { StaffSession } from '../../http/context.ts'
import { countWaiting } from './count-waiting.ts'
import type { StaffDeps } from './deps.ts'
import { approveStaffChange, changeView, rejectStaffChange, viewStaffChanges } from './decide-change.ts'
import { inviteMember, renewInvitation } from './invite-member.ts'
import { changeRoles, disableMember, enableMember, resetSecondFactor } from './manage-member.ts'
import type { ChangeOutcome } from './propose-change.ts'
import type { Member } from './staff-member.ts'
import { listNames } from './staff-store.ts'
import { viewMember, viewMembers } from './view-members.ts'

const actorOf = ({ staff_id }: StaffSession) => ({ kind: 'staff', id: staff_id }) as const

const invitationSentMessage = ({ email }: Member): string => `Enviamos o convite para ${email}.`
const proposedMessage = 'Pedido feito. Falta a aprovação de outra pessoa que administra a equipe.'

/** Binds the counters of the sidebar, which every member may read for the member's own desks. */
export const bindWaitingCounts = (binder: Binder, deps: StaffDeps): void =>
  bindCall(binder, waitingCountsCall, async ({ staff }) => ({ data: await countWaiting(deps, staff) }))

/** Binds the desk *Equipe* (permission `staff.manage`, declared by each call). */
export const bindStaffManagement = (binder: Binder, deps: StaffDeps): void => {
  const responseOf = async (outcome: ChangeOutcome, done: (member: Member) => string) => {
    if (outcome.kind === 'done')
      return {
        data: { kind: outcome.kind, member: await viewMember(deps.db, outcome.member) },
        message: done(outcome.member),
      }
    const names = new Map((await listNames(deps.db)).map(({ id, name }) => [id, name]))
    return {
      data: { kind: outcome.kind, change: changeView(outcome.change, names) },
      message: proposedMessage,
    }
  }

  bindCall(binder, listStaffCall, async () => ({ data: await viewMembers(deps.db) }))

  bindCall(binder, listStaffBrandsCall, async () => ({ data: [...(await deps.listBrands(deps.db))] }))

  bindCall(binder, inviteStaffCall, async ({ body, staff }) =>
    responseOf(await inviteMember(deps, { ...body, actor_id: staff.staff_id }), invitationSentMessage),
  )

  bindCall(binder, renewInvitationCall, async ({ body, staff }) => {
    const { member } = await renewInvitation(deps, { ...body, actor: actorOf(staff) })
    return { data: { member: await viewMember(deps.db, member) }, message: invitationSentMessage(member) }
  })

  bindCall(binder, changeStaffRolesCall, async ({ body, staff }) =>
    responseOf(await changeRoles(deps, { ...body, actor_id: staff.staff_id }), () => 'Papéis alterados.'),
  )

  bindCall(binder, disableStaffCall, async ({ body, staff }) => {
    const member = await disableMember(deps, { ...body, actor_id: staff.staff_id })
    return { data: { member: await viewMember(deps.db, member) }, message: 'Acesso desativado.' }
  })

  bindCall(binder, enableStaffCall, async ({ body, staff }) =>
    responseOf(await enableMember(deps, { ...body, actor_id: staff.staff_id }), () => 'Acesso reativado.'),
  )

  bindCall(binder, resetSecondFactorCall, async ({ body, staff }) =>
    responseOf(
      await resetSecondFactor(deps, { ...body, actor_id: staff.staff_id }),
      () => 'Segundo fator apagado.',
    ),
  )

  bindCall(binder, listStaffChangesCall, async () => ({ data: await viewStaffChanges(deps) }))

  bindCall(binder, approveStaffChangeCall, async ({ body, staff }) => {
    const member = await approveStaffChange(deps, { ...body, actor_id: staff.staff_id })
    return { data: { member: await viewMember(deps.db, member) }, message: 'Mudança aprovada e feita.' }
  })

  bindCall(binder, rejectStaffChangeCall, async ({ body, staff }) => {
    await rejectStaffChange(deps, { ...body, actor_id: staff.staff_id })
    return { data: {}, message: 'Pedido encerrado.' }
  })
}
