import { changeCampaignCall } from '@clube/contract/campaigns/campaign-staff-calls.ts'
import { findScratchCampaignCall, readScratchOfferCall } from '@clube/contract/scratch-card/offer-calls.ts'
import { expect, test } from 'vitest'
import { dataOf, useScratchClub, winningSettings } from './scratch-club.testing.ts'

const club = useScratchClub()

test('anyone can read the prizes and rules of a campaign, but not what is left or what individual cards contain', async () => {
  const { id } = await club.newCampaign()
  const read = () => club.visitor().send(readScratchOfferCall, { query: { campaign_id: id } })
  const offer = {
    cards: winningSettings.cards,
    prizes: [
      { kind: 'service', title: 'Jantar para dois', quantity: 40, value_cents: 12_000 },
      { kind: 'points', title: '100 pontos', quantity: 200, value_cents: 500 },
    ],
    earned_by: ['paper'],
    limit_per_day: null,
  }
  expect(dataOf(await read())).toEqual({ ...offer, deck: null })

  const { commitment } = dataOf(await club.prepare(id))
  expect(dataOf(await read())).toEqual({ ...offer, deck: null })
  dataOf(await club.seal(id, commitment))
  expect(dataOf(await read())).toEqual({ ...offer, deck: 'sealed' })
})

test('the prizes and rules of an unknown campaign or one of another kind are not found', async () => {
  const other = await club.campaign({ kind: 'event_tickets' })
  for (const campaign_id of ['0197f0a0-0000-7000-8000-00000000dead', other.id])
    expect(await club.visitor().send(readScratchOfferCall, { query: { campaign_id } })).toMatchObject({
      status: 404,
      code: 'campaigns.unknown',
    })
})

test('a printed link finds a scratch-card campaign by its number, even after its end, but no campaign of another kind', async () => {
  const { id, cd_identificador, slug } = await club.newCampaign()
  const find = (number: string) =>
    club.visitor().send(findScratchCampaignCall, { query: { cd_identificador: number } })
  expect(dataOf(await find(String(cd_identificador)))).toMatchObject({ slug, state: 'active' })
  club.clock.advance(60_000)
  const ends_at = club.clock.now().toISOString()
  const body = { campaign_id: id, event: 'end' as const }
  dataOf(await club.staff('ana', 'marketing').send(changeCampaignCall, { body }))
  expect(dataOf(await find(String(cd_identificador)))).toMatchObject({ slug, state: 'ended', ends_at })

  const other = await club.campaign({ kind: 'event_tickets' })
  for (const number of [other.cd_identificador, 999_999_999])
    expect(await find(String(number))).toMatchObject({ status: 404, code: 'campaigns.unknown' })
  for (const number of ['', '0', '-1', '1e3', '9999999999', 'x'])
    expect(await find(number)).toMatchObject({ status: 422 })
})
