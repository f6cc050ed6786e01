import type { WonPrize } from '@clube/contract/scratch-card/calls.ts'
import { readAwardCall, type ScratchAward } from '@clube/contract/scratch-card/award-calls.ts'
import type { unknownAwardRefusal } from '@clube/contract/scratch-card/refusals.ts'
import { formatShortCode } from '@clube/contract/campaigns/voucher-code.ts'
import type { Db } from '../../../db/database.ts'
import { refusalsOf, type Refuse } from '../../../kernel/refusal.ts'
import { shortCodeOf } from '../../campaigns/index.ts'
import { listWithPassword } from '../../identity/index.ts'
import { requireAccess, type Actor } from '../../sessions/index.ts'
import type { ScratchCardDeps } from '../deps.ts'
import { findScratchCampaign, type ScratchCampaign } from '../scratch-campaign.ts'
import { wonPrizeOf } from '../view-draws.ts'
import { awardCodes, awardStateAt, deadlineOf, needsAccount, needsSignature } from './award.ts'
import { findAward, listAwardsForActor, type DrawnAward } from './award-store.ts'

/** An award with its prize as the campaign describes it. */
export type AwardWithPrize = DrawnAward & { readonly campaign: ScratchCampaign; readonly prize: WonPrize }

/** Adds campaigns and prizes; settings of approved campaigns do not change. */
export const withPrizes = async (db: Db, awards: readonly DrawnAward[]): Promise<AwardWithPrize[]> => {
  const campaigns = new Map<string, ScratchCampaign>()
  for (const id of new Set(awards.map(({ campaign_id }) => campaign_id))) {
    const campaign = await findScratchCampaign(db, id)
    if (campaign) campaigns.set(id, campaign)
  }
  return awards.map((award) => {
    const campaign = campaigns.get(award.campaign_id)
    const prize = campaign && wonPrizeOf(campaign.settings, { ...award, drawn_at: award.won_at })
    if (!campaign || !prize) throw new Error('The prize of an award was not found')
    return { ...award, campaign, prize }
  })
}

/** Which of the awards need an account with a password that their customer does not have. */
export const listAwaitingAccount = async (
  db: Db,
  awards: readonly AwardWithPrize[],
): Promise<ReadonlySet<string>> => {
  const demanding = awards.filter(({ campaign, prize }) => needsAccount(campaign.settings, prize))
  if (demanding.length === 0) return new Set()
  const complete = await listWithPassword(
    db,
    demanding.map(({ customer_id }) => customer_id),
  )
  return new Set(demanding.flatMap(({ id, customer_id }) => (complete.has(customer_id) ? [] : [id])))
}

/**
 * An award of the signed-in customer.
 * @throws {Refusal} scratch-card.unknown-award (also for another customer's), session.password-required
 */
export const findOwnAward = async (
  db: Db,
  input: Actor & { award_id: string; refuse: Refuse<typeof unknownAwardRefusal> },
): Promise<DrawnAward> => {
  const award = await findAward(db, input.award_id)
  if (award?.customer_id !== input.customer_id) throw input.refuse('scratch-card.unknown-award')
  requireAccess(award, input)
  return award
}

type ViewDeps = Pick<ScratchCardDeps, 'db' | 'vault' | 'clock'>

/** The customer's view of an award. @throws {Refusal} as `findOwnAward` */
export const readAward = async (
  deps: ViewDeps,
  input: Actor & { award_id: string },
): Promise<ScratchAward> => {
  const award = await findOwnAward(deps.db, { ...input, refuse: refusalsOf(readAwardCall) })
  const [view] = await viewAwards(deps, [award])
  if (!view) throw new Error('The award was not found')
  return view
}

/** The awards accessible to the actor, newest first; all of them if `limit` is null. */
export const listMyAwards = async (
  deps: ViewDeps,
  actor: Actor,
  limit: number | null,
): Promise<ScratchAward[]> => viewAwards(deps, await listAwardsForActor(deps.db, actor, limit))

const viewAwards = async (
  { db, vault, clock }: ViewDeps,
  awards: readonly DrawnAward[],
): Promise<ScratchAward[]> => {
  const now = clock()
  const described = await withPrizes(db, awards)
  const awaitingAccount = await listAwaitingAccount(db, described)
  return described.map((award) => {
    const { id, campaign, prize, code_sealed } = award
    const code = code_sealed && awardCodes.open(vault, code_sealed)
    const state = awardStateAt(award, now)
    return {
      award_id: id,
      transaction_id: award.transaction_id,
      campaign_id: campaign.id,
      campaign_slug: campaign.slug,
      campaign_title: campaign.title,
      prize,
      state,
      won_at: award.won_at.toISOString(),
      expires_at: deadlineOf(award)?.toISOString() ?? null,
      delivered_at: state === 'delivered' ? (award.ended_at?.toISOString() ?? null) : null,
      qr_code: code,
      short_code: code && formatShortCode(shortCodeOf(code)),
      needs_signature: needsSignature(campaign.settings, prize),
      needs_account: awaitingAccount.has(id),
    }
  })
}
