import { quotePartnerPointsCall } from '@clube/contract/partner-points/calls.ts'
import { isAllowedAmount, maxPartnerPoints } from '@clube/contract/partner-points/partner.ts'
import type { amountRefusals } from '@clube/contract/partner-points/refusals.ts'
import type { PartnerPointsSettings } from '@clube/contract/partner-points/settings.ts'
import type { DataOf } from '@clube/contract/kernel/call.ts'
import { clubDayOf } from '@clube/contract/kernel/club-time.ts'
import { inTransaction, type Db } from '../../../db/database.ts'
import { refusalsOf, type Refuse } from '../../../kernel/refusal.ts'
import { expiryAfter } from '../../../ports/clock.ts'
import { findCampaignRefusal } from '../../campaigns/index.ts'
import type { PartnerDeps } from '../deps.ts'
import { findPartnerCampaign } from '../partner-campaign.ts'
import { countOfDay } from '../redemptions/redemption-store.ts'
import { requireAnswer, memberLabel, requirePartnerOn } from './link-partner.ts'
import { findLiveLink, lockLiveLink, replaceQuote } from './link-store.ts'

const refuse = refusalsOf(quotePartnerPointsCall)

/** Longest validity of a quote, in seconds; the partner may set a shorter one. */
export const quoteSeconds = 300

/** Checks a number of points against the campaign's settings. @throws {Refusal} partner-points.amount, partner-points.daily-limit */
export const requireAllowed = async (
  deps: Pick<PartnerDeps, 'time_zone'>,
  db: Db,
  input: {
    customer_id: string
    campaign: { readonly id: string; readonly settings: PartnerPointsSettings }
    points: number
    now: Date
    refuse: Refuse<typeof amountRefusals>
  },
): Promise<void> => {
  const { customer_id, campaign, points, now } = input
  const { minimum: min, maximum: max, step, limit_per_day } = campaign.settings
  if (!isAllowedAmount(points, campaign.settings))
    throw input.refuse('partner-points.amount', { min, max, step })
  if (limit_per_day === null) return
  const club_day = clubDayOf(now, deps.time_zone)
  const counts = await countOfDay(db, { customer_id, campaign_ids: [campaign.id], club_day })
  if ((counts.get(campaign.id) ?? 0) >= limit_per_day)
    throw input.refuse('partner-points.daily-limit', { n: limit_per_day })
}

/** Whether redeeming points requires the password again. */
export const needsPassword = (
  { password_from_points }: Pick<PartnerPointsSettings, 'password_from_points'>,
  club_points: number,
): boolean => password_from_points !== null && club_points >= password_from_points

/**
 * Asks the partner what its points are worth, and stores the quote in place of the customer's earlier one.
 * @throws {Refusal} one of the call's refusals, request.rate-limited
 */
export const quotePoints = async (
  deps: PartnerDeps,
  input: { customer_id: string; campaign_id: string; points: number },
): Promise<DataOf<typeof quotePartnerPointsCall>> => {
  const { customer_id, campaign_id, points } = input
  const { db, time_zone } = deps
  const asked_at = deps.clock()
  const campaign = await findPartnerCampaign(db, campaign_id)
  if (!campaign) throw refuse('campaigns.unknown')
  const closed = await inTransaction(db, (tx) =>
    findCampaignRefusal(tx, { campaign_id: campaign.id, now: asked_at, time_zone }),
  )
  if (closed) throw refuse(closed)
  const partner = await requirePartnerOn(deps, campaign.settings.partner, refuse)
  const owner = { customer_id, partner: partner.slug }
  const link = await findLiveLink(db, owner)
  if (!link) throw refuse('partner-points.not-linked', { partner: partner.name })
  await requireAllowed(deps, db, { customer_id, campaign, points, now: asked_at, refuse })
  if (!(await deps.limits.spend('partner-quotes', customer_id, asked_at)))
    throw refuse('request.rate-limited')
  const answer = await requireAnswer(partner, refuse, () =>
    partner.programme.quote({ member_number: deps.vault.open(memberLabel, link.member_sealed), points }),
  )
  if (answer.kind === 'refused')
    throw answer.reason === 'insufficient-balance'
      ? refuse('partner-points.insufficient', { partner: partner.name })
      : refuse('partner-points.not-authorized', { partner: partner.name })

  const { quote } = answer
  const now = deps.clock()
  const longest = expiryAfter(now, quoteSeconds)
  const expires_at = quote.expires_at < longest ? quote.expires_at : longest
  const isUsable =
    quote.points === points &&
    expires_at > now &&
    Number.isSafeInteger(quote.club_points) &&
    quote.club_points > 0 &&
    quote.club_points <= maxPartnerPoints
  if (!isUsable) throw refuse('partner-points.no-answer', { partner: partner.name })
  const quote_id = await inTransaction(db, async (tx) => {
    const locked = await lockLiveLink(tx, owner)
    if (locked?.id !== link.id) throw refuse('partner-points.not-linked', { partner: partner.name })
    return replaceQuote(tx, {
      link_id: link.id,
      campaign_id: campaign.id,
      partner_points: points,
      club_points: quote.club_points,
      reference: quote.reference,
      quoted_at: now,
      expires_at,
    })
  })
  return {
    quote_id,
    partner_points: points,
    club_points: quote.club_points,
    partner_balance: quote.balance,
    expires_at: expires_at.toISOString(),
    needs_password: needsPassword(campaign.settings, quote.club_points),
  }
}
