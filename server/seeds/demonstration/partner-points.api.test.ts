import { expect, test } from 'vitest'
import { signInWithPasswordCall, checkAccountCall } from '@clube/contract/identity/sign-in-calls.ts'
import { listPartnersCall, listRedemptionsCall } from '@clube/contract/partner-points/calls.ts'
import {
  listCasesCall,
  listDeskPartnersCall,
  listRefundsCall,
} from '@clube/contract/partner-points/desk-calls.ts'
import {
  listSettlementItemsCall,
  listSettlementsCall,
  settlementStates,
} from '@clube/contract/partner-points/settlement-calls.ts'
import { useClub } from '../../src/testing/club.ts'
import { signedInStaff, staffPersonas } from '../../src/testing/staff.ts'

const club = useClub()
const query = { partner: 'voe-mais' }

test('the demonstration has a linked customer with a completed redemption and one in processing', async () => {
  const browser = club.browser()
  const { document_id, password } = club.personas.beatriz
  const terms_id = 'shd_auth_terms'
  await browser.send(checkAccountCall, { body: { document_id, terms_id } })
  await browser.send(signInWithPasswordCall, { body: { document_id, terms_id, password } })
  expect(await browser.send(listPartnersCall)).toMatchObject({
    data: [{ name: 'Voe Mais', link: { member_end: '5678' }, campaigns: [{ left_today: 2 }] }],
  })
  expect(await browser.send(listRedemptionsCall)).toMatchObject({
    data: [
      { state: 'processing', partner_points: 1_000 },
      { state: 'completed', partner_points: 2_000, club_points: 1_000 },
    ],
  })
})

test('the demonstration has a settlement file with a line of each kind, a case and a refund for a second person', async () => {
  const browser = await signedInStaff(club, staffPersonas.reconciler)
  expect(await browser.send(listSettlementsCall, { query })).toMatchObject({
    data: [{ state: 'done', lines: 4, started_by: staffPersonas.reconciler.name }],
  })
  const counts = []
  for (const state of settlementStates) {
    const listed = await browser.send(listSettlementItemsCall, { query: { ...query, state } })
    counts.push(listed.ok ? listed.data.length : listed)
  }
  expect(counts).toEqual([2, 1, 1, 1])
  expect(await browser.send(listCasesCall, { query })).toMatchObject({ data: [{ cause: 'other-points' }] })
  expect(await browser.send(listRefundsCall, { query })).toMatchObject({
    data: [{ state: 'proposed', is_own: true }],
  })
  expect(await browser.send(listDeskPartnersCall)).toMatchObject({
    data: [{ is_on: true, linked_customers: 5, waiting: { cases: 1, differences: 3, refunds: 1 } }],
  })
})
