import type { Partner } from '@clube/contract/partner-points/calls.ts'
import { partnerConsentText, partnerConsentVersion } from '@clube/contract/partner-points/partner.ts'
import { clubDayOf } from '@clube/contract/kernel/club-time.ts'
import type { PartnerDeps } from '../deps.ts'
import { listActiveCampaigns } from '../partner-campaign.ts'
import { listPartnerRows } from '../partner-store.ts'
import { countOfDay } from '../redemptions/redemption-store.ts'
import { listLinks } from './link-store.ts'

/** What the proof of a member is called on screen. */
const proofLabel = 'Código de vínculo'

/** All partners of the club, as the customer sees them. */
export const viewPartners = async (deps: PartnerDeps, customer_id: string): Promise<Partner[]> => {
  const { db, time_zone } = deps
  const now = deps.clock()
  const rows = await listPartnerRows(db)
  const links = (await listLinks(db, customer_id)).filter(({ unlinked_at }) => unlinked_at === null)
  const campaigns = await listActiveCampaigns(db, now)
  const counts = await countOfDay(db, {
    customer_id,
    campaign_ids: campaigns.map(({ id }) => id),
    club_day: clubDayOf(now, time_zone),
  })
  return [...deps.partners].map(([slug, { title: name }]) => {
    const link = links.find(({ partner }) => partner === slug)
    return {
      partner: slug,
      name,
      proof_label: proofLabel,
      is_on: rows.get(slug)?.is_on ?? true,
      consent: { version: partnerConsentVersion, text: partnerConsentText(name) },
      link: link ? { member_end: link.member_end ?? '', linked_at: link.linked_at.toISOString() } : null,
      campaigns: campaigns
        .filter(({ settings }) => settings.partner === slug)
        .map(({ id, slug: campaign_slug, title, settings }) => {
          const { minimum, maximum, step, limit_per_day } = settings
          const left_today =
            limit_per_day === null ? null : Math.max(0, limit_per_day - (counts.get(id) ?? 0))
          return {
            campaign_id: id,
            slug: campaign_slug,
            title,
            minimum,
            maximum,
            step,
            limit_per_day,
            left_today,
          }
        }),
    }
  })
}

/** One configured partner. */
export const viewPartner = async (
  deps: PartnerDeps,
  { customer_id, partner }: { customer_id: string; partner: string },
): Promise<Partner> => {
  const view = (await viewPartners(deps, customer_id)).find((each) => each.partner === partner)
  if (!view) throw new Error('The partner is not configured')
  return view
}
