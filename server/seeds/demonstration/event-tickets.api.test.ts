import { expect, test } from 'vitest'
import { readCampaignCall } from '@clube/contract/campaigns/campaign-calls.ts'
import { listSessionsCall } from '@clube/contract/event-tickets/calls.ts'
import { useClub } from '../../src/testing/club.ts'

const club = useClub()

test('the demonstration’s Christmas concert has two nearly full sessions, a sold-out one and an open one', async () => {
  const browser = club.browser()
  const campaign = await browser.send(readCampaignCall, { params: { slug: 'natal-no-ipe' } })
  if (!campaign.ok) throw new Error(campaign.message)
  const query = { campaign_id: campaign.data.campaign_id }
  const sessions = await browser.send(listSessionsCall, { query })
  if (!sessions.ok) throw new Error(sessions.message)
  expect(sessions.data.map(({ status, remaining, mine }) => ({ status, remaining, mine }))).toEqual([
    { status: 'last_places', remaining: 2, mine: null },
    { status: 'last_places', remaining: 2, mine: null },
    { status: 'sold_out', remaining: null, mine: null },
    { status: 'available', remaining: null, mine: null },
  ])
})
