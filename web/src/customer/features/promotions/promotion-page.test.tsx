import { readCampaignCall } from '@clube/contract/campaigns/campaign-calls.ts'
import { listCreditCall } from '@clube/contract/campaigns/credit-calls.ts'
import { spendRuleOf } from '@clube/contract/campaigns/spend-rule.ts'
import { listSessionsCall } from '@clube/contract/event-tickets/calls.ts'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { syncServerTime } from '../../../platform/clock/server-clock.ts'
import { samples } from '../../../testing/samples.ts'
import { expectText, linkTo, server } from '../../../testing/screen-test.tsx'
import { openPage, setUpShopperScreens } from '../../../testing/shopper-screen.tsx'

const { campaign, hold, session } = samples
const held = { ...session, mine: { quantity: 2, hold, waiting: null } }

setUpShopperScreens()

test('the promotion page shows when the hold on places expires, and links to the hold', async () => {
  syncServerTime(hold.created_at)
  server.respond(readCampaignCall, campaign)
  server.respond(listSessionsCall, [held])
  await openPage(`/promocoes/${campaign.slug}`)
  expect(linkTo(/Seus lugares estão guardados.*2 ingressos\. Confirme até 12h15\./)).toBe(
    `/ingressos/${campaign.slug}`,
  )
  expect(screen.queryByRole('link', { name: 'Escolher sessão' })).toBeNull()
})

test('the promotion page links to the sessions again once a hold has expired', async () => {
  syncServerTime('2026-11-21T15:15:00.000Z')
  server.respond(readCampaignCall, campaign)
  server.respond(listSessionsCall, [held])
  await openPage(`/promocoes/${campaign.slug}`)
  expect(screen.queryByText('Seus lugares estão guardados')).toBeNull()
  expect(linkTo('Escolher sessão')).toBe(`/ingressos/${campaign.slug}`)
})

test('a signed-in customer sees that a promotion was cancelled before its start, not when it ended', async () => {
  server.respond(readCampaignCall, {
    ...campaign,
    state: 'ended',
    starts_at: '2026-12-01T13:00:00Z',
    ends_at: '2026-11-20T13:00:00Z',
    eligibility: {
      eligible: false,
      reasons: [{ code: 'campaigns.ended', message: 'Esta promoção terminou em 20/11/2026.' }],
    },
  })
  await openPage(`/promocoes/${campaign.slug}`)
  expectText('Esta promoção foi cancelada antes de começar.')
  expect(screen.queryByText(/terminou em/)).toBeNull()
})

test('after the end of a promotion, its page gives the deadline for using the credit of receipts', async () => {
  server.respond(readCampaignCall, {
    ...campaign,
    state: 'ended',
    spend_rule: spendRuleOf({ every_cents: 40_000, participations: 1 }),
    redeem_until: '2027-01-11T03:00:00Z',
  })
  server.respond(listCreditCall, [])
  await openPage(`/promocoes/${campaign.slug}`)
  expectText(/^A promoção terminou\. O que suas notas já deram pode ser usado até .*10 de jan/)
  expect(linkTo('Escolher sessão')).toBe(`/ingressos/${campaign.slug}`)
})

test('a promotion that requires receipts shows their progress below a heading and a link to register another', async () => {
  server.respond(readCampaignCall, { ...campaign, spend_rule: samples.credit.spend_rule })
  server.respond(listCreditCall, [{ ...samples.credit, campaign_id: campaign.campaign_id }])
  server.respond(listSessionsCall, [session])
  await openPage(`/promocoes/${campaign.slug}`)
  const credit = within(screen.getByRole('region', { name: 'Suas notas nesta promoção' }))
  expect(credit.getByText(/^faltam/)).toBeTruthy()
  expect(credit.getByRole<HTMLAnchorElement>('link', { name: 'Cadastrar nota' }).pathname).toBe('/notas/nova')
})
