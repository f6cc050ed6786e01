import {
  approveRegulationCall,
  proposeRegulationCall,
  returnRegulationCall,
  withdrawRegulationCall,
  type RegulationChange,
} from '@clube/contract/campaigns/regulation-calls.ts'
import { isAuthorized } from '@clube/contract/campaigns/campaign.ts'
import type { FieldError } from '@clube/contract/kernel/envelope.ts'
import { requiredTextMessage } from '@clube/contract/brazil/field-messages.ts'
import { promotionKindProperties } from '@clube/contract/kernel/promotion-kinds.ts'
import { inTransaction, type Tx } from '../../db/database.ts'
import { InvalidInput, refusalsOf } from '../../kernel/refusal.ts'
import { lockInForce } from '../consent/index.ts'
import { runningStates, type Campaign } from './campaign.ts'
import { advanceCampaigns, saveExtension } from './campaign-state-store.ts'
import { findCampaignFacts, lockCampaign } from './campaign-store.ts'
import type { RegulationDeps } from './deps.ts'
import { describeExtension, extensionErrors, extensionOf, type CampaignExtension } from './extension.ts'
import {
  decideChange,
  findChange,
  insertChange,
  saveRegulationVersion,
  type RegulationRow,
} from './regulation-store.ts'
import { regulationQueue } from './notify-regulation-change.ts'

/** The campaign, locked, if it is approved and has not ended. */
const lockRunning = async (tx: Tx, id: string, now: Date): Promise<Campaign | null | undefined> => {
  await advanceCampaigns(tx, now, id)
  const campaign = await lockCampaign(tx, id)
  if (!campaign) return undefined
  return runningStates.includes(campaign.state) ? campaign : null
}

/** Validation errors of an extension, by the rules of all campaigns and of the campaign's kind. */
const listExtensionErrors = async (
  deps: RegulationDeps,
  tx: Tx,
  campaign: Campaign,
  extension: CampaignExtension,
): Promise<FieldError[]> => {
  const { id: campaign_id, kind, ends_at: former_ends_at } = campaign
  const ownErrors = extensionErrors(campaign, extension, deps.time_zone)
  const kindErrors = await deps.promotions[kind]?.extensionErrors(tx, {
    ...extension,
    campaign_id,
    former_ends_at,
  })
  return [...ownErrors, ...(kindErrors ?? [])].map(({ path, message }) => ({
    path: `extension.${path}`,
    message,
  }))
}

/**
 * Proposes that a running campaign adopt the latest published version of its regulation, and end later if that version
 * states a later end. For an authorized campaign the authority must have approved the change.
 * @throws {InvalidInput} under `version`, `authority_reference` or `extension`
 * @throws {Refusal} campaigns.unknown, campaigns.not-running, campaigns.regulation-proposed
 */
export const proposeRegulation = (
  deps: RegulationDeps,
  input: {
    campaign_id: string
    version: string
    authority_reference: string | null
    extension: CampaignExtension | null
    staff_id: string
  },
): Promise<RegulationRow> =>
  inTransaction(deps.db, async (tx) => {
    const refuse = refusalsOf(proposeRegulationCall)
    const { campaign_id, version, extension, staff_id } = input
    const now = deps.clock()
    const campaign = await lockRunning(tx, campaign_id, now)
    if (campaign === undefined) throw refuse('campaigns.unknown')
    if (campaign === null) throw refuse('campaigns.not-running')
    const authority_reference = input.authority_reference || null
    if (isAuthorized(campaign, promotionKindProperties[campaign.kind]) && authority_reference === null)
      throw new InvalidInput([{ path: 'authority_reference', message: requiredTextMessage }])
    if (version === campaign.regulation_version)
      throw new InvalidInput([
        { path: 'version', message: 'A promoção já segue esta versão do regulamento.' },
      ])
    if (!(await lockInForce(tx, { kind: 'promotion_regulation', scope: campaign.slug, version })))
      throw new InvalidInput([{ path: 'version', message: 'Publique esta versão do regulamento antes.' }])
    const errors = extension ? await listExtensionErrors(deps, tx, campaign, extension) : []
    if (errors.length > 0) throw new InvalidInput(errors)
    const change = await insertChange(tx, {
      campaign_id,
      version,
      former_version: campaign.regulation_version,
      authority_reference,
      ends_at: extension?.ends_at ?? null,
      former_ends_at: extension ? campaign.ends_at : null,
      redeem_until: extension?.redeem_until ?? null,
      former_redeem_until: extension ? campaign.redeem_until : null,
      authorized_until: extension?.authorized_until ?? null,
      proposed_by: staff_id,
      proposed_at: now,
    })
    if (!change) throw refuse('campaigns.regulation-proposed')
    await deps.audit(tx, {
      actor: { kind: 'staff', id: staff_id },
      action: 'campaigns.propose-regulation',
      subject: { kind: 'campaign', id: campaign_id },
      sentence: `Propôs a versão ${version} do regulamento da promoção ${campaign.title} (número ${campaign.cd_identificador})${describeDates(deps, change)}.`,
    })
    return change
  })

/**
 * Approves a proposed change: the campaign follows the version from now on, and a job notifies those who accepted
 * another one. Only one of several concurrent approvals succeeds.
 * @throws {Refusal} campaigns.regulation-unknown, campaigns.regulation-decided, campaigns.regulation-same-person,
 *   campaigns.not-running, campaigns.regulation-outdated when another version was published in the meantime,
 *   campaigns.extension-outdated
 */
