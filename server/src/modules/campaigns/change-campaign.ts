import {
  approveCampaignCall,
  changeCampaignCall,
  returnCampaignCall,
  submitCampaignCall,
} from '@clube/contract/campaigns/campaign-staff-calls.ts'
import { nextCampaignState, type CampaignEvent } from '@clube/contract/campaigns/campaign-states.ts'
import { inTransaction, type Tx } from '../../db/database.ts'
import { InvalidInput, refusalsOf } from '../../kernel/refusal.ts'
import type { Campaign } from './campaign.ts'
import { advanceCampaigns, saveState } from './campaign-state-store.ts'
import { lockCampaign } from './campaign-store.ts'
import type { CampaignDeps } from './deps.ts'
import { canWaiveCertificate, listApprovalErrors } from './list-approval-errors.ts'

const refuseStep = refusalsOf(submitCampaignCall, approveCampaignCall, returnCampaignCall, changeCampaignCall)
const refuseApproval = refusalsOf(approveCampaignCall)

/** Transitions triggered by staff; only the clock triggers `start`. */
export type StaffEvent = Exclude<CampaignEvent, 'start'>

/**
 * A transition triggered by staff. An approval includes the revision that the approver read and, if that is the approver's
 * decision, why the campaign needs no certificate.
 */
type CampaignChange = { campaign_id: string; staff_id: string; reason?: string } & (
  | { event: 'approve'; revision: number; certificate_waiver?: string | undefined }
  | { event: Exclude<StaffEvent, 'approve'>; revision?: never; certificate_waiver?: never }
)

const verbs = {
  submit: 'Enviou para aprovação',
  return: 'Devolveu',
  approve: 'Aprovou',
  pause: 'Pausou',
  resume: 'Retomou',
  end: 'Encerrou',
  archive: 'Arquivou',
} as const satisfies Record<StaffEvent, string>

/**
 * Applies a transition to a campaign. Submitting and approving require everything that the law and the kind require;
 * approving requires a person who is not one of its authors, the revision that this person read, and, without a certificate,
 * the reason.
 * @throws {InvalidInput} with the validation errors, by field of the plan
 * @throws {Refusal} campaigns.unknown, campaigns.wrong-state, campaigns.revised, campaigns.same-person,
 *   campaigns.kind-not-implemented
 */
export const changeCampaign = (deps: CampaignDeps, input: CampaignChange): Promise<Campaign> =>
  inTransaction(deps.db, async (tx) => {
    const { campaign_id: id, event, staff_id } = input
    const now = deps.clock()
    await advanceCampaigns(tx, now, id)
    const campaign = await lockCampaign(tx, id)
    if (!campaign) throw refuseStep('campaigns.unknown')
    const state = nextCampaignState(campaign.state, event)
    if (state === null) throw refuseStep('campaigns.wrong-state')
    if (event === 'submit' || event === 'approve') await requireComplete(deps, tx, campaign, now)
    if (event === 'approve') requireSecondPerson(deps, campaign, staff_id)
    const certificate_waiver = event === 'approve' ? requireWaiver(deps, campaign, input) : null
    const saved = await saveState(tx, {
      id,
      state,
      now,
      ...(input.event === 'approve'
        ? { approved_by: staff_id, revision: input.revision, certificate_waiver }
        : {}),
      ...(event === 'return' ? { review_note: input.reason ?? null } : {}),
      ...(event === 'submit' ? { review_note: null } : {}),
      ...(event === 'pause' ? { paused_at: now } : {}),
      // Kept when a paused campaign is ended: deadlines that the pause suspended are never resumed.
      ...(event === 'resume' ? { paused_at: null } : {}),
      ...(event === 'end' ? { ended_at: now } : {}),
    })
    if (!saved) throw refuseApproval('campaigns.revised')
    const waiverNote =
      certificate_waiver === null ? '' : ` sem certificado de autorização: “${certificate_waiver}”`
    const promotion = deps.promotions[campaign.kind]
    const { paused_at } = campaign
    if (event === 'pause') await promotion?.onPause(tx, { campaign_id: id })
    if (event === 'resume' && paused_at) await promotion?.onResume(tx, { campaign_id: id, paused_at, now })
    // An approved campaign within its period is active immediately.
    await advanceCampaigns(tx, now, id)
    const changed = await lockCampaign(tx, id)
    if (!changed) throw new Error('The locked campaign was not found')
    await deps.audit(tx, {
      actor: { kind: 'staff', id: staff_id },
      action: `campaigns.${event}`,
      subject: { kind: 'campaign', id },
      sentence: `${verbs[event]} a promoção ${campaign.cd_identificador} (${campaign.slug})${waiverNote}.`,
    })
    return changed
  })

const requireComplete = async (deps: CampaignDeps, tx: Tx, campaign: Campaign, now: Date): Promise<void> => {
  const errors = (await listApprovalErrors(deps, tx, [campaign], now)).get(campaign.id) ?? []
  if (errors.length > 0) throw new InvalidInput(errors)
}

const requireSecondPerson = (deps: CampaignDeps, campaign: Campaign, staff_id: string): void => {
  if (campaign.edited_by.includes(staff_id)) throw refuseApproval('campaigns.same-person')
  if (deps.promotions[campaign.kind] === null) throw refuseApproval('campaigns.kind-not-implemented')
}

/**
 * The reason for approving the campaign without a certificate; null if that is not for the approver to decide.
 * @throws {InvalidInput} when the reason is missing
 */
const requireWaiver = (
  deps: CampaignDeps,
  campaign: Campaign,
  { certificate_waiver }: { certificate_waiver?: string | undefined },
): string | null => {
  if (!canWaiveCertificate(deps, campaign)) return null
  if (certificate_waiver !== undefined) return certificate_waiver
  throw new InvalidInput([
    { path: 'certificate_waiver', message: 'Diga por que esta promoção não precisa do certificado.' },
  ])
}
