import { readProfileCall } from '@clube/contract/identity/profile-call.ts'
import {
  linkPartnerCall,
  listPartnersCall,
  listRedemptionsCall,
  readRedemptionCall,
  unlinkPartnerCall,
} from '@clube/contract/partner-points/calls.ts'
import { readCampaignCall } from '@clube/contract/campaigns/campaign-calls.ts'
import { listTransactionsCall } from '@clube/contract/campaigns/transaction-calls.ts'
import { partnerConsentVersion } from '@clube/contract/partner-points/partner.ts'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { syncServerTime } from '../../../platform/clock/server-clock.ts'
import { setSession } from '../../../platform/session/session-store.ts'
import { refusal } from '../../../testing/fake-server.ts'
import { advanceTime } from '../../../testing/jsdom.ts'
import {
  completedRedemption,
  linkedPartner,
  otherPartners,
  partnerCampaign,
  processingRedemption,
  redemptions,
  unlinkedPartner,
} from '../../../testing/partner-samples.ts'
import { sampleId, sampleNow, samples } from '../../../testing/samples.ts'
import {
  choose,
  expectFieldError,
  expectText,
  expectToast,
  linkTo,
  press,
  server,
  type,
} from '../../../testing/screen-test.tsx'
import { openPage, setUpShopperScreens } from '../../../testing/shopper-screen.tsx'
import { pollIntervalMs } from './use-partners.ts'

const { transaction_id } = processingRedemption
const resultPath = `/parceiros/resgates/${transaction_id}`

setUpShopperScreens()
beforeEach(() => {
  vi.useFakeTimers({ now: new Date(sampleNow) })
  syncServerTime(sampleNow)
  server.respond(listPartnersCall, [linkedPartner, ...otherPartners])
  server.respond(readProfileCall, samples.profile)
})

const card = (name: string) => within(screen.getByRole('region', { name }))

test('each partner shows whether an account is linked, what can be exchanged, and when it is switched off', async () => {
  await openPage('/parceiros')
  const linked = card('Asa Fidelidade')
  expect(linked.getByText('4821')).toBeTruthy()
  expect(linked.getByText('De 500 a 10.000 pontos, de 100 em 100. Ainda 3 resgates hoje.')).toBeTruthy()
  expect(linked.getByRole('link', { name: /Pontos que viram passeio/ }).getAttribute('href')).toBe(
    `/parceiros/resgatar/${partnerCampaign.slug}`,
  )
  expect(
    card('Posto Legal').getByText('Nenhuma promoção troca pontos deste programa no momento.'),
  ).toBeTruthy()
  const off = card('Mercado da Vila')
  expect(off.getByText('As trocas com o Mercado da Vila estão suspensas no momento.')).toBeTruthy()
  expect(off.queryByRole('link')).toBeNull()
})

test('without partners and redemptions, the page has one empty state only', async () => {
  server.respond(listPartnersCall, [])
  await openPage('/parceiros')
  expectText('O clube não tem programas parceiros no momento.')
  expect(screen.queryByText('Seus resgates')).toBeNull()
})

test('a passwordless session must confirm the password before anything about partners is read', async () => {
  setSession({ kind: 'signedIn', level: 'identified', customer_name: null })
  await openPage('/parceiros')
  expectText('Esta página mostra os seus dados. Para abrir, confirme sua senha.')
  expect(server.requests).toEqual([])
})

test('an account is linked with its number, the partner’s proof and the accepted version of the consent', async () => {
  server.respond(listPartnersCall, [unlinkedPartner])
  const { history } = await openPage(`/parceiros/asa-fidelidade/vincular?promocao=${partnerCampaign.slug}`)
  expectText('***.982.247-**')
  await type('Código de vínculo do aplicativo', 'K7QM2X')
  await press('Vincular conta')
  expectFieldError('Número da sua conta Asa Fidelidade', 'Este campo não pode estar vazio')
  expectText('Para vincular, marque que você autoriza.')
  await type('Número da sua conta Asa Fidelidade', '8821 4821')
  choose(/^Autorizo o clube/)
  server.respond(
    linkPartnerCall,
    refusal('partner-points.other-document', { partner: 'Asa Fidelidade' }),
    linkedPartner,
  )
  await press('Vincular conta')
  expectFieldError(
    'Número da sua conta Asa Fidelidade',
    'Esta conta do Asa Fidelidade está em outro documento.',
  )
  await press('Vincular conta')
  expectToast('Conta do Asa Fidelidade vinculada.')
  expect(server.bodiesOf(linkPartnerCall)[1]).toEqual({
    partner: 'asa-fidelidade',
    member_number: '8821 4821',
    proof: 'K7QM2X',
    consent_version: partnerConsentVersion,
  })
  expect(history?.at(-1)).toBe(`/parceiros/resgatar/${partnerCampaign.slug}`)
})

