import {
  changeStaffRolesCall,
  enableStaffCall,
  inviteStaffCall,
  resetSecondFactorCall,
} from '@clube/contract/staff/management-calls.ts'
import type { Tx } from '../../db/database.ts'
import { refusalsOf } from '../../kernel/refusal.ts'
import type { StaffDeps } from './deps.ts'
import { changeExpiry, describeChange } from './staff-change.ts'
import { insertChange, type ProposedChange } from './staff-change-store.ts'
import type { Member } from './staff-member.ts'

const refuse = refusalsOf(inviteStaffCall, changeStaffRolesCall, enableStaffCall, resetSecondFactorCall)

/** A change that was applied, or that is waiting for a second administrator. */
export type ChangeOutcome =
  | { readonly kind: 'done'; readonly member: Member }
  | { readonly kind: 'proposed'; readonly change: ProposedChange }

/**
 * Proposes a change to the other administrators.
 * @param input.administrators the active ones, locked
 * @throws {Refusal} staff.second-administrator-needed, staff.change-pending, session.required
 */
export const proposeChange = async (
  deps: Pick<StaffDeps, 'appendAuditLine' | 'listBrands'>,
  tx: Tx,
  input: {
    administrators: readonly { readonly id: string }[]
    change: Omit<ProposedChange, 'id' | 'proposed_at' | 'expires_at'>
    now: Date
  },
): Promise<ChangeOutcome> => {
  const { administrators, change: proposed, now } = input
  // The proposer was disabled, or lost the role, after the request began.
  if (!administrators.some(({ id }) => id === proposed.proposed_by)) throw refuse('session.required')
  if (administrators.length < 2) throw refuse('staff.second-administrator-needed')
  const change = await insertChange(tx, { ...proposed, proposed_at: now, expires_at: changeExpiry(now) })
  if (!change) throw refuse('staff.change-pending')
  await deps.appendAuditLine(tx, {
    actor: { kind: 'staff', id: change.proposed_by },
    action: 'staff.propose-change',
    subject: { kind: 'staff', id: change.staff_id ?? change.id },
    sentence: `Pediu a aprovação de uma mudança: ${describeChange(change, await deps.listBrands(tx))}.`,
  })
  return { kind: 'proposed', change }
}
