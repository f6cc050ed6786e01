import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  approveCampaignCall,
  createCampaignCall,
  returnCampaignCall,
  staffReviewCampaignsCall,
  submitCampaignCall,
  updateCampaignCall,
} from '@clube/contract/campaigns/campaign-staff-calls.ts'
import { openDatabase, type Database } from '../db/database.ts'
import { noopPromotion, planOf, useCampaignsClub } from '../modules/campaigns/campaigns-club.testing.ts'
import { changeCampaign } from '../modules/campaigns/change-campaign.ts'
import { updateCampaign } from '../modules/campaigns/edit-campaign.ts'
import { publishDocument } from '../modules/consent/index.ts'

const club = useCampaignsClub({ event_tickets: noopPromotion })
let other: Database
beforeAll(() => {
  other = openDatabase(club.database.url, { poolSize: 10 })
})
afterAll(() => other.close())

const author = () => club.staff('ana', 'marketing')
const bia = () => club.staff('bia', 'approver')
const caio = () => club.staff('caio', 'approver')
const plan = planOf()
const planBody = {
  ...plan,
  starts_at: plan.starts_at.toISOString(),
  ends_at: plan.ends_at.toISOString(),
  redeem_until: null,
}
const unread = 'Ingressos só para convidados.'

/** A campaign that waits for its second signature. */
const submitCampaign = async (slug: string) => {
  const now = club.clock.now()
  const regulation = {
    kind: 'promotion_regulation',
    scope: slug,
    version: '1.0',
    html: '<p>Regras.</p>',
    now,
  }
  await publishDocument(club.database.db, regulation)
  const created = await author().send(createCampaignCall, {
    body: { slug, kind: 'event_tickets', ...planBody },
  })
  const campaign_id = created.ok ? created.data.campaign_id : ''
  expect(await author().send(submitCampaignCall, { body: { campaign_id } })).toMatchObject({ status: 200 })
  return campaign_id
}

const findCampaignInReview = async (browser: ReturnType<typeof bia>, campaign_id: string) => {
  const queue = await browser.send(staffReviewCampaignsCall)
  const shown = queue.ok ? queue.data.find((item) => item.campaign_id === campaign_id) : undefined
  if (!shown) throw new Error('The campaign is not in review')
  return shown
}

describe('an author who changes a campaign while an approver reads it', () => {
  test('an approval does not apply to a campaign text that the approver has not read', async () => {
    const campaign_id = await submitCampaign('natal-alterado')
    const { revision } = await findCampaignInReview(bia(), campaign_id)
    const reason = 'Falta a foto.'
    await caio().send(returnCampaignCall, { body: { campaign_id, reason } })
    const change = { campaign_id, revision, ...planBody, summary: unread }
    expect(await author().send(updateCampaignCall, { body: change })).toMatchObject({ status: 200 })
    await author().send(submitCampaignCall, { body: { campaign_id } })
    expect(await bia().send(approveCampaignCall, { body: { campaign_id, revision } })).toMatchObject({
      status: 409,
      code: 'campaigns.revised',
    })
    const read = await findCampaignInReview(bia(), campaign_id)
    expect(read.summary).toBe(unread)
    const body = { campaign_id, revision: read.revision }
    expect(await bia().send(approveCampaignCall, { body })).toMatchObject({ status: 200 })
  })

  test('when a campaign is edited and approved concurrently over two connection pools, the approval does not apply to text that the approver has not read', async () => {
    const otherDeps = { ...club.deps, db: other.db }
    for (let round = 0; round < 12; round += 1) {
      const campaign_id = await submitCampaign(`natal-${round}`)
      const { revision } = await findCampaignInReview(bia(), campaign_id)
      const staff_id = 'ana'
      const editAndResubmit = async () => {
        await changeCampaign(otherDeps, { campaign_id, event: 'return', staff_id: 'caio', reason: 'Veja.' })
        await updateCampaign(otherDeps, {
          campaign_id,
          revision,
          plan: { ...plan, summary: unread },
          staff_id,
        })
        await changeCampaign(otherDeps, { campaign_id, event: 'submit', staff_id })
      }
      const approve = async () => {
        for (let attempt = 0; attempt < 6; attempt += 1)
          await changeCampaign(club.deps, {
            campaign_id,
            event: 'approve',
            revision,
            staff_id: 'bia',
          }).catch(() => null)
      }
      await Promise.allSettled([editAndResubmit(), approve()])
      const { approved_by, summary } = await club.database.db
        .selectFrom('campaign')
        .select(['approved_by', 'summary'])
        .where('id', '=', campaign_id)
        .executeTakeFirstOrThrow()
      if (approved_by !== null) expect(summary).toBe(plan.summary)
    }
  })
})
