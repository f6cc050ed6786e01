import type { BrandRules } from '@clube/contract/new-project/brand.ts'
import {
  approveBrandRulesCall,
  createBrandCall,
  proposeBrandRulesCall,
  rejectBrandRulesCall,
  withdrawBrandRulesCall,
  type StaffBrand,
} from '@clube/contract/new-project/brand-calls.ts'
import { inTransaction, type Db, type Tx } from '../../../db/database.ts'
import { refusalsOf } from '../../../kernel/refusal.ts'
import type { NewProjectDeps } from '../deps.ts'
import {
  decideChange,
  findBrandRow,
  insertBrand,
  insertChange,
  isPending,
  listBrandRows,
  listLatestChanges,
  saveRules,
  type BrandRow,
} from './brand-store.ts'

type BrandDeps = Pick<NewProjectDeps, 'db' | 'clock' | 'audit' | 'namesOfStaff'>

/** All brands, as marketing and the approver see them. */
export const listBrands = async (deps: BrandDeps, staff_id: string): Promise<StaffBrand[]> =>
  viewBrands(deps, deps.db, await listBrandRows(deps.db), staff_id)

/** The brands with rules in force, by name, for the choice of an analyst's brand. */
export const listApprovedBrands = async (db: Db): Promise<{ brand_id: string; name: string }[]> =>
  (await listBrandRows(db)).flatMap(({ id, rules }) => (rules ? [{ brand_id: id, name: rules.name }] : []))

/** Proposes a brand. @throws {Refusal} new-project.slug-taken */
export const createBrand = (
  deps: BrandDeps,
  { slug, rules, staff_id }: { slug: string; rules: BrandRules; staff_id: string },
): Promise<StaffBrand> =>
  inTransaction(deps.db, async (tx) => {
    const now = deps.clock()
    const brand_id = await insertBrand(tx, { slug, now })
    if (brand_id === undefined) throw refusalsOf(createBrandCall)('new-project.slug-taken')
    await insertChange(tx, { brand_id, rules, proposed_by: staff_id, proposed_at: now })
    return auditAndView(deps, tx, {
      brand_id,
      staff_id,
      action: 'propose-brand',
      sentence: `Propôs a marca ${rules.name}.`,
    })
  })

/** Proposes other rules. @throws {Refusal} new-project.unknown-brand, new-project.change-pending */
export const proposeRules = (
  deps: BrandDeps,
  { brand_id, rules, staff_id }: { brand_id: string; rules: BrandRules; staff_id: string },
): Promise<StaffBrand> =>
  inTransaction(deps.db, async (tx) => {
    const refuse = refusalsOf(proposeBrandRulesCall)
    if (!(await findBrandRow(tx, brand_id))) throw refuse('new-project.unknown-brand')
    const proposed = { brand_id, rules, proposed_by: staff_id, proposed_at: deps.clock() }
    if ((await insertChange(tx, proposed)) === undefined) throw refuse('new-project.change-pending')
    return auditAndView(deps, tx, {
      brand_id,
      staff_id,
      action: 'propose-brand',
      sentence: `Propôs outras regras da marca ${rules.name}.`,
    })
  })

type Decision = { readonly change_id: string; readonly staff_id: string }

/** Withdraws a pending change. @throws {Refusal} new-project.change-decided */
export const withdrawRules = (deps: BrandDeps, { change_id, staff_id }: Decision): Promise<StaffBrand> =>
  inTransaction(deps.db, async (tx) => {
    const change = await decideChange(tx, {
      id: change_id,
      state: 'withdrawn',
      decided_by: staff_id,
      reason: null,
      now: deps.clock(),
    })
    if (!change) throw refusalsOf(withdrawBrandRulesCall)('new-project.change-decided')
    return auditAndView(deps, tx, {
      brand_id: change.brand_id,
      staff_id,
      action: 'withdraw-brand',
      sentence: `Retirou a proposta de regras da marca ${change.rules.name}.`,
    })
  })

