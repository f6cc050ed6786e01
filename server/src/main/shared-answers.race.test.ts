import { listCampaignsCall, readCampaignCall } from '@clube/contract/campaigns/campaign-calls.ts'
import { changeCampaignCall } from '@clube/contract/campaigns/campaign-staff-calls.ts'
import { expect, test } from 'vitest'
import { TestBrowser } from '../testing/browser.ts'
import { useTwoServers } from '../testing/two-servers.ts'
import { createEvent } from '../modules/event-tickets/event-fixtures.testing.ts'
import { findCampaign } from '../modules/campaigns/campaign-store.ts'

const servers = useTwoServers()

test('a campaign that staff pause in one process is paused in every process within two seconds', async () => {
  const { db } = servers.database
  const { campaign_id } = await createEvent(db, { capacity: 1, now: new Date() })
  const { slug = '' } = (await findCampaign(db, campaign_id)) ?? {}
  const [here, there] = [0, 1].map((index) => new TestBrowser(servers.urlOf(index)))
  if (!here || !there) throw new Error('There are two servers')
  const stateAt = async (browser: TestBrowser) => {
    const response = await browser.send(readCampaignCall, { params: { slug } })
    return response.ok ? response.data.state : response.message
  }
  const isListedAt = async (browser: TestBrowser) => {
    const response = await browser.send(listCampaignsCall)
    return response.ok && response.data.some((card) => card.campaign_id === campaign_id)
  }
  expect([await stateAt(here), await stateAt(there)]).toEqual(['active', 'active'])
  expect([await isListedAt(here), await isListedAt(there)]).toEqual([true, true])

  const manager = (await servers.staff('marketing')).at(0)
  const body = { campaign_id, event: 'pause' } as const
  expect((await manager.send(changeCampaignCall, { body })).status).toBe(200)
  const changedAt = performance.now()
  expect([await stateAt(here), await isListedAt(here)]).toEqual(['paused', false])

  // By the time of the request, so that a slow machine does not matter.
  for (let isOld = true; isOld;) {
    const askedAt = performance.now()
    isOld = (await stateAt(there)) === 'active' || (await isListedAt(there))
    if (isOld) expect(askedAt - changedAt).toBeLessThan(2_000)
  }
  expect([await stateAt(there), await isListedAt(there)]).toEqual(['paused', false])
})
