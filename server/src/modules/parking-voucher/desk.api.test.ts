import { randomUUID } from 'node:crypto'
import type { Role } from '@clube/contract/kernel/permissions.ts'
import { reverseTransactionCall } from '@clube/contract/campaigns/transaction-calls.ts'
import {
  applyParkingVoucherCall,
  listParkingDeskCampaignsCall,
  listParkingVouchersCall,
  lookUpParkingTicketCall,
  readParkingVoucherStateCall,
  undoParkingVoucherCall,
} from '@clube/contract/parking-voucher/desk-calls.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { searchAudit } from '../audit/index.ts'
import { findById } from '../identity/index.ts'
import { dataOf, useParkingClub } from './parking-club.testing.ts'

const club = useParkingClub()
const minuteMs = 60_000
const unknownId = '019b0000-0000-7000-8000-000000000000'

const attendant = (name = 'rosa') => club.staff(name, 'attendant' satisfies Role)
const supervisor = () => club.staff('sara', 'gift_supervisor' satisfies Role)

beforeEach(() => {
  club.clock.set('2026-12-10T15:00:00Z')
  club.notices.length = 0
})

const apply = (
  body: { campaign_id: string; customer_id: string; ticket_number: string } & {
    application_id?: string
    basis?: 'right' | 'courtesy'
  },
  desk = attendant(),
) =>
  desk.send(applyParkingVoucherCall, {
    body: { application_id: randomUUID(), basis: 'right', reason: 'Celular sem bateria', ...body },
  })
const undo = (voucher_id: string, undo_id: string = randomUUID(), desk = supervisor()) =>
  desk.send(undoParkingVoucherCall, { body: { voucher_id, undo_id, reason: 'Ticket de outra pessoa' } })
const stateOf = async (voucher_id: string) =>
  dataOf(await attendant().send(readParkingVoucherStateCall, { params: { voucher_id } }))
const auditOf = async (subject_id: string, action: string) => {
  const { lines } = await searchAudit(club.database.db, { subject_id, action, cursor: null, limit: 5 })
  return lines.map(({ sentence }) => sentence)
}
const documentOf = async (customer_id: string): Promise<string> => {
  const customer = await findById(club.database.db, customer_id)
  if (!customer) throw new Error('The customer was not found')
  return club.vault.open('customer.document', customer.document_sealed)
}

describe('looking up', () => {
  test('the desk sees a ticket, the person and the right, and the search is audited', async () => {
    const { id: campaign_id, title } = await club.pointsCampaign()
    const { customer_id } = await club.join()
    const ticket_number = club.park()
    const document_id = await documentOf(customer_id)
    const lookUp = (body: { document_id?: string; ticket_number?: string }) =>
      attendant().send(lookUpParkingTicketCall, { body: { campaign_id, ticket_number, ...body } })
    const found = dataOf(await lookUp({ document_id }))
    expect(found).toMatchObject({
      stay: { ticket_number, due_cents: 14_00 },
      voucher: { discount_cents: 14_00, due_cents: 0 },
      obstacle: null,
      existing: null,
      courtesies_left: 2,
      person: {
        customer_id,
        name: 'Ana Lúcia Pereira',
        document_end: document_id.slice(-3),
        right: { kind: 'points', is_met: true },
        reasons: [],
      },
    })
    expect(await auditOf(customer_id, 'parking-voucher.look-up')).toEqual([
      'Consultou um ticket do estacionamento e um cadastro pelo documento.',
    ])
    const { voucher } = dataOf(await apply({ campaign_id, customer_id, ticket_number }))
    expect(dataOf(await lookUp({}))).toMatchObject({
      obstacle: 'Este ticket já recebeu um vale nesta permanência.',
      existing: { voucher_id: voucher.voucher_id },
      person: null,
    })
    expect(dataOf(await lookUp({ document_id: '52998224725' })).person).toBeNull()
    expect(await lookUp({ document_id: '123' })).toMatchObject({ status: 422 })
    expect(await lookUp({ ticket_number: 'x' })).toMatchObject({ code: 'parking-voucher.invalid-ticket' })
    const campaigns = dataOf(await attendant().send(listParkingDeskCampaignsCall))
    expect(campaigns.find((each) => each.campaign_id === campaign_id)).toMatchObject({
      title,
      courtesies_left: 2,
    })
  })
})

