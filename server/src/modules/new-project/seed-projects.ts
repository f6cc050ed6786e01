import type { BrandRules } from '@clube/contract/new-project/brand.ts'
import { inTransaction, type Db } from '../../db/database.ts'
import { insertBrand, insertChange, saveRules } from './brands/brand-store.ts'
import type { NewProjectDeps, ProjectServices } from './deps.ts'
import { approveProject, rejectProject } from './desk/decide-project.ts'
import { insertPurchases } from './desk/purchase-store.ts'
import { openProject } from './desk/view-desk.ts'
import { registerProject } from './register-project.ts'

/** Inserts an approved brand with imported purchases, and rules that wait for approval. @returns its id */
export const seedBrand = (
  db: Db,
  seed: {
    slug: string
    rules: BrandRules
    /** Null for no pending change. */
    proposed: BrandRules | null
    purchases: readonly string[]
    /** Two different members. */
    author_id: string
    approver_id: string
    now: Date
  },
): Promise<string> =>
  inTransaction(db, async (tx) => {
    const { slug, rules, now } = seed
    const id = await insertBrand(tx, { slug, now })
    if (id === undefined) throw new Error(`The brand ${slug} exists`)
    await saveRules(tx, { id, rules, approved_by: seed.approver_id, now })
    await insertPurchases(tx, { brand_id: id, numbers: seed.purchases, now })
    if (seed.proposed)
      await insertChange(tx, {
        brand_id: id,
        rules: seed.proposed,
        proposed_by: seed.author_id,
        proposed_at: now,
      })
    return id
  })

/** A demonstration project, created and decided through the use cases. */
export type ProjectSeed = {
  readonly brand: { readonly id: string; readonly slug: string }
  readonly campaign_id: string
  readonly customer_id: string
  readonly purchase_number: string
  readonly project_registration_number: string
  readonly registered_at: Date
  readonly startTransaction: (opened_at: Date) => Promise<string>
  /** What the analyst has done so far. */
  readonly progress:
    | { readonly kind: 'none' }
    | { readonly kind: 'opened' }
    | { readonly kind: 'approved'; readonly at: Date }
    | { readonly kind: 'rejected'; readonly at: Date; readonly reason: string }
  readonly analyst_id: string
}

export const seedProject = async (
  deps: NewProjectDeps & Pick<ProjectServices, 'isSamePerson'>,
  seed: ProjectSeed,
): Promise<void> => {
  const { brand, registered_at, progress } = seed
  const analyst = { staff_id: seed.analyst_id, name: '', brand_id: brand.id }
  const { project_id } = await registerProject(
    { ...deps, clock: () => registered_at, limits: { spend: async () => true } },
    {
      brand: brand.slug,
      transaction_id: await seed.startTransaction(registered_at),
      promotion_id: seed.campaign_id,
      customer_id: seed.customer_id,
      identified_session_id: null,
      purchase_number: seed.purchase_number,
      project_registration_number: seed.project_registration_number,
    },
  )
  switch (progress.kind) {
    case 'none':
      return
    case 'opened':
      await openProject(deps, { project_id, analyst })
      return
    case 'approved':
      await approveProject({ ...deps, clock: () => progress.at }, { project_id, analyst })
      return
    case 'rejected':
      await rejectProject(
        { ...deps, clock: () => progress.at },
        { project_id, analyst, reason: progress.reason },
      )
      return
    default:
      progress satisfies never
  }
}