test('when the text of the consent has changed, it is shown and must be accepted again', async () => {
  server.respond(listPartnersCall, [unlinkedPartner])
  await openPage('/parceiros/asa-fidelidade/vincular')
  await type('Número da sua conta Asa Fidelidade', '88214821')
  await type('Código de vínculo do aplicativo', 'K7QM2X')
  choose(/^Autorizo o clube/)
  server.respond(linkPartnerCall, refusal('partner-points.consent-outdated'))
  server.respond(listPartnersCall, [
    { ...unlinkedPartner, consent: { version: '2026-12', text: 'Autorizo também o envio do meu nome.' } },
  ])
  await press('Vincular conta')
  expectToast('O texto da autorização mudou. Leia de novo antes de vincular.')
  const consent = screen.getByRole<HTMLInputElement>('checkbox', {
    name: 'Autorizo também o envio do meu nome.',
  })
  expect(consent.checked).toBe(false)
})

test('an account is unlinked after a confirmation, and the reason against it is shown', async () => {
  await openPage('/parceiros')
  await press('Desvincular', screen.getByRole('region', { name: 'Asa Fidelidade' }))
  server.respond(unlinkPartnerCall, refusal('partner-points.redemption-processing'))
  await advanceTime(1_000)
  await press('Desvincular', screen.getByRole('dialog'))
  expectToast('Há um resgate em processamento. Desvincule a conta quando ele terminar.')
  server.respond(unlinkPartnerCall, unlinkedPartner)
  await press('Desvincular', screen.getByRole('region', { name: 'Asa Fidelidade' }))
  await advanceTime(1_000)
  await press('Desvincular', screen.getByRole('dialog'))
  expectToast('Conta do Asa Fidelidade desvinculada.')
  expect(server.bodiesOf(unlinkPartnerCall)).toEqual(Array(2).fill({ partner: 'asa-fidelidade' }))
})

test('the history lists redemptions in every state, those in processing also above the partners', async () => {
  server.respond(listRedemptionsCall, [...redemptions])
  await openPage('/parceiros')
  expect(linkTo(/^Resgate em processamento/)).toBe(resultPath)
  for (const state of ['Em processamento', 'Concluído', 'Não concluído', 'Devolvido']) expectText(state)
})

test('a redemption in processing is read again until it has ended, and then shows the new points and their validity', async () => {
  server.respond(readRedemptionCall, processingRedemption, processingRedemption, completedRedemption)
  await openPage(resultPath)
  expectText('Resgate em processamento. Não repita a operação.')
  await advanceTime(2_000)
  expectText('Em processamento')
  await advanceTime(2_000)
  expectText('Concluído')
  expectText('+ 1.000 pontos no seu saldo')
  expectText(/Seus novos pontos valem até/)
  expect(linkTo('Preciso de ajuda: resgate de pontos')).toBe(
    `/atendimento/novo/participacao/${transaction_id}`,
  )
  const reads = server.requestsOf(readRedemptionCall).length
  await advanceTime(120_000)
  expect(server.requestsOf(readRedemptionCall)).toHaveLength(reads)
})

test('a redemption in processing is read less often the longer it takes', () => {
  const ages = [0, 59_000, 60_000, 599_000, 600_000, 7_200_000]
  expect(ages.map((age) => pollIntervalMs({ requested_at: sampleNow }, Date.parse(sampleNow) + age))).toEqual(
    [2_000, 2_000, 10_000, 10_000, 60_000, 60_000],
  )
})

test('Minhas participações links a redemption in processing to its result, and is read again until it has one', async () => {
  const participation = {
    ...samples.participation,
    kind: 'partner_points' as const,
    campaign_title: partnerCampaign.title,
    status: 'processing' as const,
    can_continue: false,
  }
  server.respond(listTransactionsCall, [participation], [{ ...participation, status: 'completed' }])
  await openPage('/participacoes')
  expect(linkTo('Ver resgate: 2026-000123-4')).toBe(
    `/parceiros/resgates/${samples.participation.transaction_id}`,
  )
  await advanceTime(10_000)
  expectText('Concluída')
})

test('a participation that was never confirmed has no result to open', async () => {
  server.respond(listTransactionsCall, [
    { ...samples.participation, transaction_id: sampleId(9), kind: 'partner_points', status: 'expired' },
  ])
  await openPage('/participacoes')
  expect(screen.queryByRole('link', { name: /Ver resgate/ })).toBeNull()
})

const promotionPath = `/promocoes/${partnerCampaign.slug}`

test('the page of a promotion shows what can be exchanged, although it has not checked the session', async () => {
  server.respond(readCampaignCall, partnerCampaign)
  setSession({ kind: 'unknown' })
  await openPage(promotionPath)
  expectText('De 500 a 10.000 pontos, de 100 em 100')
})

test.each([
  ['a visitor', { kind: 'signedOut' }, null],
  [
    'a passwordless session',
    { kind: 'signedIn', level: 'identified', customer_name: null },
    partnerCampaign.eligibility,
  ],
] as const)('the page of a promotion reads no linked accounts for %s', async (_who, session, eligibility) => {
  server.respond(readCampaignCall, { ...partnerCampaign, eligibility })
  setSession(session)
  await openPage(promotionPath)
  expectText(partnerCampaign.summary)
  expect(server.requestsOf(listPartnersCall)).toEqual([])
})
