import {
  changeStaffRolesCall,
  disableStaffCall,
  enableStaffCall,
  resetSecondFactorCall,
} from '@clube/contract/staff/management-calls.ts'
import type { StaffChangeKind } from '@clube/contract/staff/change-calls.ts'
import { areSameRoles } from '@clube/contract/staff/role-rules.ts'
import { inTransaction, type Tx } from '../../db/database.ts'
import { refusalsOf, type Refusal } from '../../kernel/refusal.ts'
import type { StaffDeps } from './deps.ts'
import { clearCodeAttempts } from './staff-limits.ts'
import { proposeChange, type ChangeOutcome } from './propose-change.ts'
import { needsSecondAdministrator, secondSignatureFrom } from './staff-change.ts'
import { expireChangeOf, expireProposalsOf } from './staff-change-store.ts'
import { requireKnownBrand } from './require-brand.ts'
import { isLastAdministrator, formatRoles, type HeldRoles, type Member } from './staff-member.ts'
import { deleteInvitation, deleteRecoveryCodes } from './staff-secret-store.ts'
import { deleteSessionsOf } from './staff-session-store.ts'
import {
  findMember,
  clearTotp,
  lockAdministrators,
  lockMember,
  transitionState,
  postponeSecondSignature,
  saveRoles,
} from './staff-store.ts'

const refuse = refusalsOf(changeStaffRolesCall, enableStaffCall, resetSecondFactorCall)
const refuseDisable = refusalsOf(disableStaffCall)

type Change = { readonly actor_id: string; readonly staff_id: string }
type ManagingDeps = Pick<StaffDeps, 'db' | 'clock' | 'appendAuditLine' | 'limits' | 'vault' | 'listBrands'>

/** A change of an existing member; roles and brand are those after it. */
type MemberChange = HeldRoles & {
  readonly kind: Exclude<StaffChangeKind, 'invite'>
  readonly member: Member
}

/**
 * Changes roles, effective from the next request; sensitive ones are proposed. Saving a member's current roles has no
 * effect.
 * @throws {Refusal} staff.unknown, staff.unknown-brand, staff.last-administrator, staff.second-administrator-needed, staff.change-pending
 */
export const changeRoles = async (deps: ManagingDeps, input: Change & HeldRoles): Promise<ChangeOutcome> => {
  await requireKnownBrand(deps, input, refusalsOf(changeStaffRolesCall))
  return changeOrPropose(deps, input, {
    kind: 'roles',
    after: () => input,
    impossible: () => refusalsOf(changeStaffRolesCall)('staff.last-administrator'),
  })
}

/**
 * Enables a disabled member, or proposes it; one without a password needs a new invitation.
 * @throws {Refusal} staff.unknown, staff.wrong-state, staff.second-administrator-needed, staff.change-pending
 */
export const enableMember = (deps: ManagingDeps, input: Change): Promise<ChangeOutcome> =>
  changeOrPropose(deps, input, {
    kind: 'enable',
    after: (member) => member,
    impossible: () => refusalsOf(enableStaffCall)('staff.wrong-state'),
  })

/**
 * Deletes app, recovery codes and failed attempts of a member who lost the phone, and ends their sessions; or proposes
 * it.
 * @throws {Refusal} staff.unknown, staff.own-account, staff.second-administrator-needed, staff.change-pending
 */
export const resetSecondFactor = async (deps: ManagingDeps, input: Change): Promise<ChangeOutcome> => {
  if (input.actor_id === input.staff_id) throw refusalsOf(resetSecondFactorCall)('staff.own-account')
  return changeOrPropose(deps, input, {
    kind: 'reset-second-factor',
    after: (member) => member,
    impossible: () => refuse('staff.unknown'),
  })
}

/**
 * Disables a member and ends their sessions and invitations.
 * @throws {Refusal} staff.unknown, staff.own-account, staff.last-administrator, staff.wrong-state
 */
export const disableMember = async (deps: ManagingDeps, input: Change): Promise<Member> => {
  const { actor_id, staff_id } = input
  if (actor_id === staff_id) throw refuseDisable('staff.own-account')
  const now = deps.clock()
  return inTransaction(deps.db, async (tx) => {
    const administrators = await lockAdministrators(tx)
    const member = await lockMember(tx, staff_id)
    if (!member) throw refuseDisable('staff.unknown')
    if (isLastAdministrator(administrators, staff_id)) throw refuseDisable('staff.last-administrator')
    if (!(await transitionState(tx, { id: staff_id, from: ['invited', 'active'], to: 'disabled', now })))
      throw refuseDisable('staff.wrong-state')
    await expireChangeOf(tx, staff_id, now)
    await expireProposalsOf(tx, staff_id, now)
    await deleteSessionsOf(tx, staff_id)
    await deleteInvitation(tx, staff_id)
    await deps.appendAuditLine(tx, {
      actor: { kind: 'staff', id: actor_id },
      subject: { kind: 'staff', id: staff_id },
      action: 'staff.disable',
      sentence: 'Desativou o acesso e encerrou as sessões.',
    })
    return (await findMember(tx, staff_id)) ?? member
  })
}

