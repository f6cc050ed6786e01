import { listCampaignsCall, readCampaignCall } from '@clube/contract/campaigns/campaign-calls.ts'
import { listCreditCall } from '@clube/contract/campaigns/credit-calls.ts'
import { startTransactionCall } from '@clube/contract/campaigns/transaction-calls.ts'
import { listMyTicketsCall } from '@clube/contract/event-tickets/calls.ts'
import { listMyWaitingEntriesCall } from '@clube/contract/event-tickets/waiting-list-calls.ts'
import { readProfileCall } from '@clube/contract/identity/profile-call.ts'
import { readPointsCall } from '@clube/contract/points/calls.ts'
import { listReceiptsCall } from '@clube/contract/receipts/receipt-calls.ts'
import { drawScratchCardCall, listMyScratchCardsCall } from '@clube/contract/scratch-card/calls.ts'
import { findScratchCampaignCall, readScratchOfferCall } from '@clube/contract/scratch-card/offer-calls.ts'
import { drawRefusals } from '@clube/contract/scratch-card/refusals.ts'
import { formatScratchCode } from '@clube/contract/scratch-card/scratch-code.ts'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { syncServerTime } from '../../../platform/clock/server-clock.ts'
import { signInPathFor } from '../../../platform/navigation/paths.ts'
import { setSession } from '../../../platform/session/session-store.ts'
import { kioskChannel, saveServiceChannel } from '../../../platform/storage/service-channel.ts'
import { refusal, unreachable } from '../../../testing/fake-server.ts'
import { sampleId, sampleNow, samples } from '../../../testing/samples.ts'
import {
  drawnCard,
  noCards,
  ownCard,
  receiptCampaign,
  scratchCampaign,
  scratchCode,
  scratchCredit,
  scratchOffer,
  scratchPrizes,
  waitingCard,
} from '../../../testing/scratch-card-samples.ts'
import { expectText, heading, linkTo, press, server, settle } from '../../../testing/screen-test.tsx'
import { openPage, setUpShopperScreens } from '../../../testing/shopper-screen.tsx'

const { transaction_id, protocol, expires_at } = samples.participation
const { slug, cd_identificador } = scratchCampaign
const customer_id = sampleId(70)
const path = `/raspadinha/${slug}`
const { message: invalidCode } = drawRefusals['scratch-card.invalid-code']

setUpShopperScreens()
beforeEach(() => {
  vi.useFakeTimers({ now: new Date(sampleNow) })
  syncServerTime(sampleNow)
  setSession({ kind: 'signedIn', level: 'customer', customer_name: 'Ana', account_id: customer_id })
  server.respond(readCampaignCall, scratchCampaign)
  server.respond(readScratchOfferCall, scratchOffer)
  server.respond(listMyScratchCardsCall, noCards)
  server.respond(startTransactionCall, { transaction_id, protocol, expires_at })
  server.respond(drawScratchCardCall, drawnCard(scratchPrizes.service))
})

/** Opens another page later: nothing read before is still in memory. */
async function reopen(at: string) {
  cleanup()
  setSession({ kind: 'signedIn', level: 'customer', customer_name: 'Ana', account_id: customer_id })
  return openPage(at)
}
const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Código da raspadinha' })
async function typeCode(code: string): Promise<void> {
  fireEvent.input(field(), { target: { value: code } })
  await settle()
}
async function draw(code = scratchCode): Promise<void> {
  await typeCode(code)
  await press('Continuar')
}
const results = () => screen.queryAllByRole('heading', { name: /Você ganhou|não tinha prêmio/ })

test('a typed code is grouped, look-alike characters become the printed ones, and the request contains what is shown', async () => {
  await openPage(path)
  await typeCode('o1k7')
  expect(field().value).toBe('QJK7')
  await draw(scratchCode.toLowerCase())
  expect(server.bodiesOf(drawScratchCardCall)).toEqual([
    {
      id: customer_id,
      alphanumero: formatScratchCode(scratchCode),
      cd_identificador,
      service_channel: undefined,
      transacao_id: transaction_id,
    },
  ])
})

test('a code with a typing error is refused at its last character, without a request', async () => {
  await openPage(path)
  await typeCode(scratchCode.slice(0, -1))
  expect(screen.queryByText(invalidCode)).toBeNull()
  await typeCode(`${scratchCode.slice(0, -1)}${scratchCode.endsWith('Z') ? 'Y' : 'Z'}`)
  expectText(invalidCode)
  await press('Continuar')
  expect(server.requestsOf(startTransactionCall)).toEqual([])
  expect(server.requestsOf(drawScratchCardCall)).toEqual([])
})

