import { listCampaignsCall, readCampaignCall } from '@clube/contract/campaigns/campaign-calls.ts'
import { startTransactionCall } from '@clube/contract/campaigns/transaction-calls.ts'
import * as calls from '@clube/contract/parking-voucher/calls.ts'
import { cleanup, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { syncServerTime } from '../../../platform/clock/server-clock.ts'
import { refusal, unreachable } from '../../../testing/fake-server.ts'
import { advanceTime } from '../../../testing/jsdom.ts'
import {
  appliedVoucher,
  parkingCampaign,
  parkingOffer,
  parkingRights,
  processingVoucher,
  redemptionOf,
  ticketNumber,
  ticketReading,
} from '../../../testing/parking-samples.ts'
import { sampleNow, samples } from '../../../testing/samples.ts'
import {
  confirm,
  expectFieldError,
  expectText,
  fieldValue,
  linkTo,
  press,
  server,
  type,
} from '../../../testing/screen-test.tsx'
import { openPage, setUpShopperScreens } from '../../../testing/shopper-screen.tsx'

const { transaction_id, protocol, expires_at } = samples.participation
const path = `/estacionamento/${parkingCampaign.slug}`
const voucherPath = `/estacionamento/vale/${appliedVoucher.transaction_id}`

setUpShopperScreens()
beforeEach(() => {
  vi.useFakeTimers({ now: new Date(sampleNow) })
  syncServerTime(sampleNow)
  server.respond(listCampaignsCall, [parkingCampaign])
  server.respond(readCampaignCall, parkingCampaign)
  server.respond(calls.readParkingOfferCall, parkingOffer)
  server.respond(calls.readParkingTicketCall, ticketReading)
  server.respond(startTransactionCall, { transaction_id, protocol, expires_at })
  server.respond(calls.redeemParkingVoucherCall, redemptionOf(appliedVoucher))
  server.respond(calls.readMyParkingVoucherCall, appliedVoucher)
})

const readTicket = async () => {
  await type('Número do ticket', ticketNumber)
  await press('Consultar ticket')
}
const redemptions = () => server.requestsOf(calls.redeemParkingVoucherCall)

test('a ticket shows fee, discount and what is left, and applying the voucher opens its page', async () => {
  const { history } = await openPage(path)
  await readTicket()
  const bill = screen.getByRole('region', { name: 'Edifício-garagem' }).textContent?.replaceAll('\u00a0', ' ')
  expect(bill).toContain('Entrada08:05')
  expect(bill).toContain('TarifaR$ 24,00Desconto do vale− R$ 20,00Com o vale, falta pagarR$ 4,00')
  expect(bill).toContain('O vale usaR$ 150,00 das notas de hoje')
  await confirm('Aplicar vale')
  expect(redemptions()).toMatchObject([
    {
      params: { ticket_number: ticketNumber },
      body: { campaign_id: parkingCampaign.campaign_id, transaction_id },
    },
  ])
  expect(history.at(-1)).toBe(voucherPath)
})

test('a ticket whose car left shows what was charged, and nothing that is still due', async () => {
  server.respond(calls.readParkingTicketCall, {
    ...ticketReading,
    stay: { ...ticketReading.stay, has_left: true },
    obstacle: 'Este ticket já saiu do estacionamento.',
  })
  await openPage(path)
  await readTicket()
  expectText('Este ticket já saiu do estacionamento.')
  const bill = screen.getByRole('region', { name: 'Edifício-garagem' })
  expect(bill.textContent).toContain('Tarifa')
  expect(bill.textContent).not.toContain('alta pagar')
})

test('an incomplete ticket number is refused without a request, and an unknown one at its field', async () => {
  await openPage(path)
  await type('Número do ticket', '12345')
  await press('Consultar ticket')
  expectFieldError('Número do ticket', 'Número do ticket inválido.')
  expect(server.requestsOf(calls.readParkingTicketCall)).toEqual([])
  server.respond(calls.readParkingTicketCall, refusal('parking-voucher.unknown-ticket'))
  await readTicket()
  expectFieldError('Número do ticket', 'Ticket não encontrado. Confira o número.')
})

test('a person without enough receipts is shown what is missing and the way there, and finds the ticket again afterwards', async () => {
  server.respond(calls.readParkingTicketCall, { ...ticketReading, right: parkingRights.missingReceipts })
  await openPage(path)
  await readTicket()
  expectText('Cadastre R$ 52,50 em notas de hoje para ganhar o vale.')
  expect(linkTo(/Cadastrar nota fiscal/)).toBe('/notas/nova')
  expect(screen.queryByRole('button', { name: 'Aplicar vale' })).toBeNull()
  cleanup()
  await openPage(path)
  expect(fieldValue('Número do ticket')).toBe('0041 2345 6789 06')
})

test('a ticket with an obstacle offers no voucher', async () => {
  server.respond(calls.readParkingTicketCall, {
    ...ticketReading,
    obstacle: 'Este ticket já saiu do estacionamento.',
  })
  await openPage(path)
  await readTicket()
  expectText('Este ticket já saiu do estacionamento.')
  expect(screen.queryByRole('button', { name: 'Aplicar vale' })).toBeNull()
  await press('Ler outro ticket')
  expect(screen.getByLabelText('Número do ticket')).toBeTruthy()
})

test('after a lost response the same participation is completed again', async () => {
  server.respond(calls.redeemParkingVoucherCall, unreachable, redemptionOf(appliedVoucher))
  const { history } = await openPage(path)
  await readTicket()
  await confirm('Aplicar vale')
  expectText(/Não recebemos a resposta do seu pedido\./)
  await confirm('Aplicar vale')
  expect(history.at(-1)).toBe(voucherPath)
  expect(server.requestsOf(startTransactionCall)).toHaveLength(1)
  expect(redemptions()).toHaveLength(2)
})

test('after a refusal the ticket must be read again, but not when the car park did not answer', async () => {
  server.respond(
    calls.redeemParkingVoucherCall,
    refusal('parking-voucher.no-answer'),
    refusal('parking-voucher.missing-receipts', { missing: 'R$ 52,50' }),
  )
  await openPage(path)
  await readTicket()
  await confirm('Aplicar vale')
  expectText(/^O estacionamento não respondeu\./)
  await confirm('Aplicar vale')
  expectText('Cadastre R$ 52,50 em notas de hoje para ganhar o vale.')
  expect(screen.queryByRole('button', { name: 'Aplicar vale' })).toBeNull()
  await press('Consultar de novo')
  expect(fieldValue('Número do ticket')).toBe('0041 2345 6789 06')
})

test('a voucher in processing is polled until the car park answers, and is not requested again', async () => {
  server.respond(calls.readMyParkingVoucherCall, processingVoucher, processingVoucher, appliedVoucher)
  await openPage(voucherPath)
  expectText('Em processamento')
  expectText(/Não repita a operação\./)
  await advanceTime(3_000)
  expectText('Em processamento')
  await advanceTime(3_000)
  expectText('Estacionamento liberado até 12:20')
  expect(document.activeElement?.textContent).toBe('Estacionamento liberado até 12:20')
  expect(redemptions()).toEqual([])
})

test('a released voucher counts down, and after the deadline suggests to read the ticket again', async () => {
  await openPage(voucherPath)
  expect(screen.getByRole('timer').textContent).toBe('20:00')
  expect(linkTo('Preciso de ajuda: vale-estacionamento')).toBe(
    `/atendimento/novo/vale/${appliedVoucher.transaction_id}`,
  )
  await advanceTime(20 * 60_000 + 1_000)
  expectText('O prazo para sair terminou às 12:20')
  expect(linkTo('Consultar o ticket de novo')).toBe('/estacionamento')
})

test('while the car has a voucher, another ticket is read only on request', async () => {
  server.respond(calls.listMyParkingVouchersCall, [appliedVoucher])
  await openPage('/estacionamento')
  expect(screen.queryByLabelText('Número do ticket')).toBeNull()
  await press('Usar um vale em outro ticket')
  expect(screen.getByLabelText('Número do ticket')).toBeTruthy()
})
