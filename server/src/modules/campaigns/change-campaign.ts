import { nextCampaignState, type CampaignEvent } from '@clube/contract/campaigns/campaign-states.ts'
import { inTransaction, type Tx } from '../../db/database.ts'
import { InvalidInput, Refusal } from '../../kernel/refusal.ts'
import type { Campaign } from './campaign.ts'
import { advanceCampaigns, lockCampaign, saveState } from './campaign-store.ts'
import type { CampaignDeps } from './deps.ts'
import { listSigningFaults } from './list-signing-faults.ts'

/** Steps that people take; `start` belongs to the clock alone. */
export type StaffEvent = Exclude<CampaignEvent, 'start'>

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
 * Leads a campaign one step on. Submitting and approving ask for everything that the law and the kind ask for; approving
 * asks for a person who wrote none of it.
 * @throws {InvalidInput} with what is missing, under the plan's own field names
 * @throws {Refusal} campaigns.unknown, campaigns.wrong-state, campaigns.same-person, campaigns.kind-not-built
 */
export const changeCampaign = (
  deps: CampaignDeps,
  input: { campaign_id: string; event: StaffEvent; staff_id: string; reason?: string },
): Promise<Campaign> =>
  inTransaction(deps.db, async (tx) => {
    const { campaign_id: id, event, staff_id } = input
    const now = deps.clock()
    await advanceCampaigns(tx, now, id)
    const campaign = await lockCampaign(tx, id)
    if (!campaign) throw new Refusal('campaigns.unknown')
    const state = nextCampaignState(campaign.state, event)
    if (state === null) throw new Refusal('campaigns.wrong-state')
    if (event === 'submit' || event === 'approve') await requireComplete(deps, tx, campaign, now)
    if (event === 'approve') requireSecondPerson(deps, campaign, staff_id)
    await saveState(tx, {
      id,
      state,
      now,
      ...(event === 'approve' ? { approved_by: staff_id } : {}),
      ...(event === 'return' ? { review_note: input.reason ?? null } : {}),
      ...(event === 'submit' ? { review_note: null } : {}),
      ...(event === 'end' ? { ended_at: now } : {}),
    })
    // An approved campaign whose time has come is on at once.
    await advanceCampaigns(tx, now, id)
    const changed = await lockCampaign(tx, id)
    if (!changed) throw new Error('A campaign vanished while it was locked')
    await deps.audit(tx, {
      actor: { kind: 'staff', id: staff_id },
      action: `campaigns.${event}`,
      subject: { kind: 'campaign', id },
      sentence: `${verbs[event]} a campanha ${campaign.cd_identificador} (${campaign.slug}).`,
    })
    return changed
  })

const requireComplete = async (deps: CampaignDeps, tx: Tx, campaign: Campaign, now: Date): Promise<void> => {
  const faults = (await listSigningFaults(deps, tx, [campaign], now)).get(campaign.id) ?? []
  if (faults.length > 0) throw new InvalidInput(faults)
}

const requireSecondPerson = (deps: CampaignDeps, campaign: Campaign, staff_id: string): void => {
  if (campaign.edited_by.includes(staff_id)) throw new Refusal('campaigns.same-person')
  if (deps.promotions[campaign.kind] === null) throw new Refusal('campaigns.kind-not-built')
}
