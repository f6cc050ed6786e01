import { formatProtocol } from '@clube/contract/campaigns/protocol.ts'
import type { DataOf } from '@clube/contract/kernel/call.ts'
import { clubDayOf } from '@clube/contract/kernel/club-time.ts'
import type { BrandRules } from '@clube/contract/new-project/brand.ts'
import { registerProjectCall } from '@clube/contract/new-project/calls.ts'
import { inTransaction, type Tx } from '../../db/database.ts'
import { refusalsOf } from '../../kernel/refusal.ts'
import { executeOnce, type Transaction } from '../campaigns/index.ts'
import { lockUsable } from '../identity/index.ts'
import type { Actor } from '../sessions/index.ts'
import { lockBrand } from './brands/brand-store.ts'
import type { NewProjectDeps, ProjectServices } from './deps.ts'
import { isPurchaseListed } from './desk/purchase-store.ts'
import { findAudienceExclusion, findLimitExclusion } from './exclusion.ts'
import { findProjectSettings } from './project-campaign.ts'
import { notifyOfProject } from './project-messages.ts'
import { numberIndexOf, readByFormat } from './project-numbers.ts'
import { findUsedNumber, insertProject } from './project-store.ts'

const refuse = refusalsOf(registerProjectCall)

export type RegisteredProject = DataOf<typeof registerProjectCall>

export type RegistrationInput = Actor & {
  /** The slug in the path. */
  readonly brand: string
  readonly transaction_id: string
  readonly promotion_id: string
  readonly purchase_number: string
  readonly project_registration_number: string
  /** A message to an unconfirmed contact counts toward the limit of its IP. */
  readonly ip?: string
}

const dayMs = 24 * 3_600_000

/**
 * Registers a project of a brand (spec §7). Every attempt counts, so that numbers of other people cannot be found by
 * trying.
 * @throws {Refusal} one of `transactionRefusals` or `registrationRefusals`, or request.rate-limited
 */
export const registerProject = async (
  deps: NewProjectDeps & Pick<ProjectServices, 'limits'>,
  { brand: slug, transaction_id, promotion_id, ip, ...input }: RegistrationInput,
): Promise<RegisteredProject> => {
  const { customer_id, identified_session_id, purchase_number, project_registration_number } = input
  const key = identified_session_id === null ? customer_id : `${customer_id} identified`
  if (!(await deps.limits.spend('project-registrations', key, deps.clock())))
    throw refuse('request.rate-limited')
  const { response } = await inTransaction(deps.db, async (tx) => {
    if (!(await lockUsable(tx, [customer_id])).has(customer_id)) throw refuse('session.required')
    const now = deps.clock()
    return executeOnce({
      call: registerProjectCall,
      tx,
      transaction_id,
      customer_id,
      identified_session_id,
      campaign_id: promotion_id,
      kind: 'new_project',
      now,
      time_zone: deps.time_zone,
      body: { slug, purchase_number, project_registration_number },
      work: (transaction) =>
        insertRegistered(deps, tx, {
          transaction,
          slug,
          // The completing session owns the project.
          actor: { customer_id, identified_session_id },
          typed: { purchase_number, project_registration_number },
          now,
          ip,
        }),
    })
  })
  return response
}

const insertRegistered = async (
  deps: NewProjectDeps,
  tx: Tx,
  input: {
    transaction: Transaction
    slug: string
    actor: Actor
    typed: Pick<RegistrationInput, 'purchase_number' | 'project_registration_number'>
    now: Date
    ip: string | undefined
  },
): Promise<RegisteredProject> => {
  const { transaction, slug, actor, typed, now, ip } = input
  const { id: transaction_id, campaign_id } = transaction
  const { customer_id } = actor
  const settings = await findProjectSettings(tx, campaign_id)
  const brand = settings && (await lockBrand(tx, settings.brand_id))
  if (!settings || brand?.slug !== slug) throw refuse('campaigns.unknown')
  const exclusion =
    (await findAudienceExclusion(tx, { customer_id, brand })) ??
    (await findLimitExclusion(tx, { customer_id, brand }))
  if (exclusion) throw refuse(exclusion)
  const { purchase, registration } = readNumbers(brand.rules, typed)
  const brand_id = brand.id
  if (brand.rules.requires_imported_purchase && !(await isPurchaseListed(tx, { brand_id, number: purchase })))
    throw refuse('new-project.purchase-not-listed')
  const indexes = {
    purchase_index: numberIndexOf(deps.vault, { kind: 'purchase', brand_id, number: purchase }),
    registration_index: numberIndexOf(deps.vault, { kind: 'registration', brand_id, number: registration }),
  }
  const answer_due_on = clubDayOf(new Date(now.getTime() + settings.answer_days * dayMs), deps.time_zone)
  const { points } = settings
  const project_id = await insertProject(tx, {
    transaction_id,
    campaign_id,
    brand_id,
    ...actor,
    protocol: formatProtocol({ year: transaction.protocol_year, number: transaction.protocol_number }),
    purchase_number: purchase,
    registration_number: registration,
    ...indexes,
    points,
    submitted_at: now,
    answer_due_on,
  })
  if (project_id === undefined) {
    const used = await findUsedNumber(tx, { brand_id, ...indexes })
    throw refuse(used === 'purchase' ? 'new-project.purchase-used' : 'new-project.already-registered')
  }
  await notifyOfProject(deps, tx, { project_id, ip })
  return { project_id, state: 'submitted', submitted_at: now.toISOString(), answer_due_on, points }
}

const readNumbers = (
  rules: BrandRules,
  typed: Pick<RegistrationInput, 'purchase_number' | 'project_registration_number'>,
): { purchase: string; registration: string } => {
  const purchase = readByFormat(rules.purchase_format, typed.purchase_number)
  if (purchase === null) throw refuse('new-project.invalid-purchase-number')
  const registration = readByFormat(rules.registration_format, typed.project_registration_number)
  if (registration === null) throw refuse('new-project.invalid-registration-number')
  return { purchase, registration }
}
