import { afterEach, beforeEach, expect, test } from 'vitest'
import { listTransactionsCall } from '@clube/contract/campaigns/transaction-calls.ts'
import {
  confirmRefundCall,
  listDeskPartnersCall,
  listRefundsCall,
  proposeRefundCall,
  resumeRefundCall,
  withdrawRefundCall,
} from '@clube/contract/partner-points/desk-calls.ts'
import { misbehaviors } from '../../../counterparts/misbehavior.ts'
import { inTransaction } from '../../db/database.ts'
import { spendPoints } from '../points/index.ts'
import { proveNow } from '../proofs/index.ts'
import { dataOf, partnerSlug, usePartnerClub } from './partner-club.testing.ts'

const club = usePartnerClub()
const ivo = () => club.staff('ivo', 'reconciler')
const ida = () => club.staff('ida', 'reconciler')
const dayMs = 24 * 3_600_000

beforeEach(() => {
  club.replaceProgramme(null)
  club.partner().behave()
  club.notices.length = 0
})
afterEach(async () => {
  for (const proof of club.promotion.proofs) {
    const findings = await proveNow(proof, club.clock.now())
    if (findings.length > 0) throw new Error(`The proof failed: ${JSON.stringify(findings)}`)
  }
})

const propose = (transaction_id: string, refund_id = club.newId(), browser = ivo()) =>
  browser.send(proposeRefundCall, { body: { refund_id, transaction_id, reason: 'Resgate em duplicidade.' } })

/** A completed redemption with a proposed refund. */
const proposed = async () => {
  const redemption = await club.completed()
  const { refund_id } = dataOf(await propose(redemption.transaction_id))
  return { ...redemption, refund_id, confirm: () => ida().send(confirmRefundCall, { body: { refund_id } }) }
}

const refundOf = async (refund_id: string) =>
  dataOf(await ivo().send(listRefundsCall, { query: { partner: partnerSlug } })).find(
    (refund) => refund.refund_id === refund_id,
  )

test('a refund that another person confirms returns the partner’s points and takes the club’s back', async () => {
  const { transaction_id, refund_id, customer_id, member_number, browser, confirm } = await proposed()
  expect(await ivo().send(confirmRefundCall, { body: { refund_id } })).toMatchObject({
    status: 403,
    code: 'partner-points.own-refund',
  })
  expect(await club.balanceOf(customer_id)).toEqual({ balance: 1_000, debt: 0 })
  const done = dataOf(await confirm())
  expect(done).toMatchObject({
    state: 'done',
    partner_points: 2_000,
    club_points: 1_000,
    proposed_by: 'Nome de ivo',
    confirmed_by: 'Nome de ida',
    is_own: false,
  })
  expect(dataOf(await confirm())).toEqual(done)
  expect(await club.balanceOf(customer_id)).toEqual({ balance: 0, debt: 0 })
  expect(club.partner().findMember(member_number)?.balance).toBe(100_000)
  expect(await club.read({ customer_id, browser }, transaction_id)).toMatchObject({
    state: 'refunded',
    note: 'Os pontos do clube foram retirados do seu saldo, e os do Voe Mais voltam para a sua conta.',
  })
  expect(dataOf(await browser.send(listTransactionsCall))).toMatchObject([{ status: 'cancelled' }])
  expect(club.notices).toMatchObject([{ template: 'partner-refunded', customer_id }])
  club.clock.advance(dayMs)
  await club.importFile(club.settlementOf([transaction_id]))
})

test('points that were spent before the refund become a debt', async () => {
  const { customer_id, confirm } = await proposed()
  await inTransaction(club.database.db, (tx) =>
    spendPoints({ identified_points_per_day: 0, time_zone: 'America/Sao_Paulo' }, tx, {
      customer_id,
      identified_session_id: null,
      points: 700,
      source: { kind: 'test', id: club.newId() },
      now: club.clock.now(),
      refuse: () => {
        throw new Error('The points were refused')
      },
    }),
  )
  dataOf(await confirm())
  expect(await club.balanceOf(customer_id)).toEqual({ balance: 0, debt: 700 })
})

test.each(misbehaviors)(
  'when the partner is %s while refunding, the points are returned and taken back once',
  async (misbehavior) => {
    const { transaction_id, refund_id, customer_id, confirm } = await proposed()
    club.partner().misbehave(misbehavior, { operation: 'refund', requests: 3 })
    dataOf(await confirm())
    expect((await club.balanceOf(customer_id)).balance).toBe(0)
    for (const seconds of [20, 30, 60, 600]) {
      club.clock.advance(seconds * 1_000)
      await club.promotion.purge()
    }
    expect(await refundOf(refund_id)).toMatchObject({ state: 'done' })
    const [debit] = club
      .partner()
      .books()
      .filter(({ key }) => key === transaction_id)
    expect(debit?.refunded_at).not.toBeNull()
    expect(club.notices).toHaveLength(1)
  },
)

test('a refund that the partner does not answer for hours waits for staff, who ask again', async () => {
  const { refund_id, confirm } = await proposed()
  club.partner().misbehave('closed', { requests: 'always' })
  dataOf(await confirm())
  for (let hour = 0; hour < 16; hour += 1) {
    club.clock.advance(3_601_000)
    await club.promotion.purge()
  }
  expect(await refundOf(refund_id)).toMatchObject({ state: 'desk' })
  const [partner] = dataOf(await ivo().send(listDeskPartnersCall))
  expect(partner?.waiting.refunds).toBeGreaterThan(0)
  club.partner().behave()
  club.clock.advance(120_000)
  const resume = () => ivo().send(resumeRefundCall, { body: { refund_id } })
  expect(dataOf(await resume())).toMatchObject({ state: 'sending' })
  expect(dataOf(await resume())).toMatchObject({ state: 'sending' })
  await club.promotion.purge()
  expect(await refundOf(refund_id)).toMatchObject({ state: 'done' })
  expect(await resume()).toMatchObject({ status: 409, code: 'partner-points.refund-state' })
})