test('the result is hidden from screen readers until it is revealed, and then its heading has the focus', async () => {
  await openPage(path)
  await draw()
  expect(results()).toEqual([])
  expect(screen.queryByText(scratchPrizes.service.title, { ignore: '[aria-hidden] *' })).toBeNull()
  await press('Revelar resultado')
  const [won] = results()
  expect(results()).toHaveLength(1)
  expect(screen.getByRole('heading', { name: `Você ganhou: ${scratchPrizes.service.title}!` })).toBe(won)
  expect(document.activeElement).toBe(won)
  expectText(/Retire até/)
})

test('a card without a prize shows that it has none, and offers the next card', async () => {
  server.respond(drawScratchCardCall, drawnCard(null))
  await openPage(path)
  await draw()
  await press('Revelar resultado')
  expect(results()[0]?.textContent).toBe('Esta raspadinha não tinha prêmio.')
  await press('Raspar outra')
  expect(field().value).toBe('')
})

test('the prize of a new card links to its award, or to the balance if it is points', async () => {
  const own = ownCard(scratchPrizes.service, 1204)
  server.respond(listMyScratchCardsCall, noCards, { waiting: [], drawn: [own] })
  await openPage(path)
  await draw()
  await press('Revelar resultado')
  expect(linkTo('Ver meu prêmio')).toBe(`/raspadinhas/premios/${own.award?.award_id}`)
  expect(linkTo('Preciso de ajuda: raspadinha número 1204')).toBe(
    `/atendimento/novo/participacao/${own.transaction_id}`,
  )

  server.respond(drawScratchCardCall, drawnCard(scratchPrizes.points))
  await reopen(path)
  await draw()
  await press('Revelar resultado')
  expectText('Os pontos já estão no seu saldo.')
  expect(linkTo('Ver meus pontos')).toBe('/pontos')
})

test.each([
  ['scratch-card.code-used', {}],
  ['scratch-card.other-campaign', {}],
  ['scratch-card.none-today', {}],
] as const)('the refusal %s is shown above the form, which keeps the code', async (code, values) => {
  server.respond(drawScratchCardCall, refusal(code, values))
  await openPage(path)
  await draw()
  expect(screen.getByRole('alert').textContent).toBe(drawRefusals[code].message)
  expect(field().value).toBe(formatScratchCode(scratchCode))
})

test.each([
  [1, 'Você já usou 1 raspadinha hoje, o limite por dia. Volte amanhã.'],
  [3, 'Você já usou 3 raspadinhas hoje, o limite por dia. Volte amanhã.'],
])('the message of the daily limit of %i cards has the correct grammatical number', async (n, text) => {
  server.respond(drawScratchCardCall, refusal('scratch-card.daily-limit', { n }))
  await openPage(path)
  await draw()
  expect(screen.getByRole('alert').textContent).toBe(text)
})

test('a code that the server does not know is shown as an error of the field', async () => {
  server.respond(drawScratchCardCall, refusal('scratch-card.invalid-code'))
  await openPage(path)
  await draw()
  expectText(invalidCode)
  expect(screen.queryByRole('alert')).toBeNull()
})

test('after a lost response, the same participation is sent again and returns the same card', async () => {
  server.respond(drawScratchCardCall, unreachable, drawnCard(scratchPrizes.goods))
  await openPage(path)
  await draw()
  expectText(/Não recebemos a resposta\./)
  await press('Continuar')
  await press('Revelar resultado')
  expect(results()[0]?.textContent).toContain(scratchPrizes.goods.title)
  const bodies = server.bodiesOf(drawScratchCardCall)
  expect(bodies).toHaveLength(2)
  expect(bodies[0]).toEqual(bodies[1])
  expect(server.requestsOf(startTransactionCall)).toHaveLength(1)
})

test('a card whose page was closed before it was scratched can be scratched later on the same device by the same account', async () => {
  const own = { ...ownCard(scratchPrizes.service, 1204), drawn_at: sampleNow }
  await openPage(path)
  await draw()
  server.respond(listMyScratchCardsCall, { waiting: [], drawn: [own] })
  await reopen('/raspadinhas')
  expect(linkTo(/^Raspadinha fechada/)).toBe(`/raspadinhas/cartao/${own.campaign_id}/1204`)
  expect(screen.queryByText(own.prize?.title ?? '')).toBeNull()
  await reopen(`/raspadinhas/cartao/${own.campaign_id}/1204`)
  await press('Revelar resultado')
  await reopen('/raspadinhas')
  expectText(own.prize?.title ?? '')
  expect(screen.queryByText('Raspadinha fechada')).toBeNull()
})

