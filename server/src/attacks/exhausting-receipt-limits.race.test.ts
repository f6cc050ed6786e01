import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { clubDayOf, defaultTimeZone } from '@clube/contract/kernel/club-time.ts'
import { registerReceiptCall } from '@clube/contract/receipts/receipt-calls.ts'
import { shops } from '../../seeds/demonstration/shops.ts'
import { createUploads } from '../http/uploads.ts'
import type { ApiResponse } from '../testing/browser.ts'
import { jpeg } from '../testing/jpeg.ts'
import { sendPhoto } from '../testing/receipt-photos.ts'
import { receiptKeyOf } from '../testing/receipts.ts'
import { useTwoServers, type SignedIn } from '../testing/two-servers.ts'

const servers = useTwoServers()
const now = new Date()
const issued_on = clubDayOf(now, defaultTimeZone)
const [{ cnpj }] = shops
let lastNumber = 5000

const register = (person: SignedIn, index: number, amount_cents = 5000) =>
  person.at(index).send(registerReceiptCall, {
    body: { receipt_key: receiptKeyOf({ now, cnpj, number: (lastNumber += 1) }), amount_cents, issued_on },
  })
const stateOf = (response: ApiResponse<{ state: string }>) =>
  response.ok ? response.data.state : response.code
const count = <Value>(values: readonly Value[], value: Value) =>
  values.filter((each) => each === value).length

/** A customer's password session, and a passwordless session of someone who knows the document. */
const openSessions = async () => {
  const owner = await servers.customer()
  return { owner, attacker: await servers.identify(owner.id) }
}

/** A receipt of the customer from yesterday, sent by a passwordless session. */
const insertAttackerReceipt = async (owner: SignedIn, state: string, amount_cents: number) => {
  const receipt_key = receiptKeyOf({ now, cnpj, number: (lastNumber += 1) })
  const reason = state === 'auto_approved' ? null : 'Nota falsa'
  await sql`
    insert into purchase (customer_id, identified_session_id, shop_id, receipt_key, amount_cents, issued_on, state,
      reason, review_reasons, service_channel, created_at, decided_at)
    select ${owner.id}, ${randomUUID()}, id, ${receipt_key}, ${amount_cents}, ${issued_on}, ${state}, ${reason}, '{}',
      'site', now() - interval '1 day', now() - interval '1 day' from shop where cnpj = ${cnpj}`.execute(
    servers.database.db,
  )
}

describe('passwordless sessions of someone who knows the document', () => {
  test('passwordless sessions cannot exceed the shop’s daily receipt limit, and do not use up the owner’s limit', async () => {
    const { owner } = await openSessions()
    const attackers = await Promise.all(Array.from({ length: 4 }, () => servers.identify(owner.id)))
    const [sent, own] = await Promise.all([
      Promise.all(Array.from({ length: 20 }, (_, i) => register(attackers[i % 4]!, i >> 2))),
      Promise.all([0, 1, 2, 3].map((index) => register(owner, index))),
    ])
    expect(sent.filter(({ ok }) => ok).length).toBeLessThanOrEqual(3)
    const states = own.map(stateOf)
    // The shop's limit is three receipts a day; only the first of the day is approved automatically.
    expect([
      count(states, 'auto_approved'),
      count(states, 'pending_review'),
      count(states, 'receipts.shop-limit'),
    ]).toEqual([1, 2, 1])
  })

  test.each([
    { title: 'rejected', state: 'rejected', amount_cents: 5000 },
    { title: 'reversed', state: 'reversed', amount_cents: 5000 },
    // With another receipt, this would exceed the monthly limit of automatic approvals.
    { title: 'automatically approved', state: 'auto_approved', amount_cents: 149_900 },
  ])(
    '$title receipts of passwordless sessions do not send the owner’s receipts to review',
    async ({ state, amount_cents }) => {
      const { owner, attacker } = await openSessions()
      await insertAttackerReceipt(owner, state, amount_cents)
      expect(stateOf(await register(attacker, 0))).toBe('pending_review')
      expect(stateOf(await register(owner, 1))).toBe('auto_approved')
    },
  )

  test('passwordless sessions do not use up the owner’s daily limit of receipt photos', async () => {
    const { owner, attacker } = await openSessions()
    const pending = async (person: SignedIn) => {
      const response = await register(person, 0, 90_000)
      return response.ok ? response.data.purchase_id : ''
    }
    const purchase_id = await pending(attacker)
    const statuses: number[] = []
    for (let index = 0; index < 41; index += 1)
      statuses.push(
        (await sendPhoto(attacker.at(index), { purchase_id, photo: Buffer.from('not a photo') })).status,
      )
    expect(statuses.slice(39)).toEqual([422, 429])
    const own = { purchase_id: await pending(owner), photo: await jpeg() }
    expect(await sendPhoto(owner.at(0), own)).toMatchObject({ status: 200 })
  })

  test('passwordless uploads do not use up the owner’s concurrent upload slots', () => {
    const uploads = createUploads({ folder: '', networkOf: (ip) => ip })
    const upload = { receivedBytes: () => 0, isReceiving: () => true, release: () => {} }
    const attack = () => uploads.acquireSlot({ session_id: randomUUID(), ip: '10.0.0.1' }, upload)
    for (let index = 0; index < 8; index += 1) attack()
    expect(attack).toThrow('too many uploads')
    expect(() => uploads.acquireSlot({ customer_id: randomUUID() }, upload)).not.toThrow()
  })
})