test('a partner without the debit has nothing to return, and the club’s points are taken back', async () => {
  const { customer_id, confirm } = await proposed()
  const { programme } = club.partner()
  club.replaceProgramme({ ...programme, refund: async () => ({ kind: 'refused', reason: 'unknown-debit' }) })
  expect(dataOf(await confirm())).toMatchObject({ state: 'no_debit' })
  expect(await club.balanceOf(customer_id)).toEqual({ balance: 0, debt: 0 })
  expect(club.notices).toEqual([])
})

test('a debit that the partner’s file has for a failed redemption is returned without touching the club’s points', async () => {
  const { id: campaign_id } = await club.partnerCampaign()
  const person = await club.linked()
  const { programme } = club.partner()
  // Debits, and denies it in every answer.
  club.replaceProgramme({
    ...programme,
    debit: async (input) => {
      await programme.debit(input)
      return { kind: 'refused', reason: 'not-authorized' }
    },
    findDebit: async () => ({ kind: 'absent' }),
  })
  const { request, response } = await club.send(person, campaign_id)
  expect(response).toMatchObject({ status: 409, message: 'O Voe Mais não autorizou o resgate.' })
  const { transaction_id } = request
  expect(await propose(transaction_id)).toMatchObject({ code: 'partner-points.not-refundable' })
  club.clock.advance(dayMs)
  await club.importFile(club.settlementOf([transaction_id]))
  const { refund_id } = dataOf(await propose(transaction_id))
  club.replaceProgramme(null)
  expect(dataOf(await ida().send(confirmRefundCall, { body: { refund_id } }))).toMatchObject({
    state: 'done',
    club_points: 0,
  })
  expect(club.partner().findMember(person.member_number)?.balance).toBe(100_000)
  expect(await club.balanceOf(person.customer_id)).toEqual({ balance: 0, debt: 0 })
  expect(await club.read(person, transaction_id)).toMatchObject({ state: 'failed' })
})

test('a redemption has one refund, unless it was withdrawn', async () => {
  const { transaction_id } = await club.completed()
  const refund_id = club.newId()
  const first = dataOf(await propose(transaction_id, refund_id))
  expect(first).toMatchObject({ state: 'proposed', is_own: true })
  expect(dataOf(await propose(transaction_id, refund_id))).toEqual(first)
  expect(await propose(transaction_id, refund_id, ida())).toMatchObject({
    code: 'partner-points.refund-reused',
  })
  expect(await propose(transaction_id)).toMatchObject({ code: 'partner-points.refund-exists' })
  const withdraw = () => ida().send(withdrawRefundCall, { body: { refund_id, reason: 'Era outro resgate.' } })
  expect(dataOf(await withdraw())).toMatchObject({ state: 'withdrawn' })
  expect(dataOf(await withdraw())).toMatchObject({ state: 'withdrawn' })
  expect(await ida().send(confirmRefundCall, { body: { refund_id } })).toMatchObject({
    code: 'partner-points.refund-state',
  })
  const second = dataOf(await propose(transaction_id))
  dataOf(await ida().send(confirmRefundCall, { body: { refund_id: second.refund_id } }))
  expect(await propose(transaction_id)).toMatchObject({ code: 'partner-points.refund-exists' })
})

test('refunds of unknown and unfinished redemptions and unknown refunds are refused', async () => {
  const { id: campaign_id } = await club.partnerCampaign()
  const person = await club.linked()
  club.partner().misbehave('loses-answer', { operation: 'debit', requests: 'always' })
  const { request } = await club.send(person, campaign_id)
  club.partner().behave()
  expect(await propose(request.transaction_id)).toMatchObject({
    status: 409,
    code: 'partner-points.not-refundable',
  })
  expect(await propose(club.newId())).toMatchObject({
    status: 404,
    code: 'partner-points.unknown-redemption',
  })
  const refund_id = club.newId()
  const unknown = { status: 404, code: 'partner-points.unknown-refund' }
  expect(await ivo().send(confirmRefundCall, { body: { refund_id } })).toMatchObject(unknown)
  expect(await ivo().send(resumeRefundCall, { body: { refund_id } })).toMatchObject(unknown)
  const reason = 'Engano.'
  expect(await ivo().send(withdrawRefundCall, { body: { refund_id, reason } })).toMatchObject(unknown)
})

test('a refund that 20 people confirm concurrently is sent once', async () => {
  const { refund_id, customer_id, transaction_id } = await proposed()
  const responses = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      club.staff(`membro-${index}`, 'reconciler').send(confirmRefundCall, { body: { refund_id } }),
    ),
  )
  expect(responses.filter(({ ok }) => ok)).toHaveLength(1)
  expect(await club.balanceOf(customer_id)).toEqual({ balance: 0, debt: 0 })
  expect(
    club
      .partner()
      .books()
      .filter(({ key, refunded_at }) => key === transaction_id && refunded_at !== null),
  ).toHaveLength(1)
})

test('the message about a redemption can be sent again by e-mail', async () => {
  const { transaction_id } = await club.completed()
  const transaction = { id: transaction_id, protocol_year: 2026, protocol_number: 1 } as never
  expect(await inTransaction(club.database.db, (tx) => club.promotion.resendMessage(tx, transaction))).toBe(
    true,
  )
  expect(club.notices).toMatchObject([{ template: 'partner-redeemed', topic: null }])
})
