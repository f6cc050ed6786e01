import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inTransaction } from '../../../db/database.ts'
import { proveNow } from '../../proofs/index.ts'
import { findDeck } from '../deck-store.ts'
import { findCountErrors } from '../proof-store.ts'
import { dataOf } from '../scratch-club.testing.ts'
import { allDinners, useAwardDesk } from './award-desk.testing.ts'
import { findDeliveryErrors } from './delivery-proof-store.ts'
import { createDeliveryProof } from './prove-deliveries.ts'

const club = useAwardDesk()
const undo = new Error('undo')

test.each([
  ['a missing delivery', `delete from scratch_delivery where undone_at is null`, 'delivered-once', 1, 0],
  [
    'two live deliveries',
    `drop index scratch_delivery_live; update scratch_delivery set undone_at = null, undone_by = null, undo_reason = null`,
    'delivered-once',
    1,
    2,
  ],
  [
    'a delivered prize that can be picked up again',
    `update scratch_award set state = 'pending', ended_at = null`,
    'delivered-once',
    0,
    1,
  ],
  [
    'a changed delivery time',
    `update scratch_delivery set delivered_at = delivered_at - interval '1 second' where undone_at is null`,
    'delivery-agrees',
    0,
    1,
  ],
])(
  'the proof of prize deliveries detects tampering: %s',
  async (_what, statements, check, expected, found) => {
    const won = await club.winner(await club.sealedCampaign(allDinners))
    const undone = randomUUID()
    dataOf(await club.deliver(won, { client_delivery_id: undone }))
    dataOf(await club.undo(won, undone))
    dataOf(await club.deliver(won))
    expect(await proveNow(createDeliveryProof(club.database), club.clock.now())).toEqual([])
    await inTransaction(club.database.db, async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx)
      for (const statement of statements.split(';')) await sql.raw(statement).execute(tx)
      const subject = won.award.award_id
      const findings = await findDeliveryErrors(tx, [subject])
      expect(findings.filter((finding) => finding.check === check)).toEqual([
        { check, subject, expected, found },
      ])
      throw undo
    }).catch((error: unknown) => {
      if (error !== undo) throw error
    })
  },
)

test('the proof of decks detects a winning draw without an award', async () => {
  const campaign = await club.sealedCampaign(allDinners)
  const { award } = await club.winner(campaign)
  const deck = await findDeck(club.database.db, campaign.id)
  await inTransaction(club.database.db, async (tx) => {
    await sql`delete from scratch_award where id = ${award.award_id}`.execute(tx)
    expect(await findCountErrors(tx, deck?.id ?? '')).toEqual([
      { check: 'draw-has-award', subject: `${campaign.id}/1`, expected: 1, found: 0 },
    ])
    throw undo
  }).catch((error: unknown) => {
    if (error !== undo) throw error
  })
})

test('a recent pass of the proof of prize deliveries checks only prizes delivered in the last two days', async () => {
  const won = await club.winner(await club.sealedCampaign(allDinners))
  dataOf(await club.deliver(won))
  const { award_id: subject } = won.award
  await inTransaction(club.database.db, async (tx) => {
    await sql`update scratch_award set state = 'pending', ended_at = null where id = ${subject}`.execute(tx)
    const findingsAfter = async (days: number) => {
      const now = new Date(club.clock.now().getTime() + days * 24 * 3_600_000)
      const pass = { kind: 'recent', mark: null, position: null, now } as const
      return (await createDeliveryProof({ db: tx }).step(pass)).findings
    }
    expect(await findingsAfter(1)).toContainEqual({ check: 'delivered-once', subject, expected: 0, found: 1 })
    expect(await findingsAfter(3)).toEqual([])
    throw undo
  }).catch((error: unknown) => {
    if (error !== undo) throw error
  })
})