test('a card of a request whose response never arrived can be scratched later', async () => {
  const own = { ...ownCard(scratchPrizes.goods, 77), drawn_at: sampleNow }
  server.respond(drawScratchCardCall, unreachable)
  await openPage(path)
  await draw()
  const earlier = { ...ownCard(null, 12), drawn_at: '2026-11-20T15:00:00.000Z' }
  server.respond(listMyScratchCardsCall, { waiting: [], drawn: [own, earlier] })
  await reopen('/raspadinhas')
  expectText('Raspadinha fechada')
  expect(screen.queryByText('Café com bolo')).toBeNull()
  expectText('Sem prêmio')
})

test('a kiosk stores no cards of a customer', async () => {
  saveServiceChannel(kioskChannel, 'temporary')
  await openPage(path)
  await draw()
  expect(JSON.stringify({ ...localStorage })).not.toContain(scratchCampaign.campaign_id)
})

test('cards earned by receipts and cards given at the desk are drawn without typing a code', async () => {
  server.respond(readCampaignCall, receiptCampaign)
  server.respond(readScratchOfferCall, { ...scratchOffer, earned_by: ['receipts', 'desk'] })
  server.respond(listCreditCall, [scratchCredit])
  await openPage(path)
  expectText('Você já tem direito a 2 raspadinhas.')
  expect(screen.queryByRole('textbox')).toBeNull()
  await press('Raspar agora')
  await press('Revelar resultado')

  server.respond(readScratchOfferCall, { ...scratchOffer, earned_by: ['desk'] })
  server.respond(listMyScratchCardsCall, { waiting: [waitingCard], drawn: [] })
  await reopen(path)
  expectText('Você tem 1 raspadinha do balcão.')
  await press('Raspar agora')
  expect(
    server.bodiesOf(drawScratchCardCall).map((body) => (body as { alphanumero: string }).alphanumero),
  ).toEqual(['', waitingCard.code])
})

test('before the deck is sealed nothing can be drawn', async () => {
  server.respond(readScratchOfferCall, { ...scratchOffer, deck: null })
  await openPage(path)
  expectText(/ainda não foram liberadas/)
  expect(screen.queryByRole('textbox')).toBeNull()
})

test('a printed link opens its promotion with the code filled in, and no URL in the history contains the code', async () => {
  server.respond(listCampaignsCall, [scratchCampaign])
  setSession({ kind: 'signedOut' })
  const { history } = await openPage(`/raspadinha?cd_identificador=${cd_identificador}&codigo=${scratchCode}`)
  expect(history).toEqual([signInPathFor(path)])
  await reopen(path)
  expect(field().value).toBe(formatScratchCode(scratchCode))
})

test('a link to a promotion that does not exist shows an explanation', async () => {
  server.respond(listCampaignsCall, [scratchCampaign])
  server.respond(findScratchCampaignCall, refusal('campaigns.unknown'))
  await openPage(`/raspadinha?cd_identificador=999&codigo=${scratchCode}`)
  expect(heading()).toBe('Raspadinha')
  expectText(/Esta raspadinha não está em andamento\./)
})

test.each([
  ['ended', /^Esta promoção terminou em /],
  ['scheduled', /^Esta promoção começa em /],
  ['paused', /^Esta promoção está pausada\. Guarde o código/],
] as const)('a link to a promotion that is %s shows that state', async (state, sentence) => {
  const { starts_at, ends_at } = scratchCampaign
  server.respond(listCampaignsCall, state === 'scheduled' ? [{ ...scratchCampaign, state }] : [])
  server.respond(findScratchCampaignCall, { slug: scratchCampaign.slug, state, starts_at, ends_at })
  const { history } = await openPage(`/raspadinha?cd_identificador=${cd_identificador}&codigo=${scratchCode}`)
  expectText(sentence)
  if (state === 'scheduled') expect(history).toEqual([`/raspadinha?cd_identificador=${cd_identificador}`])
  expect(linkTo('Ver a promoção')).toBe(`/promocoes/${scratchCampaign.slug}`)
})

test('the home page shows cards that were given at the desk, with a link to their promotion', async () => {
  server.respond(listCampaignsCall, [scratchCampaign])
  server.respond(listMyScratchCardsCall, { waiting: [waitingCard], drawn: [] })
  server.respond(readProfileCall, samples.profile)
  server.respond(readPointsCall, samples.points)
  server.respond(listReceiptsCall, [])
  server.respond(listMyTicketsCall, [])
  server.respond(listMyWaitingEntriesCall, [])
  await openPage('/')
  expect(linkTo(/^Você ganhou 1 raspadinha.*Do balcão, em Raspadinha da sorte\.$/)).toBe(path)
})
