import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inTransaction } from '../../../db/database.ts'
import { proveNow } from '../../proofs/index.ts'
import { dataOf } from '../gifts-club.testing.ts'
import { findDiscrepancies } from './delivery-proof-store.ts'
import { useGiftDesk } from './gift-desk.testing.ts'
import { createDeliveryProof } from './prove-deliveries.ts'

const club = useGiftDesk()
const prove = () => proveNow(createDeliveryProof(club.database), club.clock.now())

test.each([
  ['a missing delivery', `delete from gift_delivery where undone_at is null`, 'delivered-once', 1, 0],
  [
    'two live deliveries',
    `drop index gift_delivery_live; update gift_delivery set undone_at = null, undone_by = null, undo_reason = null`,
    'delivered-once',
    1,
    2,
  ],
  [
    'a delivered voucher that can be used again',
    `update gift_voucher set state = 'issued', delivered_at = null`,
    'delivered-once',
    0,
    1,
  ],
  [
    'a changed delivery time',
    `update gift_delivery set delivered_at = delivered_at - interval '1 second' where undone_at is null`,
    'delivery-agrees',
    0,
    1,
  ],
  [
    'a changed pickup point of a delivery',
    `update gift_delivery set pickup_point_id = gen_random_uuid()`,
    'delivery-agrees',
    0,
    1,
  ],
  [
    'a number served by an undone delivery',
    `update gift_queue_entry q set delivery_id =
      (select id from gift_delivery d where d.voucher_id = q.voucher_id and undone_at is not null)`,
    'served-has-delivery',
    0,
    1,
  ],
])(
  'the proof of gift deliveries detects tampering: %s',
  async (_what, statements, check, expected, found) => {
    const { db } = club.database
    const holder = await club.voucherHolder((await club.giftCampaign()).id)
    dataOf(await club.takeNumber(holder))
    const undone = randomUUID()
    dataOf(await club.deliver(holder, { client_delivery_id: undone }))
    dataOf(await club.undo(holder, undone))
    dataOf(await club.deliver(holder))
    expect(await prove()).toEqual([])
    const undo = new Error('undo')
    await inTransaction(db, async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx)
      for (const statement of statements.split(';')) await sql.raw(statement).execute(tx)
      const subject = holder.voucher.voucher_id
      const findings = await findDiscrepancies(tx, [subject])
      expect(findings.filter((finding) => finding.check === check)).toEqual([
        { check, subject, expected, found },
      ])
      throw undo
    }).catch((error: unknown) => {
      if (error !== undo) throw error
    })
  },
)

test('a recent pass of the proof of gift deliveries checks only vouchers delivered in the last two days', async () => {
  const holder = await club.voucherHolder((await club.giftCampaign()).id)
  dataOf(await club.deliver(holder))
  const { voucher_id: subject } = holder.voucher
  const undo = new Error('undo')
  await inTransaction(club.database.db, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`update gift_delivery set pickup_point_id = gen_random_uuid() where voucher_id = ${subject}`.execute(
      tx,
    )
    const findingsAfter = async (days: number) => {
      const now = new Date(club.clock.now().getTime() + days * 24 * 3_600_000)
      const pass = { kind: 'recent', mark: null, position: null, now } as const
      return (await createDeliveryProof({ db: tx }).step(pass)).findings
    }
    expect(await findingsAfter(1)).toEqual([{ check: 'delivery-agrees', subject, expected: 0, found: 1 }])
    expect(await findingsAfter(3)).toEqual([])
    throw undo
  }).catch((error: unknown) => {
    if (error !== undo) throw error
  })
})
