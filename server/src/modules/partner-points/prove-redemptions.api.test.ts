import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { confirmRefundCall, proposeRefundCall } from '@clube/contract/partner-points/desk-calls.ts'
import { inTransaction, type Tx } from '../../db/database.ts'
import { proveNow } from '../proofs/index.ts'
import { dataOf, partnerSlug, usePartnerClub } from './partner-club.testing.ts'
import { createDayProof, createRedemptionProof } from './prove-redemptions.ts'

const club = usePartnerClub()
const undo = new Error('undo')
const id = { completed: '', refunded: '', failed: '' }

beforeAll(async () => {
  id.completed = (await club.completed()).transaction_id
  id.refunded = (await club.completed()).transaction_id
  const refund_id = club.newId()
  const body = { refund_id, transaction_id: id.refunded, reason: 'Engano.' }
  dataOf(await club.staff('ivo', 'reconciler').send(proposeRefundCall, { body }))
  dataOf(await club.staff('ida', 'reconciler').send(confirmRefundCall, { body: { refund_id } }))
  const { id: campaign_id } = await club.partnerCampaign()
  const person = await club.linked()
  const request = await club.quoted(person, campaign_id)
  club.partner().revoke(person.member_number)
  await club.redeem(person, request)
  id.failed = request.transaction_id
  club.clock.advance(24 * 3_600_000)
  await club.importFile(club.settlementOf([id.completed, id.refunded]))
})

/** The names of failed checks after a change that is undone, made without triggers. */
const findingsAfter = async (change: (tx: Tx) => Promise<unknown>): Promise<string[]> => {
  let found: string[] = []
  await inTransaction(club.database.db, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await change(tx)
    for (const proof of [
      createRedemptionProof({ db: tx, points: club.kindDeps.points }),
      createDayProof({ db: tx, time_zone: club.kindDeps.time_zone }),
    ])
      found = [...found, ...(await proveNow(proof, club.clock.now())).map(({ check }) => check)]
    throw undo
  }).catch((error: unknown) => {
    if (error !== undo) throw error
  })
  return [...new Set(found)].toSorted()
}

test('the proofs find nothing in unchanged redemptions', async () => {
  expect(await findingsAfter(async () => {})).toEqual([])
})

test.each<[string, (tx: Tx) => Promise<unknown>, string[]]>([
  [
    'the entry of a completed redemption is deleted',
    (tx) => sql`delete from partner_entry where transaction_id = ${id.completed}`.execute(tx),
    ['captured-has-entry', 'day-counts-entries', 'day-sums-entries', 'entry-has-reference'],
  ],
  [
    'an entry has other points',
    (tx) => sql`update partner_entry set points = 2001 where transaction_id = ${id.completed}`.execute(tx),
    ['captured-has-entry', 'day-sums-entries', 'pair-agrees'],
  ],
  [
    'an entry has another number',
    (tx) => sql`update partner_entry set reference = 'X' where transaction_id = ${id.completed}`.execute(tx),
    ['entry-has-reference'],
  ],
  [
    'a failed redemption is completed',
    (tx) =>
      sql`update partner_redemption set state = 'completed', failure = null, debit_reference = 'X', debited_at = now()
        where transaction_id = ${id.failed}`.execute(tx),
    ['captured-has-entry', 'credited-once', 'entry-has-reference'],
  ],
  [
    'points are credited without a redemption of the same points',
    (tx) =>
      sql`update partner_redemption set club_points = 999 where transaction_id = ${id.completed}`.execute(tx),
    ['credited-once'],
  ],
  [
    'a credit is deleted',
    (tx) =>
      sql`update points_posting set source_id = ${id.failed} where source_id = ${id.completed} and kind = 'earn'`.execute(
        tx,
      ),
    ['credited-once'],
  ],
  [
    'a refunded redemption is completed again',
    (tx) =>
      sql`update partner_redemption set state = 'completed' where transaction_id = ${id.refunded}`.execute(
        tx,
      ),
    ['refunded-is-confirmed', 'taken-back-once'],
  ],
  [
    'the entry of a refund is deleted',
    (tx) =>
      sql`delete from partner_entry where transaction_id = ${id.refunded} and kind = 'refund'`.execute(tx),
    ['day-counts-entries', 'day-sums-entries', 'refund-has-entry'],
  ],
  [
    'a refund is withdrawn after it was sent',
    (tx) =>
      sql`update partner_refund set state = 'withdrawn', confirmed_by = null, confirmed_at = null where transaction_id = ${id.refunded}`.execute(
        tx,
      ),
    ['refund-has-entry', 'refunded-is-confirmed'],
  ],
  [
    'a line has other points',
    (tx) =>
      sql`update partner_line set points = 1 where transaction_id = ${id.completed} and partner = ${partnerSlug}`.execute(
        tx,
      ),
    ['day-sums-lines', 'pair-agrees'],
  ],
  [
    'a line is deleted',
    (tx) => sql`delete from partner_line where transaction_id = ${id.completed}`.execute(tx),
    ['day-counts-lines', 'day-sums-lines'],
  ],
  [
    'an entry is paired with a line about another redemption',
    (tx) =>
      sql`update partner_line set transaction_id = ${id.refunded} where transaction_id = ${id.completed}`.execute(
        tx,
      ),
    ['pair-agrees'],
  ],
  [
    'the sum of a day is changed',
    (tx) => sql`update partner_day set our_points = our_points + 1 where kind = 'debit'`.execute(tx),
    ['day-sums-entries'],
  ],
  [
    'the number of lines of a day is changed',
    (tx) => sql`update partner_day set their_count = their_count + 1`.execute(tx),
    ['day-counts-lines'],
  ],
])('the proof finds when %s', async (_, change, checks) => {
  expect(await findingsAfter(change)).toEqual(checks)
})

/** The constraint that refuses a change when its transaction would be committed. */
const refusedBy = (change: (tx: Tx) => Promise<unknown>): Promise<unknown> =>
  inTransaction(club.database.db, async (tx) => {
    await change(tx)
    await sql`set constraints all immediate`.execute(tx)
    throw undo
  }).catch((error: unknown) => (error as { constraint?: string }).constraint)

test('the database refuses points of a partner without a captured debit, and a captured debit without its points', async () => {
  const credit = (tx: Tx, transaction_id: string) =>
    sql`insert into points_posting (kind, customer_id, source_kind, source_id, about, created_at)
      select 'earn', customer_id, 'transaction', ${transaction_id}, '', now() from points_balance limit 1`.execute(
      tx,
    )
  const capture = (tx: Tx) =>
    sql`update partner_redemption set state = 'completed', failure = null, debit_reference = 'X', debited_at = now()
      where transaction_id = ${id.failed}`.execute(tx)
  expect(await refusedBy((tx) => credit(tx, id.failed))).toBe('points_posting_captured')
  expect(await refusedBy(capture)).toBe('partner_redemption_credited')
  expect(await refusedBy(async (tx) => [await capture(tx), await credit(tx, id.failed)])).toBeUndefined()
  // A participation of another kind.
  expect(await refusedBy((tx) => credit(tx, club.newId()))).toBeUndefined()
})
