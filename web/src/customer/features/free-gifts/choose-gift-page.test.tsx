import { readCampaignCall } from '@clube/contract/campaigns/campaign-calls.ts'
import { listCreditCall } from '@clube/contract/campaigns/credit-calls.ts'
import { startTransactionCall } from '@clube/contract/campaigns/transaction-calls.ts'
import * as calls from '@clube/contract/free-gifts/calls.ts'
import { readPointsCall } from '@clube/contract/points/calls.ts'
import { cleanup, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { syncServerTime } from '../../../platform/clock/server-clock.ts'
import { kioskChannel, saveServiceChannel } from '../../../platform/storage/service-channel.ts'
import { refusal, unreachable } from '../../../testing/fake-server.ts'
import { sampleNow, samples } from '../../../testing/samples.ts'
import { choose, confirm, expectText, heading, linkTo, press, server } from '../../../testing/screen-test.tsx'
import { openPage, setUpShopperScreens } from '../../../testing/shopper-screen.tsx'

const { giftCampaign, giftCredit, giftVoucher, gifts, participation, points } = samples
const { transaction_id, protocol, expires_at } = participation
const { campaign_id } = giftCampaign
const [panettone] = gifts.gifts
const [counter] = gifts.pickup_points
const printed = {
  voucher_id: giftVoucher.voucher_id,
  voucher_code: giftVoucher.short_code,
  qr: giftVoucher.qr_code,
  pdf_url: '/vale-brinde.pdf',
  copy_number: 0,
  expires_at: giftVoucher.expires_at,
  stock_remaining: 289,
}
const print = vi.fn()

setUpShopperScreens()
beforeEach(() => {
  vi.useFakeTimers({ now: new Date(sampleNow) })
  vi.stubGlobal('print', print.mockReset())
  syncServerTime(sampleNow)
  server.respond(readCampaignCall, giftCampaign)
  server.respond(calls.listGiftsCall, gifts)
  server.respond(calls.readGiftVoucherCall, giftVoucher)
  server.respond(listCreditCall, [giftCredit])
  server.respond(readPointsCall, points)
  server.respond(startTransactionCall, { transaction_id, protocol, expires_at })
  server.respond(calls.printGiftCall, printed)
})

const open = () => openPage(`/brindes/${giftCampaign.slug}`)
async function chooseFirst() {
  await press('Escolher Panetone artesanal, Chocolate')
  choose(/Balcão do Piso 1/)
}
const requestIds = () =>
  server.bodiesOf(calls.printGiftCall).map((body) => (body as { print_request_id: string }).print_request_id)
const textOf = (element: HTMLElement) => element.textContent?.replaceAll('\u00a0', ' ')

test('every gift is shown with its price, what is left of it, and what is left at each pickup point', async () => {
  await open()
  expectText('Restam 312 dos 2.000 recebidos')
  const [first, second, third] = screen.getAllByRole('article').map(textOf)
  expect(first).toContain('DisponívelRestam 302')
  expect(first).toContain('1 brinde a cada R$ 400,00 em notas')
  expect(first).toContain('Balcão do Piso 1Restam 290Quiosque da PraçaRestam 12')
  expect(second).toContain('Últimas unidadesRestam 10')
  expect(second).toContain('800 pontos')
  expect(second).toContain('Quiosque da PraçaEsgotado')
  expect(third).toContain('Esgotado')
  expect(third).toContain('1 brinde a cada R$ 400,00 em notas, mais 1.000 pontos')
  expect(screen.queryByRole('button', { name: 'Escolher Cesta de Natal' })).toBeNull()
})

test('a gift for which the person has too few receipts or points shows what is missing', async () => {
  server.respond(listCreditCall, [
    { ...giftCredit, participations: 0, reached_cents: 31_250, missing_cents: 8_750 },
  ])
  server.respond(readPointsCall, { ...points, balance: 500 })
  await open()
  const [first, second] = screen.getAllByRole('article').map(textOf)
  expect(textOf(screen.getByRole('region', { name: 'O que você tem' }))).toContain(
    'R$ 312,50 de R$ 400,00faltam R$ 87,50',
  )
  expect(first).toContain('Faltam R$ 87,50 para você ganhar este brinde.')
  expect(second).toContain('Saldo insuficiente. Você tem 500 pontos.')
  expect(screen.queryByRole('button', { name: /^Escolher/ })).toBeNull()
})

test('after the end of a promotion, the gift page says which gifts are no longer available, and suggests no new receipts', async () => {
  server.respond(readCampaignCall, { ...giftCampaign, state: 'ended' })
  server.respond(listCreditCall, [
    { ...giftCredit, has_ended: true, participations: 0, reached_cents: 31_250, missing_cents: 8_750 },
  ])
  await open()
  const [first, second] = screen.getAllByRole('article').map(textOf)
  expect(first).toContain('A promoção terminou, e suas notas não completaram o valor deste brinde.')
  expect(second).toContain('A promoção terminou: este brinde não pode mais ser trocado por pontos.')
  expect(screen.queryByRole('link', { name: 'Cadastrar nota fiscal' })).toBeNull()
  expect(screen.queryByRole('button', { name: /^Escolher/ })).toBeNull()
})

test('confirming a gift and a pickup point issues the voucher and shows its codes', async () => {
  await open()
  await chooseFirst()
  expect(linkTo(/^Regulamento da promoção/)).toBe(
    `/documentos/promotion_regulation?version=1.0&scope=${giftCampaign.slug}`,
  )
  await confirm('Confirmar')
  expect(heading()).toBe('Brinde garantido!')
  expectText(giftVoucher.short_code)
  expect(linkTo('Ver na Carteira')).toBe('/carteira')
  expect(server.bodiesOf(calls.printGiftCall)).toEqual([
    {
      transaction_id,
      campaign_id,
      gift_id: panettone?.gift_id,
      pickup_point_id: counter?.pickup_point_id,
      print_request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    },
  ])
  expect(localStorage.getItem('giftChoice')).toBeNull()
})

test('a gift without a chosen pickup point is not requested', async () => {
  await open()
  await press('Escolher Panetone artesanal, Chocolate')
  await confirm('Confirmar')
  expectText('Escolha onde retirar')
  expect(server.bodiesOf(startTransactionCall)).toEqual([])
})

test('if a gift is left at only one pickup point, that point is preselected, and the balance of points is shown', async () => {
  await open()
  await press('Escolher Sacola de algodão')
  expect(screen.getByLabelText<HTMLInputElement>(/Balcão do Piso 1/).checked).toBe(true)
  expect(screen.getByLabelText<HTMLInputElement>(/Quiosque da Praça/).disabled).toBe(true)
  expectText(/seu saldo: 1\.250 pontos/)
})

test('after a lost response, the same request for a gift is repeated, even after the person has left the page', async () => {
  server.respond(calls.printGiftCall, unreachable, unreachable, printed)
  await open()
  await chooseFirst()
  await confirm('Confirmar')
  expectText(/nada é usado duas vezes/)
  expect(screen.queryByRole('button', { name: 'Trocar' })).toBeNull()
  await confirm('Confirmar')
  cleanup()
  await open()
  expectText(/nada é usado duas vezes/)
  await confirm('Confirmar')
  expect(heading()).toBe('Brinde garantido!')
  const [first, ...others] = server.bodiesOf(calls.printGiftCall)
  expect(others).toEqual([first, first])
  expect(server.bodiesOf(startTransactionCall)).toHaveLength(1)
})

test('an unconfirmed gift choice is restored when the person returns to the page', async () => {
  await open()
  await chooseFirst()
  cleanup()
  await open()
  expectText('Confirme o seu brinde')
  expect(screen.getByLabelText<HTMLInputElement>(/Balcão do Piso 1/).checked).toBe(true)
  await press('Trocar')
  expectText('Escolha o seu brinde')
})

test.each([
  ['free-gifts.gift-sold-out', {}, 'Este brinde acabou. Escolha outro.'],
  ['free-gifts.sold-out', {}, 'Os brindes acabaram. Sua nota continua válida para outras promoções.'],
  [
    'free-gifts.not-at-this-point',
    { points: 'Quiosque da Praça' },
    'Este brinde acabou neste ponto de retirada. Ainda há em: Quiosque da Praça.',
  ],
  ['free-gifts.missing-receipts', { missing: 'R$ 87,50' }, 'Faltam R$ 87,50 para você ganhar este brinde.'],
  ['points.insufficient', { balance: 500 }, 'Saldo insuficiente. Você tem 500 pontos.'],
] as const)(
  'the refusal %s is shown on the page, and the next attempt is a new request',
  async (code, values, message) => {
    server.respond(calls.printGiftCall, refusal(code, values))
    await open()
    await chooseFirst()
    await confirm('Confirmar')
    expectText(message)
    await confirm('Confirmar')
    expect(new Set(requestIds()).size).toBe(2)
  },
)

test('a person who cannot take part sees the reason and no gift to choose', async () => {
  const reason = { code: 'campaigns.limit-reached', message: 'Limite de 3 brindes por CPF atingido.' }
  server.respond(readCampaignCall, {
    ...giftCampaign,
    eligibility: { eligible: false, reasons: [reason] },
  })
  await open()
  expectText('Limite de 3 brindes por CPF atingido.')
  expect(screen.queryByRole('button', { name: /^Escolher/ })).toBeNull()
})

test('a kiosk that prints without a dialog prints the new voucher once and then announces the end of the session, which can be postponed', async () => {
  saveServiceChannel(kioskChannel, 'temporary')
  await openPage(`/brindes/${giftCampaign.slug}`, { kiosk: { silent_print: 'yes' } })
  await chooseFirst()
  await confirm('Confirmar e imprimir')
  await vi.waitFor(() => expect(print).toHaveBeenCalledTimes(1))
  await vi.waitFor(() => expectText('Sua sessão termina em 30 s.'))
  await press('Ficar mais um pouco')
  expect(screen.queryByText(/Sua sessão termina/)).toBeNull()
})

test('a kiosk with a print dialog opens it only when the person asks for it', async () => {
  saveServiceChannel(kioskChannel, 'temporary')
  await open()
  await chooseFirst()
  await confirm('Confirmar')
  expect(heading()).toBe('Brinde garantido!')
  expect(print).not.toHaveBeenCalled()
  await press('Imprimir vale')
  await vi.waitFor(() => expect(print).toHaveBeenCalledTimes(1))
  await vi.waitFor(() => expectText(/^Pegue o seu vale impresso/))
})
