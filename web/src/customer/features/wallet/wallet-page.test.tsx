import { listMyTicketsCall } from '@clube/contract/event-tickets/calls.ts'
import { listMyWaitingEntriesCall } from '@clube/contract/event-tickets/waiting-list-calls.ts'
import { listMyGiftsCall } from '@clube/contract/free-gifts/calls.ts'
import { screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { syncServerTime } from '../../../platform/clock/server-clock.ts'
import { refusal } from '../../../testing/fake-server.ts'
import { sampleId, sampleNow, samples } from '../../../testing/samples.ts'
import { expectText, linkTo, server } from '../../../testing/screen-test.tsx'
import { openPage, setUpShopperScreens } from '../../../testing/shopper-screen.tsx'

const { giftVoucher, hold, reservation } = samples
const cancelled = { voucher_id: sampleId(60), state: 'cancelled', can_cancel: false } as const

setUpShopperScreens()
beforeEach(() => {
  vi.useFakeTimers({ now: new Date(sampleNow), toFake: ['Date'] })
  syncServerTime(sampleNow)
  server.respond(listMyWaitingEntriesCall, [])
  server.respond(listMyTicketsCall, [reservation])
  server.respond(listMyGiftsCall, [giftVoucher, { ...giftVoucher, ...cancelled }])
})

const links = () => screen.getAllByRole('link').map((link) => [link.getAttribute('href'), link.textContent])

test('the wallet lists what can be used, of all kinds, soonest first, and groups the rest below', async () => {
  await openPage('/carteira')
  const items = links().filter(([href]) => href !== '/' && href !== '/brindes' && href !== null)
  expect(items.slice(0, 3)).toEqual([
    [`/brindes/vale/${giftVoucher.voucher_id}`, expect.stringContaining('Para retirarPanetone artesanal')],
    ['/ingressos', expect.stringContaining('VálidoSessão da tarde')],
    [`/brindes/vale/${cancelled.voucher_id}`, expect.stringContaining('Cancelado')],
  ])
  expectText('Usados, cancelados e vencidos (1)')
})

test('the wallet links to the page of each kind, with what the person has there', async () => {
  await openPage('/carteira')
  expect(linkTo(/Meus ingressos.*2 ingressos/)).toBe('/ingressos')
  expect(linkTo(/Meus brindes.*1 brinde, até dom., 6 de dez., 12h/)).toBe('/brindes')
})

test('a held reservation in the wallet links to the page where it is confirmed', async () => {
  server.respond(listMyTicketsCall, [{ ...reservation, ...hold, state: 'held', tickets: [] }])
  await openPage('/carteira')
  expect(linkTo(/Confirme até/)).toBe('/ingressos/mostra')
})

test('a promotion kind that failed to load does not hide the others in the wallet', async () => {
  server.respond(listMyGiftsCall, refusal('session.password-required'))
  await openPage('/carteira')
  expect(linkTo(/VálidoSessão da tarde/)).toBe('/ingressos')
  expect(screen.getByRole('button', { name: 'Tentar novamente' })).toBeTruthy()
})

test('an empty wallet links to the promotions', async () => {
  server.respond(listMyTicketsCall, [])
  server.respond(listMyGiftsCall, [])
  await openPage('/carteira')
  expectText('Seus ingressos, brindes, prêmios e vales aparecem aqui.')
  expect(linkTo('Ver promoções')).toBe('/promocoes')
})
