import { listCreditCall } from '@clube/contract/campaigns/credit-calls.ts'
import { listTransactionsCall } from '@clube/contract/campaigns/transaction-calls.ts'
import {
  readMyParkingVoucherCall,
  readParkingOfferCall,
  readParkingTicketCall,
} from '@clube/contract/parking-voucher/calls.ts'
import { parkingProcessingMessage } from '@clube/contract/parking-voucher/stay.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { inTransaction } from '../../db/database.ts'
import { eraseParticipations } from '../campaigns/index.ts'
import { dataOf, pointsSettings, useParkingClub } from './parking-club.testing.ts'

const club = useParkingClub()
const minuteMs = 60_000
/** 10 December, noon in the club. */
const noon = '2026-12-10T15:00:00Z'

beforeEach(() => {
  club.clock.set(noon)
  club.notices.length = 0
})

const read = (
  { browser }: { browser: Awaited<ReturnType<typeof club.join>>['browser'] },
  campaign_id: string,
  ticket_number: string,
) => browser.send(readParkingTicketCall, { body: { campaign_id, ticket_number } })

describe('reading a ticket', () => {
  test('a ticket is read with its fee, what a voucher pays, and the receipts of the day that are missing', async () => {
    const { id } = await club.receiptsCampaign({ value: { kind: 'amount', cents: 10_00 } })
    const person = await club.join()
    await club.receipt(person.customer_id, 120_00, { issued_on: '2026-12-10' })
    await club.receipt(person.customer_id, 500_00, { issued_on: '2026-12-09' })
    const ticket_number = club.park()
    const { stay, ...described } = dataOf(
      await read(person, id, ` ${ticket_number.slice(0, 4)} ${ticket_number.slice(4)}`),
    )
    expect(stay).toEqual({
      ticket_number,
      garage_id: 'G1',
      garage_name: 'Subsolo',
      entered_at: '2026-12-10T13:20:00.000Z',
      read_at: '2026-12-10T15:00:00.000Z',
      vehicle: 'car',
      has_left: false,
      fee_cents: 14_00,
      discount_cents: 0,
      due_cents: 14_00,
      leave_by: null,
    })
    expect(described).toEqual({
      voucher: { discount_cents: 10_00, due_cents: 4_00 },
      obstacle: null,
      right: {
        kind: 'receipts',
        is_met: false,
        counts_from: '2026-12-10',
        every_cents: 150_00,
        reached_cents: 120_00,
        missing_cents: 30_00,
      },
    })
    await club.receipt(person.customer_id, 30_00, { issued_on: '2026-12-10' })
    expect(dataOf(await read(person, id, ticket_number)).right).toMatchObject({ is_met: true })
  })

  test('receipts of yesterday count for a car that was parked then', async () => {
    const { id } = await club.receiptsCampaign()
    const person = await club.join()
    await club.receipt(person.customer_id, 150_00, { issued_on: '2026-12-09' })
    const overnight = club.park({ entered_at: '2026-12-09T23:00:00Z' })
    expect(dataOf(await read(person, id, overnight)).right).toMatchObject({
      is_met: true,
      counts_from: '2026-12-09',
    })
    expect(dataOf(await read(person, id, club.park())).right).toMatchObject({
      is_met: false,
      counts_from: '2026-12-10',
    })
    expect(dataOf(await club.use(person, id, overnight))).toMatchObject({ status: 'applied' })
  })

  test('the progress of receipts in a campaign counts those of today', async () => {
    const { id: campaign_id } = await club.receiptsCampaign()
    const person = await club.join()
    const progress = async () =>
      dataOf(await person.browser.send(listCreditCall)).find((each) => each.campaign_id === campaign_id)
    await club.receipt(person.customer_id, 450_00, { issued_on: '2026-12-09' })
    expect(await progress()).toMatchObject({ participations: 0, reached_cents: 0, receipts: [] })
    const today = await club.receipt(person.customer_id, 200_00, { issued_on: '2026-12-10' })
    expect(await progress()).toMatchObject({
      kind: 'parking_voucher',
      participations: 1,
      receipts: [{ purchase_id: today }],
    })
    club.clock.advance(24 * 3_600_000)
    expect(await progress()).toMatchObject({ participations: 0, receipts: [] })
  })

  test('a ticket is read with the price in points and the points that can be spent', async () => {
    const { id } = await club.pointsCampaign()
    const person = await club.join()
    const right = { kind: 'points', is_met: true, points: 50, balance: 500 }
    expect(dataOf(await read(person, id, club.park())).right).toEqual(right)
  })

  test.each([
    [
      'a motorcycle where only cars take part',
      { vehicle: 'motorcycle' as const },
      'Nesta promoção, o vale não é para este tipo de veículo: Moto.',
    ],
    [
      'a monthly pass',
      { vehicle: 'monthly' as const },
      'Nesta promoção, o vale não é para este tipo de veículo: Mensalista.',
    ],
    ['a ticket within the grace period', { entered_at: noon }, 'Este ticket não tem valor a pagar.'],
    [
      'a ticket of another garage',
      { garage_id: 'G9' },
      'Este ticket é de um estacionamento que não participa da promoção.',
    ],
  ])('reading %s says why no voucher can be applied', async (_what, ticket, obstacle) => {
    const { id } = await club.pointsCampaign({ vehicles: ['car'] })
    expect(dataOf(await read(await club.join(), id, club.park(ticket)))).toMatchObject({ obstacle })
  })

  test('a monthly pass of a campaign for monthly passes has nothing to pay', async () => {
    const { id } = await club.pointsCampaign({ vehicles: ['monthly'] })
    const { stay, obstacle } = dataOf(await read(await club.join(), id, club.park({ vehicle: 'monthly' })))
    expect(obstacle).toBe('Este ticket não tem valor a pagar.')
    expect(stay).toMatchObject({ vehicle: 'monthly', due_cents: 0 })
  })

  test('reading an impossible number, an unknown ticket or a silent car park is refused', async () => {
    const { id } = await club.pointsCampaign()
    const person = await club.join()
    expect(await read(person, id, '12 345')).toMatchObject({
      status: 422,
      code: 'parking-voucher.invalid-ticket',
      message: 'Número do ticket inválido.',
    })
    expect(await read(person, id, '123456')).toMatchObject({
      status: 404,
      message: 'Ticket não encontrado. Confira o número.',
    })
    for (const misbehavior of [
      'closed',
      'html',
      'wrong-types',
      'oversized',
      'redirect',
      'error-500',
    ] as const) {
      club.local().misbehave(misbehavior, { requests: 'always' })
      club.connection.carPark = club.local().connect({})
      expect(await read(person, id, club.park())).toMatchObject({
        status: 409,
        code: 'parking-voucher.no-answer',
      })
      club.local().behave()
    }
  })

  test('a person can read a limited number of tickets per hour', async () => {
    const { id } = await club.pointsCampaign()
    const person = await club.join()
    const ticket_number = club.park()
    for (let reads = 0; reads < 60; reads += 1) dataOf(await read(person, id, ticket_number))
    expect(await read(person, id, ticket_number)).toMatchObject({ status: 429 })
    club.clock.advance(60 * minuteMs)
    expect(await read(person, id, ticket_number)).toMatchObject({ status: 200 })
  })

  test('what a campaign offers is public', async () => {
    const { id } = await club.pointsCampaign()
    const { value, price, garages, vehicles } = pointsSettings
    const query = { campaign_id: id }
    expect(dataOf(await club.visitor().send(readParkingOfferCall, { query }))).toEqual({
      value,
      price,
      garages,
      vehicles,
    })
    const unknown = { campaign_id: '019b0000-0000-7000-8000-000000000000' }
    expect(await club.visitor().send(readParkingOfferCall, { query: unknown })).toMatchObject({
      status: 404,
      code: 'campaigns.unknown',
    })
  })
})