/** Puts proposed rules in force. @throws {Refusal} new-project.change-decided, new-project.own-change */
export const approveRules = (deps: BrandDeps, { change_id, staff_id }: Decision): Promise<StaffBrand> =>
  inTransaction(deps.db, async (tx) => {
    const refuse = refusalsOf(approveBrandRulesCall)
    const now = deps.clock()
    const change = await decideChange(tx, {
      id: change_id,
      state: 'approved',
      decided_by: staff_id,
      reason: null,
      now,
    })
    if (!change)
      throw refuse((await isPending(tx, change_id)) ? 'new-project.own-change' : 'new-project.change-decided')
    const { brand_id, rules } = change
    await saveRules(tx, { id: brand_id, rules, approved_by: staff_id, now })
    return auditAndView(deps, tx, {
      brand_id,
      staff_id,
      action: 'approve-brand',
      sentence: `Aprovou as regras da marca ${rules.name}.`,
    })
  })

/** Returns proposed rules to marketing. @throws {Refusal} new-project.change-decided */
export const rejectRules = (
  deps: BrandDeps,
  { change_id, reason, staff_id }: Decision & { reason: string },
): Promise<StaffBrand> =>
  inTransaction(deps.db, async (tx) => {
    const change = await decideChange(tx, {
      id: change_id,
      state: 'rejected',
      decided_by: staff_id,
      reason,
      now: deps.clock(),
    })
    if (!change) throw refusalsOf(rejectBrandRulesCall)('new-project.change-decided')
    return auditAndView(deps, tx, {
      brand_id: change.brand_id,
      staff_id,
      action: 'reject-brand',
      sentence: `Devolveu as regras da marca ${change.rules.name}: ${reason}`,
    })
  })

const auditAndView = async (
  deps: BrandDeps,
  tx: Tx,
  line: { brand_id: string; staff_id: string; action: string; sentence: string },
): Promise<StaffBrand> => {
  await deps.audit(tx, {
    actor: { kind: 'staff', id: line.staff_id },
    action: `new-project.${line.action}`,
    subject: { kind: 'brand', id: line.brand_id },
    sentence: line.sentence,
  })
  const row = await findBrandRow(tx, line.brand_id)
  const [view] = row ? await viewBrands(deps, tx, [row], line.staff_id) : []
  if (!view) throw new Error('The brand was not found in its own transaction')
  return view
}

const viewBrands = async (
  { namesOfStaff }: BrandDeps,
  db: Db,
  rows: readonly BrandRow[],
  staff_id: string,
): Promise<StaffBrand[]> => {
  const changes = await listLatestChanges(
    db,
    rows.map(({ id }) => id),
  )
  const people = [
    ...rows.map(({ approved_by }) => approved_by),
    ...[...changes.values()].flatMap(({ proposed_by, decided_by }) => [proposed_by, decided_by]),
  ]
  const names = await namesOfStaff(
    db,
    people.filter((id) => id !== null),
  )
  const nameOf = (id: string | null) => names.get(id ?? '')?.name ?? null
  return rows.map(({ id, slug, rules, approved_at, approved_by }): StaffBrand => {
    const change = changes.get(id)
    return {
      brand_id: id,
      slug,
      rules,
      approved_at: approved_at?.toISOString() ?? null,
      approved_by: nameOf(approved_by),
      proposed:
        change?.state === 'proposed'
          ? {
              change_id: change.id,
              rules: change.rules,
              proposed_by: nameOf(change.proposed_by),
              proposed_at: change.proposed_at.toISOString(),
              is_own: change.proposed_by === staff_id,
            }
          : null,
      rejection:
        change?.state === 'rejected' && change.decided_at
          ? {
              reason: change.reason ?? '',
              at: change.decided_at.toISOString(),
              by: nameOf(change.decided_by),
            }
          : null,
    }
  })
}