export const approveRegulation = (
  deps: RegulationDeps,
  input: { change_id: string; staff_id: string },
): Promise<RegulationRow> =>
  inTransaction(deps.db, async (tx) => {
    const refuse = refusalsOf(approveRegulationCall)
    const { change_id: id, staff_id } = input
    const now = deps.clock()
    const proposed = await findChange(tx, id)
    if (!proposed) throw refuse('campaigns.regulation-unknown')
    const campaign = await lockRunning(tx, proposed.campaign_id, now)
    if (!campaign) throw refuse('campaigns.not-running')
    if (proposed.proposed_by === staff_id) throw refuse('campaigns.regulation-same-person')
    const { version } = proposed
    const change = await decideChange(tx, { id, state: 'approved', decided_by: staff_id, now })
    if (!change) throw refuse('campaigns.regulation-decided')
    if (!(await lockInForce(tx, { kind: 'promotion_regulation', scope: campaign.slug, version })))
      throw refuse('campaigns.regulation-outdated')
    await saveRegulationVersion(tx, { campaign_id: campaign.id, version, now })
    const extension = extensionOf(change)
    if (extension) {
      if ((await listExtensionErrors(deps, tx, campaign, extension)).length > 0)
        throw refuse('campaigns.extension-outdated')
      if (!(await saveExtension(tx, { ...extension, id: campaign.id, now })))
        throw refuse('campaigns.not-running')
    }
    await deps.jobs.enqueue(tx, regulationQueue, { change_id: id })
    const authority = change.authority_reference ? `, autorizada por ${change.authority_reference}` : ''
    await deps.audit(tx, {
      actor: { kind: 'staff', id: staff_id },
      action: 'campaigns.approve-regulation',
      subject: { kind: 'campaign', id: campaign.id },
      sentence: `Aprovou a versão ${version} do regulamento da promoção ${campaign.title} (número ${campaign.cd_identificador})${authority}${describeDates(deps, change)}.`,
    })
    return change
  })

/**
 * Returns a proposed change with the reason, even when it can no longer be approved.
 * @throws {Refusal} campaigns.regulation-unknown, campaigns.regulation-decided
 */
export const returnRegulation = (
  deps: RegulationDeps,
  input: { change_id: string; reason: string; staff_id: string },
): Promise<RegulationRow> =>
  inTransaction(deps.db, async (tx) => {
    const refuse = refusalsOf(returnRegulationCall)
    const { change_id: id, reason: review_note, staff_id: decided_by } = input
    if (!(await findChange(tx, id))) throw refuse('campaigns.regulation-unknown')
    const now = deps.clock()
    const change = await decideChange(tx, { id, state: 'returned', review_note, decided_by, now })
    if (!change) throw refuse('campaigns.regulation-decided')
    await deps.audit(tx, {
      actor: { kind: 'staff', id: decided_by },
      action: 'campaigns.return-regulation',
      subject: { kind: 'campaign', id: change.campaign_id },
      sentence: `Devolveu a proposta da versão ${change.version} do regulamento.`,
    })
    return change
  })

/**
 * Withdraws a proposed or returned change.
 * @throws {Refusal} campaigns.regulation-unknown, campaigns.regulation-decided
 */
export const withdrawRegulation = (
  deps: RegulationDeps,
  input: { change_id: string; staff_id: string },
): Promise<RegulationRow> =>
  inTransaction(deps.db, async (tx) => {
    const refuse = refusalsOf(withdrawRegulationCall)
    const { change_id: id, staff_id } = input
    if (!(await findChange(tx, id))) throw refuse('campaigns.regulation-unknown')
    const change = await decideChange(tx, { id, state: 'withdrawn', decided_by: staff_id, now: deps.clock() })
    if (!change) throw refuse('campaigns.regulation-decided')
    await deps.audit(tx, {
      actor: { kind: 'staff', id: staff_id },
      action: 'campaigns.withdraw-regulation',
      subject: { kind: 'campaign', id: change.campaign_id },
      sentence: `Retirou a proposta da versão ${change.version} do regulamento.`,
    })
    return change
  })

/** The end of an audit sentence: the dates before and after; empty if they are unchanged. */
const describeDates = (deps: RegulationDeps, change: RegulationRow): string => {
  const extension = extensionOf(change)
  return extension ? `: ${describeExtension(extension, deps.time_zone)}` : ''
}

/** Changes as shown at the desks, with their campaigns. */
export const regulationViews = async (
  { db, namesOfStaff }: Pick<RegulationDeps, 'db' | 'namesOfStaff'>,
  changes: readonly RegulationRow[],
): Promise<RegulationChange[]> => {
  const names = await namesOfStaff(
    db,
    changes.map(({ proposed_by }) => proposed_by),
  )
  const campaigns = await findCampaignFacts(
    db,
    changes.map(({ campaign_id }) => campaign_id),
  )
  return changes.map((change) => {
    const { id: change_id, campaign_id, version, former_version, authority_reference } = change
    const { state, proposed_by, proposed_at, decided_by, decided_at, review_note } = change
    const extension = extensionOf(change)
    const campaign = campaigns.get(campaign_id)
    if (!campaign) throw new Error('The campaign of the change was not found')
    return {
      change_id,
      campaign_id,
      version,
      former_version,
      authority_reference,
      extension: extension && {
        ends_at: extension.ends_at.toISOString(),
        former_ends_at: extension.former_ends_at.toISOString(),
        redeem_until: extension.redeem_until?.toISOString() ?? null,
        former_redeem_until: extension.former_redeem_until?.toISOString() ?? null,
        authorized_until: extension.authorized_until,
      },
      state: state === 'returned' ? 'withdrawn' : state,
      is_returned: state === 'returned',
      proposed_by,
      proposed_by_name: names.get(proposed_by)?.name,
      decided_by,
      campaign_title: campaign.title,
      campaign_slug: campaign.slug,
      proposed_at: proposed_at.toISOString(),
      decided_at: decided_at?.toISOString() ?? null,
      review_note,
    }
  })
}
