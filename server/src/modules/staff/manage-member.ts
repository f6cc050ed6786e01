import {
  changeStaffRolesCall,
  disableStaffCall,
  enableStaffCall,
  resetSecondFactorCall,
} from '@clube/contract/staff/management-calls.ts'
import type { Role } from '@clube/contract/kernel/permissions.ts'
import { inTransaction, type Tx } from '../../db/database.ts'
import { refusalsOf } from '../../kernel/refusal.ts'
import type { StaffDeps } from './deps.ts'
import { codeLock } from './limits-of-staff.ts'
import { isLastAdministrator, formatRoles, type Member } from './staff-member.ts'
import { deleteInvitation, deleteRecoveryCodes } from './staff-secret-store.ts'
import { deleteSessionsOf } from './staff-session-store.ts'
import { findMember, clearTotp, lockAdministrators, lockMember, moveState, saveRoles } from './staff-store.ts'

const refuseAny = refusalsOf(changeStaffRolesCall, disableStaffCall, enableStaffCall, resetSecondFactorCall)
const refuseDisabling = refusalsOf(disableStaffCall)

type Change = { readonly actor_id: string; readonly staff_id: string }
type ManagingDeps = Pick<StaffDeps, 'db' | 'clock' | 'appendAuditLine' | 'limits' | 'vault'>

/**
 * Changes roles, effective from the next request.
 * @throws {Refusal} staff.unknown, staff.last-administrator
 */
export const changeRoles = (
  deps: ManagingDeps,
  input: Change & { roles: readonly Role[] },
): Promise<Member> =>
  manage(deps, input, async (tx, member, now) => {
    const { staff_id, roles } = input
    if (!roles.includes('administrator')) await requireAnotherAdministrator(tx, staff_id)
    await saveRoles(tx, { id: staff_id, roles, now })
    return {
      action: 'staff.change-roles',
      sentence: `Trocou os papéis de ${formatRoles(member.roles)} para ${formatRoles(roles)}.`,
    }
  })

/**
 * Disables a member and ends their sessions and invitations.
 * @throws {Refusal} staff.unknown, staff.own-account, staff.last-administrator, staff.wrong-state
 */
export const disableMember = async (deps: ManagingDeps, input: Change): Promise<Member> => {
  if (input.actor_id === input.staff_id) throw refuseDisabling('staff.own-account')
  return manage(deps, input, async (tx, _member, now) => {
    const { staff_id } = input
    await requireAnotherAdministrator(tx, staff_id)
    if (!(await moveState(tx, { id: staff_id, from: ['invited', 'active'], to: 'disabled', now })))
      throw refuseDisabling('staff.wrong-state')
    await deleteSessionsOf(tx, staff_id)
    await deleteInvitation(tx, staff_id)
    return { action: 'staff.disable', sentence: 'Desativou o acesso e encerrou as sessões.' }
  })
}

/**
 * Enables a disabled member; one without a password needs a new invitation.
 * @throws {Refusal} staff.unknown, staff.wrong-state
 */
export const enableMember = (deps: ManagingDeps, input: Change): Promise<Member> =>
  manage(deps, input, async (tx, member, now) => {
    const to = member.password_hash === null ? 'invited' : 'active'
    if (!(await moveState(tx, { id: input.staff_id, from: ['disabled'], to, now })))
      throw refusalsOf(enableStaffCall)('staff.wrong-state')
    return { action: 'staff.enable', sentence: 'Reativou o acesso.' }
  })

/**
 * Deletes app, recovery codes and failed attempts of a member who lost the phone, and ends their sessions.
 * @throws {Refusal} staff.unknown, staff.own-account
 */
export const resetSecondFactor = async (deps: ManagingDeps, input: Change): Promise<Member> => {
  if (input.actor_id === input.staff_id) throw refusalsOf(resetSecondFactorCall)('staff.own-account')
  const member = await manage(deps, input, async (tx, _member, now) => {
    const { staff_id } = input
    await clearTotp(tx, staff_id, now)
    await deleteRecoveryCodes(tx, staff_id)
    await deleteSessionsOf(tx, staff_id)
    return { action: 'staff.reset-second-factor', sentence: 'Apagou o segundo fator e encerrou as sessões.' }
  })
  await deps.limits.clearAttempts(codeLock(deps, input.staff_id))
  return member
}

/** Locks, changes and audits a member in one transaction. */
const manage = (
  deps: ManagingDeps,
  { actor_id, staff_id }: Change,
  change: (tx: Tx, member: Member, now: Date) => Promise<{ action: string; sentence: string }>,
): Promise<Member> => {
  const now = deps.clock()
  return inTransaction(deps.db, async (tx) => {
    // Lock administrators first, by id, so that two who change each other do not deadlock.
    await lockAdministrators(tx)
    const member = await lockMember(tx, staff_id)
    if (!member) throw refuseAny('staff.unknown')
    const line = await change(tx, member, now)
    const changed = await findMember(tx, staff_id)
    await deps.appendAuditLine(tx, {
      actor: { kind: 'staff', id: actor_id },
      subject: { kind: 'staff', id: staff_id },
      ...line,
    })
    return changed ?? member
  })
}

const requireAnotherAdministrator = async (tx: Tx, staff_id: string): Promise<void> => {
  if (isLastAdministrator(await lockAdministrators(tx), staff_id))
    throw refusalsOf(changeStaffRolesCall, disableStaffCall)('staff.last-administrator')
}