describe('applying by hand', () => {
  test('a voucher applied by hand uses the person’s points, is audited with its reason, and the person is notified', async () => {
    const { id: campaign_id, slug } = await club.pointsCampaign()
    const person = await club.join()
    const { customer_id } = person
    const ticket_number = club.park()
    const application_id = randomUUID()
    const input = { application_id, campaign_id, customer_id, ticket_number }
    const { voucher, repeated } = dataOf(await apply(input))
    expect({ voucher, repeated }).toMatchObject({
      repeated: false,
      voucher: {
        state: 'applied',
        ticket_number,
        discount_cents: 14_00,
        customer_name: 'Ana',
        by_hand: { basis: 'right', reason: 'Celular sem bateria', by: 'Nome de rosa' },
        can_undo: false,
        undo: null,
      },
    })
    expect(dataOf(await apply(input))).toEqual({ voucher, repeated: true })
    expect(await apply(input, attendant('otto'))).toMatchObject({
      code: 'parking-voucher.application-reused',
    })
    expect(await apply({ ...input, basis: 'courtesy' })).toMatchObject({
      code: 'parking-voucher.application-reused',
    })
    expect(await club.balanceOf(customer_id)).toBe(450)
    expect(await club.mine(person)).toMatchObject([{ state: 'applied' }])
    expect(club.notices.map(({ template }) => template)).toEqual(['parking-applied'])
    expect(await auditOf(voucher.voucher_id, 'parking-voucher.apply')).toEqual([
      `Aplicou no balcão um vale-estacionamento da promoção ${slug}. Motivo: Celular sem bateria`,
    ])
  })

  test('a person without the right gets a voucher only as a courtesy, while courtesies of the day are left', async () => {
    const { id: campaign_id } = await club.receiptsCampaign({ courtesies_per_day: 2 })
    const { customer_id } = await club.join()
    const of = (basis: 'right' | 'courtesy') =>
      apply({ campaign_id, customer_id, ticket_number: club.park(), basis })
    expect(await of('right')).toMatchObject({
      code: 'parking-voucher.missing-receipts',
      message: 'Faltam R$\u00a0150,00 em notas de hoje para a pessoa ganhar o vale.',
    })
    const { voucher } = dataOf(await of('courtesy'))
    expect(voucher.by_hand).toMatchObject({ basis: 'courtesy' })
    dataOf(await of('courtesy'))
    expect(await of('courtesy')).toMatchObject({
      code: 'parking-voucher.no-courtesies-left',
      message: 'As cortesias de hoje desta promoção acabaram.',
    })
    dataOf(await undo(voucher.voucher_id))
    dataOf(await of('courtesy'))
    club.clock.advance(24 * 60 * minuteMs)
    dataOf(await of('courtesy'))
  })

  test('a courtesy that the car park refuses can be applied again on the same day', async () => {
    const { id: campaign_id } = await club.pointsCampaign({ courtesies_per_day: 1 })
    const { customer_id } = await club.join()
    const of = (ticket: object) =>
      apply({ campaign_id, customer_id, ticket_number: club.park(ticket), basis: 'courtesy' })
    expect(await of({ other_discount_cents: 1_00 })).toMatchObject({
      code: 'parking-voucher.already-applied',
    })
    dataOf(await of({}))
  })

  test('a voucher applied by hand is in processing until the car park confirms it', async () => {
    const { id: campaign_id } = await club.pointsCampaign()
    const { customer_id } = await club.join()
    club.local().misbehave('loses-answer', { operation: 'apply', requests: 'always' })
    const { voucher } = dataOf(await apply({ campaign_id, customer_id, ticket_number: club.park() }))
    expect(voucher.state).toBe('processing')
    expect(await undo(voucher.voucher_id)).toMatchObject({ code: 'parking-voucher.not-applied' })
    club.local().behave()
    club.connection.carPark = club.local().connect({})
    club.clock.advance(20_000)
    await club.promotion.purge()
    expect(await stateOf(voucher.voucher_id)).toMatchObject({
      state: 'applied',
      discount_cents: 14_00,
      message: 'Estacionamento liberado até 13:20',
    })
  })

  test('the desk’s voucher and the limit of the campaign count together', async () => {
    const { id: campaign_id } = await club.pointsCampaign({}, { limit_per_customer: 1 })
    const person = await club.join()
    dataOf(await club.use(person, campaign_id, club.park()))
    const body = { campaign_id, customer_id: person.customer_id, ticket_number: club.park() }
    expect(await apply(body)).toMatchObject({ status: 409, code: 'campaigns.limit-reached' })
    expect(await apply({ ...body, customer_id: unknownId })).toMatchObject({
      status: 404,
      code: 'parking-voucher.unknown-person',
    })
    expect(await apply({ ...body, campaign_id: unknownId })).toMatchObject({ code: 'campaigns.unknown' })
  })
})

