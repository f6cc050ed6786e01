import { expect, test } from 'vitest'
import { listRedemptionsCall } from '@clube/contract/partner-points/calls.ts'
import { dataOf, usePartnerClub } from './partner-club.testing.ts'

const club = usePartnerClub()

test('quoted points of a partner are debited there and credited in the club', async () => {
  const { id: campaign_id } = await club.partnerCampaign()
  const person = await club.linked(10_000)
  const { request, response } = await club.send(person, campaign_id)
  expect(dataOf(response)).toMatchObject({ status: 'completed', partner_points: 2_000, club_points: 1_000 })
  expect(await club.balanceOf(person.customer_id)).toEqual({ balance: 1_000, debt: 0 })
  expect(
    club
      .partner()
      .members()
      .find(({ member_number }) => member_number === person.member_number)?.balance,
  ).toBe(8_000)
  expect(dataOf(await club.redeem(person, request))).toEqual(dataOf(response))
  expect(dataOf(await person.browser.send(listRedemptionsCall))).toMatchObject([
    { state: 'completed', partner_name: 'Voe Mais', partner_points: 2_000, club_points: 1_000, note: null },
  ])
})
