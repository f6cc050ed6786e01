import {
  approveStaffChangeCall,
  rejectStaffChangeCall,
  type RecentStaffChange,
  type StaffChangeView,
} from '@clube/contract/staff/change-calls.ts'
import { inTransaction, type Db, type Tx } from '../../db/database.ts'
import { refusalsOf, type Refusal } from '../../kernel/refusal.ts'
import { searchAudit } from '../audit/index.ts'
import type { StaffDeps } from './deps.ts'
import { insertInvited } from './invite-member.ts'
import { isPossible, applyChange } from './manage-member.ts'
import { describeChange, secondSignatureFrom } from './staff-change.ts'
import {
  approveChange,
  findPendingChange,
  listChangeNames,
  listPendingChanges,
  rejectChange,
  type ProposedChange,
} from './staff-change-store.ts'
import type { Member } from './staff-member.ts'
import { listNames, lockAdministrators, lockMember } from './staff-store.ts'

const refuse = refusalsOf(approveStaffChangeCall)

type Decision = { readonly change_id: string; readonly actor_id: string }

/**
 * Approves and applies a change that another administrator proposed.
 * @throws {Refusal} staff.change-decided, staff.own-proposal, staff.own-account, staff.change-outdated
 */
export const approveStaffChange = (deps: StaffDeps, input: Decision): Promise<Member> => {
  const { change_id, actor_id } = input
  const now = deps.clock()
  return inTransaction(deps.db, async (tx) => {
    const administrators = await lockAdministrators(tx)
    const change = await approveChange(tx, { id: change_id, by: actor_id, now })
    if (!change) throw await findApprovalRefusal(tx, input, now)
    const member = await applyApproved(deps, tx, { change, administrators, actor_id, now })
    if (!member) throw refuse('staff.change-outdated')
    await deps.appendAuditLine(tx, {
      actor: { kind: 'staff', id: actor_id },
      action: 'staff.approve-change',
      subject: { kind: 'staff', id: change.staff_id ?? change.id },
      sentence: `Aprovou a mudança que outra pessoa pediu: ${describeChange(change, await deps.listBrands(tx))}.`,
    })
    return member
  })
}

const applyApproved = async (
  deps: StaffDeps,
  tx: Tx,
  input: {
    change: ProposedChange
    administrators: readonly { id: string }[]
    actor_id: string
    now: Date
  },
): Promise<Member | undefined> => {
  const { change, administrators, actor_id, now } = input
  const { kind, name, email, roles, brand_id, staff_id } = change
  if (kind === 'invite') {
    const actor = { kind: 'staff', id: actor_id } as const
    const second_signature_from = secondSignatureFrom(now)
    const person = { name, email, roles, brand_id }
    const invited = await insertInvited(deps, tx, { ...person, actor, second_signature_from, now })
    return invited?.member
  }
  const member = staff_id === null ? undefined : await lockMember(tx, staff_id)
  if (!member || !isPossible({ kind, member, roles, brand_id }, administrators)) return undefined
  return applyChange(deps, tx, { change: { kind, member, roles, brand_id }, actor_id, now })
}

/** Finds out why the statement approved nothing. */
const findApprovalRefusal = async (
  tx: Tx,
  { change_id, actor_id }: Decision,
  now: Date,
): Promise<Refusal> => {
  const change = await findPendingChange(tx, change_id, now)
  if (!change) return refuse('staff.change-decided')
  if (change.proposed_by === actor_id) return refuse('staff.own-proposal')
  if (change.staff_id === actor_id) return refuse('staff.own-account')
  return refuse('staff.change-outdated')
}

/**
 * Rejects a change, or withdraws the member's own proposal.
 * @throws {Refusal} staff.change-decided
 */
export const rejectStaffChange = (
  deps: Pick<StaffDeps, 'db' | 'clock' | 'appendAuditLine' | 'listBrands'>,
  { change_id, actor_id }: Decision,
): Promise<void> =>
  inTransaction(deps.db, async (tx) => {
    // Locks in the same order as an approval; otherwise the two could deadlock.
    await lockAdministrators(tx)
    const change = await rejectChange(tx, { id: change_id, by: actor_id, now: deps.clock() })
    if (!change) throw refusalsOf(rejectStaffChangeCall)('staff.change-decided')
    const isOwnChange = change.proposed_by === actor_id
    await deps.appendAuditLine(tx, {
      actor: { kind: 'staff', id: actor_id },
      action: 'staff.reject-change',
      subject: { kind: 'staff', id: change.staff_id ?? change.id },
      sentence: `${isOwnChange ? 'Retirou o próprio pedido' : 'Recusou a mudança que outra pessoa pediu'}: ${describeChange(change, await deps.listBrands(tx))}.`,
    })
  })

/** How long a change is shown as recent. */
const recentMs = 30 * 24 * 3_600_000
const recentChanges = 50

/** Pending proposals and recent changes of staff, for the other administrators. */
export const viewStaffChanges = async (
  deps: Pick<StaffDeps, 'db' | 'clock'>,
): Promise<{ pending: StaffChangeView[]; recent: RecentStaffChange[] }> => {
  const { db } = deps
  const now = deps.clock()
  const from = new Date(now.getTime() - recentMs)
  const names = new Map((await listNames(db)).map(({ id, name }) => [id, name]))
  const pending = await listPendingChanges(db, now)
  return {
    pending: pending.map((change) => changeView(change, names)),
    recent: await recentOf(db, from, names),
  }
}

const recentOf = async (
  db: Db,
  from: Date,
  names: ReadonlyMap<string, string>,
): Promise<RecentStaffChange[]> => {
  const invited = new Map((await listChangeNames(db, from)).map(({ id, name }) => [id, name]))
  const search = { subject_kind: 'staff', from, cursor: null, limit: recentChanges } as const
  const { lines } = await searchAudit(db, search)
  return lines.map(({ position, at, actor, subject, sentence }) => ({
    position,
    at: at.toISOString(),
    by: actor.kind === 'staff' ? (names.get(actor.id) ?? null) : null,
    name: subject ? (names.get(subject.id) ?? invited.get(subject.id) ?? null) : null,
    sentence,
  }))
}

/** The administrators' view of a pending change. */
export const changeView = (change: ProposedChange, names: ReadonlyMap<string, string>): StaffChangeView => ({
  change_id: change.id,
  kind: change.kind,
  staff_id: change.staff_id,
  name: change.name,
  email: change.email,
  roles: [...change.roles],
  brand_id: change.brand_id,
  proposed_by: { staff_id: change.proposed_by, name: names.get(change.proposed_by) ?? '' },
  proposed_at: change.proposed_at.toISOString(),
  expires_at: change.expires_at.toISOString(),
})