describe('undoing', () => {
  test('a supervisor undoes a voucher while the car is parked: the discount is taken back, the points return, and the stay can get another voucher', async () => {
    const { id: campaign_id } = await club.pointsCampaign()
    const person = await club.join()
    const ticket_number = club.park()
    const { transaction_id } = dataOf(await club.use(person, campaign_id, ticket_number))
    const [{ voucher_id } = { voucher_id: '' }] = await club.mine(person)
    const undo_id = randomUUID()
    const { voucher, repeated } = dataOf(await undo(voucher_id, undo_id))
    expect({ voucher, repeated }).toMatchObject({
      repeated: false,
      voucher: {
        state: 'undone',
        can_undo: false,
        undo: { by: 'Nome de sara', reason: 'Ticket de outra pessoa', result: 'undone' },
      },
    })
    expect(dataOf(await undo(voucher_id, undo_id))).toMatchObject({ repeated: true })
    expect(await undo(voucher_id)).toMatchObject({ code: 'parking-voucher.not-applied' })
    expect(club.granted(ticket_number)).toEqual([])
    expect(await club.balanceOf(person.customer_id)).toBe(500)
    expect(club.notices.map(({ template }) => template)).toEqual(['parking-undone'])
    expect(await club.mine(person)).toMatchObject([
      {
        state: 'undone',
        is_current: false,
        message: 'Este vale foi cancelado. O que você usou voltou para você.',
      },
    ])
    expect(await auditOf(voucher_id, 'parking-voucher.undo')).toEqual([
      'Pediu para desfazer um vale-estacionamento. Motivo: Ticket de outra pessoa',
    ])
    expect(await club.redeem(person, { ticket_number, campaign_id, transaction_id })).toMatchObject({
      code: 'campaigns.transaction-reversed',
    })
    expect(dataOf(await club.use(person, campaign_id, ticket_number))).toMatchObject({ status: 'applied' })
  })

  test('an undo request is used for one voucher only, and needs a supervisor', async () => {
    const { id: campaign_id } = await club.pointsCampaign()
    const person = await club.join()
    dataOf(await club.use(person, campaign_id, club.park()))
    dataOf(await club.use(person, campaign_id, club.park()))
    const [first, second] = await club.mine(person)
    if (!first || !second) throw new Error('The vouchers were not listed')
    const undo_id = randomUUID()
    dataOf(await undo(first.voucher_id, undo_id))
    expect(await undo(second.voucher_id, undo_id)).toMatchObject({ code: 'parking-voucher.undo-reused' })
    expect(await undo(second.voucher_id, randomUUID(), attendant())).toMatchObject({ status: 403 })
    expect(await undo(unknownId)).toMatchObject({ status: 404, code: 'parking-voucher.unknown-voucher' })
  })

  test('a voucher of a car that has left is not undone', async () => {
    const { id: campaign_id } = await club.pointsCampaign()
    const person = await club.join()
    const ticket_number = club.park()
    dataOf(await club.use(person, campaign_id, ticket_number))
    club.local().leave(ticket_number)
    const [{ voucher_id } = { voucher_id: '' }] = await club.mine(person)
    expect(await undo(voucher_id)).toMatchObject({
      status: 409,
      message: 'O carro já saiu do estacionamento: o vale não pode mais ser desfeito.',
    })
    expect(await stateOf(voucher_id)).toMatchObject({ state: 'used', discount_cents: 14_00 })
    expect(await undo(voucher_id)).toMatchObject({ code: 'parking-voucher.undo-too-late' })
    expect(await club.balanceOf(person.customer_id)).toBe(450)
  })

  test('an undo whose answer was lost is requested again, and takes effect once', async () => {
    const { id: campaign_id } = await club.pointsCampaign()
    const person = await club.join()
    const ticket_number = club.park()
    dataOf(await club.use(person, campaign_id, ticket_number))
    const [{ voucher_id } = { voucher_id: '' }] = await club.mine(person)
    club.local().misbehave('loses-answer', { operation: 'undo', requests: 'always' })
    expect(dataOf(await undo(voucher_id)).voucher).toMatchObject({
      state: 'undoing',
      undo: { result: 'processing' },
    })
    expect(await club.mine(person)).toMatchObject([
      { state: 'undoing', message: 'O cancelamento deste vale está em processamento.' },
    ])
    club.local().behave()
    club.connection.carPark = club.local().connect({})
    club.clock.advance(20_000)
    await club.promotion.purge()
    await club.promotion.purge()
    expect(await stateOf(voucher_id)).toMatchObject({ state: 'undone' })
    expect(await club.balanceOf(person.customer_id)).toBe(500)
    expect(club.granted(ticket_number)).toEqual([])
  })

  test('a participation that the approver reverses takes the discount back in the background', async () => {
    const { id: campaign_id } = await club.pointsCampaign()
    const person = await club.join()
    const [parked, left] = [club.park(), club.park()]
    const reverse = async (ticket_number: string) => {
      const { protocol } = dataOf(await club.use(person, campaign_id, ticket_number))
      if (ticket_number === left) club.local().leave(ticket_number)
      const body = { protocol, reason: 'Nota estornada.' }
      dataOf(await club.staff('bia', 'approver').send(reverseTransactionCall, { body }))
    }
    await reverse(parked)
    await reverse(left)
    expect(await club.balanceOf(person.customer_id)).toBe(500)
    await club.promotion.purge()
    expect(club.granted(parked)).toEqual([])
    // The discount was used; the club owes it.
    expect(club.granted(left)).toEqual([14_00])
    expect(await club.mine(person)).toMatchObject([{ state: 'used' }, { state: 'undone' }])
    expect(await club.balanceOf(person.customer_id)).toBe(500)
  })
})