/** Applies a change immediately, or proposes it if a second administrator is needed. */
const changeOrPropose = (
  deps: ManagingDeps,
  { actor_id, staff_id }: Change,
  plan: {
    kind: MemberChange['kind']
    after: (member: Member) => HeldRoles
    /** The refusal of a change that is not possible now. */
    impossible: () => Refusal
  },
): Promise<ChangeOutcome> => {
  const now = deps.clock()
  return inTransaction(deps.db, async (tx) => {
    // Lock administrators first, by id, so that two who change each other do not deadlock.
    const administrators = await lockAdministrators(tx)
    const member = await lockMember(tx, staff_id)
    if (!member) throw refuse('staff.unknown')
    const { kind } = plan
    const { roles, brand_id } = plan.after(member)
    const change = { kind, member, roles, brand_id }
    if (!isPossible(change, administrators)) throw plan.impossible()
    // Unchanged roles must neither append an audit line nor expire a pending change.
    const isSame = areSameRoles(member.roles, roles) && member.brand_id === brand_id
    if (kind === 'roles' && isSame) return { kind: 'done', member }
    const { name, email } = member
    if (needsSecondAdministrator({ kind, before: member, after: change })) {
      const proposed = { kind, staff_id, name, email, roles, brand_id, proposed_by: actor_id }
      return proposeChange(deps, tx, { administrators, change: proposed, now })
    }
    await expireChangeOf(tx, staff_id, now)
    return { kind: 'done', member: await applyChange(deps, tx, { change, actor_id, now }) }
  })
}

/**
 * Whether the change is possible now: enabling requires a disabled member, and changed roles must leave an
 * administrator.
 */
export const isPossible = (
  { kind, member, roles }: MemberChange,
  administrators: readonly { id: string }[],
): boolean => {
  switch (kind) {
    case 'enable':
      return member.state === 'disabled'
    case 'roles':
      return roles.includes('administrator') || !isLastAdministrator(administrators, member.id)
    case 'reset-second-factor':
      return true
    default:
      return kind satisfies never
  }
}

/** Applies and audits a possible change in the caller's transaction, which locked the administrators and the member. */
export const applyChange = async (
  deps: Pick<ManagingDeps, 'appendAuditLine' | 'limits' | 'vault' | 'listBrands'>,
  tx: Tx,
  { change, actor_id, now }: { change: MemberChange; actor_id: string; now: Date },
): Promise<Member> => {
  const line = await saveChange(deps, tx, change, now)
  await deps.appendAuditLine(tx, {
    actor: { kind: 'staff', id: actor_id },
    subject: { kind: 'staff', id: change.member.id },
    ...line,
  })
  return (await findMember(tx, change.member.id)) ?? change.member
}

const saveChange = async (
  deps: Pick<ManagingDeps, 'limits' | 'vault' | 'listBrands'>,
  tx: Tx,
  { kind, member, roles, brand_id }: MemberChange,
  now: Date,
): Promise<{ action: string; sentence: string }> => {
  const { id } = member
  const gainsAccess =
    kind !== 'roles' ||
    roles.some((role) => !member.roles.includes(role)) ||
    (brand_id !== null && brand_id !== member.brand_id)
  if (gainsAccess) await postponeSecondSignature(tx, { id, until: secondSignatureFrom(now) })
  switch (kind) {
    case 'roles': {
      await saveRoles(tx, { id, roles, brand_id, now })
      if (!roles.includes('administrator')) await expireProposalsOf(tx, id, now)
      const brands = await deps.listBrands(tx)
      const after = formatRoles({ roles, brand_id }, brands)
      return {
        action: 'staff.change-roles',
        sentence: `Trocou os papéis de ${formatRoles(member, brands)} para ${after}.`,
      }
    }
    case 'enable': {
      const to = member.password_hash === null ? 'invited' : 'active'
      await transitionState(tx, { id, from: ['disabled'], to, now })
      return { action: 'staff.enable', sentence: 'Reativou o acesso.' }
    }
    case 'reset-second-factor':
      await eraseSecondFactor(deps, tx, { id, now })
      return {
        action: 'staff.reset-second-factor',
        sentence: 'Apagou o segundo fator e encerrou as sessões.',
      }
    default:
      return kind satisfies never
  }
}

/** Deletes app, recovery codes and sessions of a member, and the failed attempts of unknown devices. */
export const eraseSecondFactor = async (
  deps: Pick<ManagingDeps, 'limits' | 'vault'>,
  tx: Tx,
  { id, now }: { id: string; now: Date },
): Promise<void> => {
  await clearTotp(tx, id, now)
  await deleteRecoveryCodes(tx, id)
  await deleteSessionsOf(tx, id)
  await clearCodeAttempts(deps, id)
}
