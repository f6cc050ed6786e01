import { readCampaignCall } from '@clube/contract/campaigns/campaign-calls.ts'
import { startTransactionCall } from '@clube/contract/campaigns/transaction-calls.ts'
import { readProfileCall } from '@clube/contract/identity/profile-call.ts'
import {
  listPartnersCall,
  quotePartnerPointsCall,
  readRedemptionCall,
  redeemPartnerPointsCall,
} from '@clube/contract/partner-points/calls.ts'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { syncServerTime } from '../../../platform/clock/server-clock.ts'
import { setSession } from '../../../platform/session/session-store.ts'
import { refusal, unreachable } from '../../../testing/fake-server.ts'
import { advanceTime } from '../../../testing/jsdom.ts'
import {
  completedRedemption,
  largeQuote,
  linkedPartner,
  partnerCampaign,
  partnerQuote,
  processingRedemption,
  redeemed,
  unlinkedPartner,
} from '../../../testing/partner-samples.ts'
import { sampleId, sampleNow, samples } from '../../../testing/samples.ts'
import {
  confirm,
  expectFieldError,
  expectText,
  expectToast,
  linkTo,
  press,
  server,
  settle,
  type,
} from '../../../testing/screen-test.tsx'
import { openPage, setUpShopperScreens } from '../../../testing/shopper-screen.tsx'

const { campaign_id, slug } = partnerCampaign
const { transaction_id, protocol, expires_at } = samples.participation
const path = `/parceiros/resgatar/${slug}`
const pointsLabel = 'Quantos pontos do Asa Fidelidade você quer trocar?'
const expired = 'A cotação expirou. Confira os novos valores.'
const signIn = () =>
  setSession({ kind: 'signedIn', level: 'customer', customer_name: 'Ana', account_id: sampleId(70) })

setUpShopperScreens()
beforeEach(() => {
  vi.useFakeTimers({ now: new Date(sampleNow) })
  syncServerTime(sampleNow)
  signIn()
  server.respond(readCampaignCall, partnerCampaign)
  server.respond(listPartnersCall, [linkedPartner])
  server.respond(readProfileCall, samples.profile)
  server.respond(startTransactionCall, { transaction_id, protocol, expires_at })
  server.respond(quotePartnerPointsCall, partnerQuote)
  server.respond(redeemPartnerPointsCall, redeemed('completed'))
})

const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: pointsLabel })
const slider = () => screen.getByRole<HTMLInputElement>('slider')
async function quote(points = '2000') {
  const view = await openPage(path)
  fireEvent.input(field(), { target: { value: points } })
  await press('Ver quanto valem')
  return view
}
const redeem = () => confirm('Resgatar 1.000 pontos')

test('points are typed, stepped or slid, and the three inputs show the same number', async () => {
  await openPage(path)
  expect([field().value, slider().value]).toEqual(['500', '500'])
  await press('Mais 100 pontos')
  expect([field().value, slider().value]).toEqual(['600', '600'])
  fireEvent.change(slider(), { target: { value: '9900' } })
  await press('Mais 100 pontos')
  expect(field().value).toBe('10.000')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Mais 100 pontos' }).disabled).toBe(true)
  expect(slider().getAttribute('aria-valuetext')).toBe('10.000 pontos')
  await press('Menos 100 pontos')
  expect(field().value).toBe('9.900')
})

test('points between two steps are refused with the contract’s sentence before anything is sent', async () => {
  await quote('1250')
  expectText('Escolha entre 500 e 10.000 pontos, de 100 em 100.')
  expect(document.activeElement).toBe(field())
  expect(server.requestsOf(quotePartnerPointsCall)).toEqual([])
})

test('without a linked account, the exchange leads to the page that links it and knows the promotion', async () => {
  server.respond(listPartnersCall, [unlinkedPartner])
  await openPage(path)
  expectText('Vincule sua conta Asa Fidelidade para continuar.')
  expect(linkTo('Vincular conta')).toBe(`/parceiros/asa-fidelidade/vincular?promocao=${slug}`)
})

test('a quote shows both amounts and its remaining time, and confirming it once opens the result', async () => {
  const { history } = await quote()
  expect(server.bodiesOf(quotePartnerPointsCall)).toEqual([{ campaign_id, points: 2_000 }])
  expect(screen.getByRole('timer').textContent).toBe('5:00')
  expectText('10.340 pontos')
  await advanceTime(2_000)
  expect(screen.getByRole('timer').textContent).toBe('4:58')
  server.respond(readRedemptionCall, completedRedemption)
  await redeem()
  expect(server.requestsOf(redeemPartnerPointsCall).map(({ params, body }) => ({ params, body }))).toEqual([
    {
      params: { partner: 'asa-fidelidade', transaction_id },
      body: { transaction_id, campaign_id, points: 2_000, quote_id: partnerQuote.quote_id },
    },
  ])
  expect(history?.at(-1)).toBe(`/parceiros/resgates/${transaction_id}`)
})

