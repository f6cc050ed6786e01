import {
  approveRegulationCall,
  proposeRegulationCall,
  withdrawRegulationCall,
  type RegulationChange,
} from '@clube/contract/campaigns/regulation-calls.ts'
import { requiredTextMessage } from '@clube/contract/brazil/field-messages.ts'
import { promotionKindProperties } from '@clube/contract/kernel/promotion-kinds.ts'
import { inTransaction, type Db, type Tx } from '../../db/database.ts'
import { InvalidInput, refusalsOf } from '../../kernel/refusal.ts'
import { lockInForce } from '../consent/index.ts'
import type { Campaign } from './campaign.ts'
import { advanceCampaigns, findCampaignFacts, lockCampaign } from './campaign-store.ts'
import type { RegulationDeps } from './deps.ts'
import {
  decideChange,
  findChange,
  insertChange,
  saveRegulationVersion,
  type RegulationRow,
} from './regulation-store.ts'
import { regulationQueue } from './notify-regulation-change.ts'

const runningStates: readonly Campaign['state'][] = ['scheduled', 'active', 'paused']

/** The campaign, locked, if it is approved and has not ended. */
const lockRunning = async (tx: Tx, id: string, now: Date): Promise<Campaign | null | undefined> => {
  await advanceCampaigns(tx, now, id)
  const campaign = await lockCampaign(tx, id)
  if (!campaign) return undefined
  return runningStates.includes(campaign.state) ? campaign : null
}

/**
 * Proposes that a running campaign adopt the latest published version of its regulation. Where the kind needs a
 * certificate, the authority must have approved the change.
 * @throws {InvalidInput} under `version` or `authority_reference`
 * @throws {Refusal} campaigns.unknown, campaigns.not-running, campaigns.regulation-proposed
 */
export const proposeRegulation = (
  deps: RegulationDeps,
  input: { campaign_id: string; version: string; authority_reference: string | null; staff_id: string },
): Promise<RegulationRow> =>
  inTransaction(deps.db, async (tx) => {
    const refuse = refusalsOf(proposeRegulationCall)
    const { campaign_id, version, staff_id } = input
    const now = deps.clock()
    const campaign = await lockRunning(tx, campaign_id, now)
    if (campaign === undefined) throw refuse('campaigns.unknown')
    if (campaign === null) throw refuse('campaigns.not-running')
    const authority_reference = input.authority_reference || null
    if (promotionKindProperties[campaign.kind].needs_certificate && authority_reference === null)
      throw new InvalidInput([{ path: 'authority_reference', message: requiredTextMessage }])
    if (version === campaign.regulation_version)
      throw new InvalidInput([
        { path: 'version', message: 'A promoção já segue esta versão do regulamento.' },
      ])
    if (!(await lockInForce(tx, { kind: 'promotion_regulation', scope: campaign.slug, version })))
      throw new InvalidInput([{ path: 'version', message: 'Publique esta versão do regulamento antes.' }])
    const change = await insertChange(tx, {
      campaign_id,
      version,
      former_version: campaign.regulation_version,
      authority_reference,
      proposed_by: staff_id,
      proposed_at: now,
    })
    if (!change) throw refuse('campaigns.regulation-proposed')
    await deps.audit(tx, {
      actor: { kind: 'staff', id: staff_id },
      action: 'campaigns.propose-regulation',
      subject: { kind: 'campaign', id: campaign_id },
      sentence: `Propôs a versão ${version} do regulamento da promoção ${campaign.title} (número ${campaign.cd_identificador}).`,
    })
    return change
  })

/**
 * Approves a proposed change: the campaign follows the version from now on, and a job notifies those who accepted
 * another one. Only one of several concurrent approvals succeeds.
 * @throws {Refusal} campaigns.regulation-unknown, campaigns.regulation-decided, campaigns.regulation-same-person,
 *   campaigns.not-running, campaigns.regulation-outdated when another version was published in the meantime
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
    await deps.jobs.enqueue(tx, regulationQueue, { change_id: id })
    const authority = change.authority_reference ? `, autorizada por ${change.authority_reference}` : ''
    await deps.audit(tx, {
      actor: { kind: 'staff', id: staff_id },
      action: 'campaigns.approve-regulation',
      subject: { kind: 'campaign', id: campaign.id },
      sentence: `Aprovou a versão ${version} do regulamento da promoção ${campaign.title} (número ${campaign.cd_identificador})${authority}.`,
    })
    return change
  })

/**
 * Withdraws a proposed change.
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

/** Changes as the desks see them, with their campaigns. */
export const regulationViews = async (
  db: Db,
  changes: readonly RegulationRow[],
): Promise<RegulationChange[]> => {
  const campaigns = await findCampaignFacts(
    db,
    changes.map(({ campaign_id }) => campaign_id),
  )
  return changes.map((change) => {
    const { id: change_id, notified_at: _, proposed_at, decided_at, ...facts } = change
    const campaign = campaigns.get(facts.campaign_id)
    if (!campaign) throw new Error('The campaign of the change was not found')
    return {
      ...facts,
      change_id,
      campaign_title: campaign.title,
      campaign_slug: campaign.slug,
      proposed_at: proposed_at.toISOString(),
      decided_at: decided_at?.toISOString() ?? null,
    }
  })
}