test('the list of a day shows all vouchers newest first, in pages, and only the first page is audited', async () => {
  club.clock.set('2026-12-20T15:00:00Z')
  const { id: campaign_id } = await club.pointsCampaign({ price: { kind: 'points', points: 1 } })
  const person = await club.join()
  for (let count = 0; count < 51; count += 1) dataOf(await club.use(person, campaign_id, club.park()))
  const list = (query: { day?: string; cursor?: string }) =>
    supervisor().send(listParkingVouchersCall, { query })
  const first = await list({})
  if (!first.ok) throw new Error(first.message)
  expect(first.data).toHaveLength(50)
  expect(first.data[0]).toMatchObject({ customer_name: 'Ana', by_hand: null, can_undo: true })
  const second = await list({ cursor: first.next_cursor ?? '' })
  expect(second).toMatchObject({ ok: true, data: [{ state: 'applied' }] })
  expect(dataOf(await list({ day: '2026-12-01' }))).toEqual([])
  expect(await list({ day: '2026-13-01' })).toMatchObject({ status: 422 })
  // PostgreSQL has no year 0.
  expect(await list({ day: '0000-01-01' })).toMatchObject({ status: 422 })
  expect(await auditOf('parking-day/2026-12-20', 'parking-voucher.list-vouchers')).toHaveLength(1)
  const subjects = await club.promotion.listSubjects(club.database.db, person.customer_id)
  expect(subjects.map(({ id }) => id)).toContain('parking-day/2026-12-20')
})