test('a double press on the quote’s button does not redeem', async () => {
  await quote()
  await press('Resgatar 1.000 pontos')
  expect(server.requestsOf(redeemPartnerPointsCall)).toEqual([])
})

test('an expired quote cannot be confirmed, and is renewed for the same points', async () => {
  await quote()
  server.respond(quotePartnerPointsCall, {
    ...partnerQuote,
    quote_id: sampleId(1711),
    club_points: 960,
    expires_at: '2026-11-21T15:10:01.000Z',
  })
  await advanceTime(301_000)
  expectText(expired)
  expect(screen.queryByRole('button', { name: /^Resgatar/ })).toBeNull()
  await press('Ver nova cotação')
  expectText(expired)
  expect(server.bodiesOf(quotePartnerPointsCall)[1]).toEqual({ campaign_id, points: 2_000 })
  expect(screen.getByRole('timer').textContent).toBe('5:00')
  server.respond(readRedemptionCall, completedRedemption)
  await confirm('Resgatar 960 pontos')
  expect(server.bodiesOf(redeemPartnerPointsCall)).toMatchObject([{ quote_id: sampleId(1711) }])
})

test('a quote that the server considers expired is renewed at once, and nothing is redeemed without another press', async () => {
  await quote()
  server.respond(redeemPartnerPointsCall, refusal('partner-points.quote-expired'))
  server.respond(quotePartnerPointsCall, { ...partnerQuote, quote_id: sampleId(1711), club_points: 960 })
  await redeem()
  await settle()
  expectText(expired)
  expect(screen.getByRole('button', { name: 'Resgatar 960 pontos' }).ariaDisabled).toBe('true')
  expect(server.requestsOf(redeemPartnerPointsCall)).toHaveLength(1)
})

test('a quote above the configured value asks for the password in place, and a wrong one is corrected', async () => {
  server.respond(quotePartnerPointsCall, largeQuote)
  await quote('10000')
  await confirm('Resgatar 5.000 pontos')
  expectFieldError('Sua senha', 'Este campo não pode estar vazio')
  server.respond(redeemPartnerPointsCall, refusal('identity.wrong-current-password'))
  await type('Sua senha', 'Girassol-28')
  await press('Resgatar 5.000 pontos')
  expectFieldError('Sua senha', 'Senha atual incorreta.')
  server.respond(redeemPartnerPointsCall, redeemed('completed'))
  server.respond(readRedemptionCall, completedRedemption)
  await type('Sua senha', 'Girassol-27')
  await press('Resgatar 5.000 pontos')
  expect(server.bodiesOf(redeemPartnerPointsCall)).toMatchObject([
    { current_password: 'Girassol-28' },
    { current_password: 'Girassol-27', quote_id: largeQuote.quote_id },
  ])
})

test('a refusal by the partner is shown with its sentence, and the points can be changed', async () => {
  await quote()
  server.respond(
    redeemPartnerPointsCall,
    refusal('partner-points.not-authorized', { partner: 'Asa Fidelidade' }),
  )
  await redeem()
  expectText('O Asa Fidelidade não autorizou o resgate.')
  await press('Mudar os pontos')
  expect(field().value).toBe('2.000')
  expect(document.activeElement).toBe(field())
})

test('after a lost response only the same request can be sent again, also after a reload and after the quote expired', async () => {
  await quote()
  server.respond(redeemPartnerPointsCall, unreachable)
  await redeem()
  expectText(/nada é trocado duas vezes/)
  expect(screen.queryByRole('button', { name: 'Mudar os pontos' })).toBeNull()

  cleanup()
  await advanceTime(400_000)
  signIn()
  server.respond(listPartnersCall, [unlinkedPartner])
  server.respond(redeemPartnerPointsCall, redeemed('processing'))
  server.respond(readRedemptionCall, processingRedemption)
  const { history } = await openPage(path)
  expectText(/nada é trocado duas vezes/)
  await redeem()
  const [first, second] = server.requestsOf(redeemPartnerPointsCall)
  expect(second?.body).toEqual(first?.body)
  expect(second?.params).toEqual(first?.params)
  expect(server.requestsOf(startTransactionCall)).toHaveLength(1)
  expect(history?.at(-1)).toBe(`/parceiros/resgates/${transaction_id}`)

  cleanup()
  signIn()
  server.respond(listPartnersCall, [linkedPartner])
  await openPage(path)
  expect(field().value).toBe('500')
})

test('a failure before the redemption was sent does not unlock the amounts either', async () => {
  await quote()
  server.respond(startTransactionCall, unreachable)
  await redeem()
  expectText(/nada é trocado duas vezes/)
  expectToast('Verifique sua conexão com a internet e tente novamente!')
})
