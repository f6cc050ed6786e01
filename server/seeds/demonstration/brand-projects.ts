import type { BrandRules } from '@clube/contract/new-project/brand.ts'
import type { NewProjectSettings } from '@clube/contract/new-project/settings.ts'
import { startTransaction, type CampaignDeps, type PromotionDeps } from '../../src/modules/campaigns/index.ts'
import { documentIndexOf, findByDocument } from '../../src/modules/identity/index.ts'
import { seedBrand, seedProject, type ProjectSeed } from '../../src/modules/new-project/index.ts'
import type { Guest } from './guests.ts'
import { personas } from './personas.ts'

const casaNova: BrandRules = {
  name: 'Casa Nova',
  purchase_format: 'AA-999999',
  purchase_example: 'CN-204817',
  registration_format: "'RRT'-9{8}",
  registration_example: 'RRT-13204577',
  audience: ['cpf', 'cnpj'],
  limit_per_customer: 10,
  requires_imported_purchase: true,
}

const luzDoNorte: BrandRules = {
  name: 'Luz do Norte',
  purchase_format: '9{6,8}',
  purchase_example: '5510284',
  registration_format: 'AA-9999/99',
  registration_example: 'LN-0412/26',
  audience: ['cnpj'],
  limit_per_customer: null,
  requires_imported_purchase: false,
}

/** Purchases of Casa Nova; the last ones have no project, and are listed in the README. */
const purchases = [
  ...Array.from({ length: 12 }, (_, index) => `CN-2048${10 + index}`),
  'CN-204901',
  'CN-204902',
  'CN-204903',
]

/** The ids of the demonstration's brands, by slug. */
export type DemonstrationBrands = Readonly<Record<'casa-nova' | 'luz-do-norte', string>>

/** Two brands, one of them with rules that wait for the approver. */
export const seedDemonstrationBrands = async ({ db, clock }: PromotionDeps): Promise<DemonstrationBrands> => {
  const people = { author_id: 'demonstration-writer', approver_id: 'demonstration-approver' }
  const now = new Date(clock().getTime() - 20 * dayMs)
  return {
    'casa-nova': await seedBrand(db, {
      slug: 'casa-nova',
      rules: casaNova,
      proposed: null,
      purchases,
      ...people,
      now,
    }),
    'luz-do-norte': await seedBrand(db, {
      slug: 'luz-do-norte',
      rules: luzDoNorte,
      proposed: { ...luzDoNorte, audience: ['cpf', 'cnpj'], limit_per_customer: 20 },
      purchases: [],
      ...people,
      now,
    }),
  }
}

/** Settings of the demonstration's campaign. */
export const projectSettingsOf = (brands: DemonstrationBrands): NewProjectSettings => ({
  brand_id: brands['casa-nova'],
  points: 500,
  answer_days: 7,
})

const dayMs = 24 * 3_600_000

/** Projects of several days in every state: some late, some decided, and Beatriz's in review and rejected. */
export const seedDemonstrationProjects = async (
  deps: PromotionDeps,
  campaigns: CampaignDeps,
  {
    brands,
    guests,
    analyst_email,
  }: { brands: DemonstrationBrands; guests: readonly Guest[]; analyst_email: string },
): Promise<void> => {
  const { db, vault } = deps
  const now = deps.clock()
  const daysAgo = (days: number): Date => new Date(now.getTime() - days * dayMs)
  const { id: campaign_id } = await db
    .selectFrom('campaign')
    .select('id')
    .where('slug', '=', 'projeto-casa-nova')
    .executeTakeFirstOrThrow()
  const { id: analyst_id } = await db
    .selectFrom('staff')
    .select('id')
    .where('email', '=', analyst_email)
    .executeTakeFirstOrThrow()
  const idOf = async ({ document_id }: { document_id: string }): Promise<string> => {
    const customer = await findByDocument(db, documentIndexOf({ vault }, { document_id }))
    if (!customer) throw new Error('A person of the demonstration was not found')
    return customer.id
  }
  const beatriz = await idOf(personas.beatriz)
  const guestOf = (index: number): string => guests[index]?.customer_id ?? beatriz
  const plan: readonly (readonly [string, Date, ProjectSeed['progress']])[] = [
    [guestOf(0), daysAgo(9), { kind: 'opened' }],
    [guestOf(1), daysAgo(9), { kind: 'approved', at: daysAgo(6) }],
    [
      beatriz,
      daysAgo(8),
      {
        kind: 'rejected',
        at: daysAgo(5),
        reason: 'O número da compra é de outro pedido. Confira a nota da loja.',
      },
    ],
    [guestOf(2), daysAgo(8), { kind: 'none' }],
    [guestOf(3), daysAgo(5), { kind: 'approved', at: daysAgo(2) }],
    [guestOf(4), daysAgo(4), { kind: 'none' }],
    [beatriz, daysAgo(2), { kind: 'opened' }],
    [guestOf(5), daysAgo(1), { kind: 'none' }],
    [guestOf(6), now, { kind: 'none' }],
  ]
  for (const [index, [customer_id, registered_at, progress]] of plan.entries())
    await seedProject(
      { ...deps, isSamePerson: async () => false },
      {
        brand: { id: brands['casa-nova'], slug: 'casa-nova' },
        campaign_id,
        customer_id,
        purchase_number: purchases[index] ?? '',
        project_registration_number: `RRT-132045${String(10 + index)}`,
        registered_at,
        startTransaction: async (started_at) => {
          const { id } = await startTransaction(
            { ...campaigns, clock: () => started_at },
            {
              customer_id,
              identified_session_id: null,
              campaign_id,
              kind: 'new_project',
              purchase_ids: [],
              service_channel: 'site',
            },
          )
          return id
        },
        progress,
        analyst_id,
      },
    )
}
