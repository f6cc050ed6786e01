import { expect, test } from 'vitest'
import { listCampaignsCall, readCampaignCall } from '@clube/contract/campaigns/campaign-calls.ts'
import { readConsentDocumentCall } from '@clube/contract/consent/calls.ts'
import { createPromotions, type PromotionServices } from '../../src/main/promotions.ts'
import type { PromotionDeps } from '../../src/modules/campaigns/index.ts'
import { useClub } from '../../src/testing/club.ts'

const club = useClub()

test('the demonstration has an active campaign for each implemented kind, with its regulation', async () => {
  const browser = club.browser()
  const listed = await browser.send(listCampaignsCall)
  if (!listed.ok) throw new Error(listed.message)
  const built = Object.entries(createPromotions({} as PromotionDeps, {} as PromotionServices)).flatMap(
    ([kind, promotion]) => (promotion === null ? [] : [kind]),
  )
  expect(listed.data.map(({ kind }) => kind).sort()).toEqual(built.sort())
  for (const { slug, state } of listed.data) {
    expect(state).toBe('active')
    const page = await browser.send(readCampaignCall, { params: { slug } })
    const version = (page.ok && page.data.regulation_version) || ''
    const query = { scope: slug, version }
    const params = { kind: 'promotion_regulation' }
    expect(await browser.send(readConsentDocumentCall, { params, query })).toMatchObject({
      data: { state: 'active' },
    })
  }
})

test('no demonstration campaign is left as a draft', async () => {
  const rows = await club.database.db.selectFrom('campaign').select(['slug', 'state']).execute()
  expect(rows.map(({ slug }) => slug)).toContain('natal-no-ipe')
  expect(rows.filter(({ state }) => state === 'draft')).toEqual([])
})