describe('redeeming', () => {
  test('a voucher that pays everything lets the car leave for twenty minutes, and uses the receipts of the day', async () => {
    const { id } = await club.receiptsCampaign()
    const person = await club.join()
    await club.receipt(person.customer_id, 150_00, { issued_on: '2026-12-10' })
    const ticket_number = club.park()
    const transaction_id = await club.start(person, id)
    const request = { ticket_number, campaign_id: id, transaction_id }
    const redeemed = dataOf(await club.redeem(person, request))
    expect(redeemed).toEqual({
      status: 'applied',
      transaction_id,
      protocol: expect.stringMatching(/^2026-\d{6}-\d$/) as string,
      ticket_number,
      garage_name: 'Subsolo',
      discount_cents: 14_00,
      due_cents: 0,
      // The fee covers three hours.
      leave_by: '2026-12-10T16:20:00.000Z',
      message: 'Estacionamento liberado até 13:20',
    })
    expect(club.granted(ticket_number)).toEqual([14_00])
    expect(await club.mine(person)).toMatchObject([
      { state: 'applied', is_current: true, message: 'Estacionamento liberado até 13:20', ticket_number },
    ])
    // The same participation with the same body, later.
    club.clock.advance(30 * minuteMs)
    expect(dataOf(await club.redeem(person, request))).toEqual(redeemed)
    expect(club.granted(ticket_number)).toEqual([14_00])
    expect(await club.use(person, id, club.park())).toMatchObject({
      status: 409,
      message: 'Cadastre R$\u00a0150,00 em notas de hoje para ganhar o vale.',
    })
    expect(club.notices).toEqual([])
  })

  test('when the fee grows after the ticket was read, the response says what is still due', async () => {
    const { id } = await club.pointsCampaign()
    const person = await club.join()
    const ticket_number = club.park()
    expect(dataOf(await read(person, id, ticket_number)).stay).toMatchObject({ due_cents: 14_00 })
    club.clock.advance(5 * 60 * minuteMs)
    expect(dataOf(await club.use(person, id, ticket_number))).toMatchObject({
      status: 'applied',
      discount_cents: 20_00,
      due_cents: 6_00,
      leave_by: null,
      message: 'Desconto de R$\u00a020,00 aplicado. Faltam R$\u00a06,00: pague antes de sair.',
    })
  })

  test('a driver who stays after the voucher must pay, and the stay gets no second voucher', async () => {
    const { id } = await club.pointsCampaign()
    const person = await club.join()
    const ticket_number = club.park()
    dataOf(await club.use(person, id, ticket_number))
    club.clock.advance(3 * 60 * minuteMs)
    expect(dataOf(await read(person, id, ticket_number))).toMatchObject({
      stay: { due_cents: 6_00 },
      obstacle: 'Este ticket já recebeu um vale nesta permanência.',
    })
    expect(await club.use(person, id, ticket_number)).toMatchObject({
      code: 'parking-voucher.already-applied',
    })
    expect(await club.mine(person)).toMatchObject([
      { message: 'O prazo para sair terminou às 13:20. Confira no estacionamento o que falta pagar.' },
    ])
    expect(await club.balanceOf(person.customer_id)).toBe(450)
  })

  test('a ticket that was paid and is due again gets a voucher for what is due', async () => {
    const { id } = await club.pointsCampaign()
    const person = await club.join()
    const ticket_number = club.park()
    club.local().pay(ticket_number)
    expect(await club.use(person, id, ticket_number)).toMatchObject({ code: 'parking-voucher.nothing-due' })
    club.clock.advance(3 * 60 * minuteMs)
    expect(dataOf(await club.use(person, id, ticket_number))).toMatchObject({ discount_cents: 6_00 })
  })

  test('a voucher for a ticket that has another discount is refused, and what it used is returned', async () => {
    const { id } = await club.pointsCampaign()
    const person = await club.join()
    const ticket_number = club.park({ other_discount_cents: 8_00 })
    expect(await club.use(person, id, ticket_number)).toMatchObject({
      status: 409,
      message: 'Este ticket já recebeu um vale nesta permanência.',
    })
    expect(await club.balanceOf(person.customer_id)).toBe(500)
    expect(await club.mine(person)).toMatchObject([{ state: 'failed', is_current: false }])
  })

  test('a passwordless session redeems within the points of the day', async () => {
    const { id } = await club.pointsCampaign({ price: { kind: 'points', points: 300 } })
    const { customer_id } = await club.join()
    await club.earn(customer_id, 500)
    const person = { customer_id, browser: club.identify(customer_id) }
    dataOf(await club.use(person, id, club.park()))
    expect(await club.use(person, id, club.park())).toMatchObject({
      status: 403,
      code: 'session.password-required',
    })
  })

  test('a lost answer of the car park is found by the key, and the voucher is applied once', async () => {
    const { id } = await club.pointsCampaign()
    const person = await club.join()
    const ticket_number = club.park()
    const transaction_id = await club.start(person, id)
    const request = { ticket_number, campaign_id: id, transaction_id }
    club.local().misbehave('loses-answer', { operation: 'apply', requests: 'always' })
    expect(dataOf(await club.redeem(person, request))).toMatchObject({
      status: 'processing',
      discount_cents: null,
      message: parkingProcessingMessage,
    })
    expect(dataOf(await club.redeem(person, request))).toMatchObject({ status: 'processing' })
    const params = { transaction_id }
    expect(dataOf(await person.browser.send(readMyParkingVoucherCall, { params }))).toMatchObject({
      state: 'processing',
      is_current: true,
    })
    expect(dataOf(await person.browser.send(listTransactionsCall))).toMatchObject([{ status: 'processing' }])
    club.local().behave()
    club.clock.advance(61_000)
    club.connection.carPark = club.local().connect({})
    await club.promotion.purge()
    expect(dataOf(await club.redeem(person, request))).toMatchObject({
      status: 'applied',
      discount_cents: 14_00,
    })
    expect(club.granted(ticket_number)).toEqual([14_00])
    // The result came later than a minute.
    expect(club.notices.map(({ template }) => template)).toEqual(['parking-applied'])
    expect(await club.balanceOf(person.customer_id)).toBe(450)
  })

  test('a request that never arrived is repeated with the same key while the car is parked', async () => {
    const { id } = await club.pointsCampaign()
    const person = await club.join()
    const ticket_number = club.park()
    club.local().misbehave('closed', { operation: 'apply', requests: 'always' })
    dataOf(await club.use(person, id, ticket_number))
    expect(club.granted(ticket_number)).toEqual([])
    club.local().behave()
    club.clock.advance(20_000)
    club.connection.carPark = club.local().connect({})
    await club.promotion.purge()
    expect(club.granted(ticket_number)).toEqual([14_00])
    expect(await club.mine(person)).toMatchObject([{ state: 'applied' }])
    expect(club.notices).toEqual([])
  })

  test('a voucher whose car left before the car park answered is refused, what it used is returned, and the person is told by e-mail', async () => {
    const { id } = await club.receiptsCampaign()
    const person = await club.join()
    await club.receipt(person.customer_id, 150_00, { issued_on: '2026-12-10' })
    const ticket_number = club.park()
    const transaction_id = await club.start(person, id)
    const request = { ticket_number, campaign_id: id, transaction_id }
    club.local().misbehave('closed', { operation: 'apply', requests: 'always' })
    dataOf(await club.redeem(person, request))
    club.local().behave()
    club.local().pay(ticket_number)
    club.local().leave(ticket_number)
    club.clock.advance(2 * minuteMs)
    club.connection.carPark = club.local().connect({})
    await club.promotion.purge()
    expect(await club.redeem(person, request)).toMatchObject({ code: 'parking-voucher.left' })
    expect(club.notices.map(({ template }) => template)).toEqual(['parking-refused'])
    expect(await club.mine(person)).toMatchObject([{ state: 'failed', is_current: false }])
    dataOf(await club.use(person, id, club.park()))
  })

  test('a ticket number that belongs to a new stay by now gets no discount for the old one', async () => {
    const { id } = await club.pointsCampaign()
    const person = await club.join()
    const ticket_number = club.park()
    club.local().misbehave('closed', { operation: 'apply', requests: 'always' })
    dataOf(await club.use(person, id, ticket_number))
    club.local().behave()
    club.local().pay(ticket_number)
    club.local().leave(ticket_number)
    club.clock.advance(120 * minuteMs)
    club.park({ ticket_number })
    club.connection.carPark = club.local().connect({})
    await club.promotion.purge()
    expect(club.granted(ticket_number)).toEqual([])
    expect(await club.mine(person)).toMatchObject([{ state: 'failed' }])
    expect(await club.balanceOf(person.customer_id)).toBe(500)
  })

  test('the Carteira shows a voucher until the car has left, or until its hours have passed', async () => {
    const { id } = await club.pointsCampaign({ valid_hours: 2 })
    const person = await club.join()
    const [leaving, staying] = [club.park(), club.park()]
    dataOf(await club.use(person, id, leaving))
    dataOf(await club.use(person, id, staying))
    club.local().leave(leaving)
    club.clock.advance(11 * minuteMs)
    await club.promotion.purge()
    const current = async () => (await club.mine(person)).filter(({ is_current }) => is_current)
    expect(await current()).toMatchObject([{ ticket_number: staying, state: 'applied' }])
    expect(await club.mine(person)).toMatchObject([
      { ticket_number: staying },
      { ticket_number: leaving, state: 'used' },
    ])
    club.clock.advance(110 * minuteMs)
    expect(await current()).toEqual([])
  })

  test('a voucher in processing survives the erasure of the account, whose ticket is erased once it is settled', async () => {
    const { id } = await club.pointsCampaign()
    const person = await club.join()
    const ticket_number = club.park()
    club.local().misbehave('closed', { operation: 'apply', requests: 'always' })
    dataOf(await club.use(person, id, ticket_number))
    await inTransaction(club.database.db, (tx) => eraseParticipations(club.deps, tx, person.customer_id))
    club.local().behave()
    club.clock.advance(20_000)
    club.connection.carPark = club.local().connect({})
    await club.promotion.purge()
    expect(club.granted(ticket_number)).toEqual([14_00])
    expect(await club.mine(person)).toMatchObject([{ state: 'applied', ticket_number: null }])
  })
})

test('a voucher of another customer, or of an unknown participation, is not found', async () => {
  const { id } = await club.pointsCampaign()
  const [owner, other] = [await club.join(), await club.join()]
  const { transaction_id } = dataOf(await club.use(owner, id, club.park()))
  for (const params of [{ transaction_id }, { transaction_id: id }])
    expect(await other.browser.send(readMyParkingVoucherCall, { params })).toMatchObject({
      status: 404,
      code: 'parking-voucher.unknown-voucher',
    })
})
