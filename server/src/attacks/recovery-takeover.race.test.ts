import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openDatabase, type Database } from '../db/database.ts'
import { createLimits } from '../modules/limits/index.ts'
import { stopRecovery } from '../modules/recovery/object-to-recovery.ts'
import { purgeRecovery } from '../modules/recovery/purge-recovery.ts'
import { fingerprint } from '../modules/vault/index.ts'
import { resetRecovery, useRecovery } from '../testing/recovery.ts'
import { submitRequest } from '../testing/recovery-submission.ts'

const recovery = useRecovery()
let other: Database
beforeAll(() => {
  other = openDatabase(recovery.database.url, { poolSize: 10 })
})
afterAll(() => other.close())
beforeEach(() => resetRecovery(recovery))

const ana = { staff_id: 'ana', name: 'Ana Souza' }
const bia = { staff_id: 'bia', name: 'Bia Lima' }
const secret = 'AbCdEfGhIjKlMnOpQrStUv'

test('at the end of a hold, many uses of the link and many releases in two processes either stop the request or send the code', async () => {
  const id = await submitRequest(recovery)
  const until = new Date(recovery.now().getTime() + 24 * 3_600_000)
  const { db } = recovery.database
  const held = { at: 'held', first: ana, second: bia, send_by: 'sms', until: until.toISOString() }
  const outcomes = new Set<string>()
  const input = { secret, ip: '203.0.113.9' }
  for (let round = 0; round < 12; round += 1) {
    await db.deleteFrom('recovery_code').execute()
    await db.deleteFrom('attempt_counter').execute()
    await db
      .updateTable('recovery_request')
      .set({ state: JSON.stringify(held) })
      .execute()
    await other.pool.query('update recovery_request set objection_hash = $1', [fingerprint(secret)])
    recovery.messages.length = 0
    // The owner's clock is a moment before the end, the other process' at the end.
    const owner = { ...recovery.deps, clock: () => new Date(until.getTime() - 1) }
    const releasing = {
      ...recovery.deps,
      db: other.db,
      limits: createLimits(other.db),
      clock: () => until,
    }
    await Promise.all(
      Array.from({ length: 8 }, async (_, i) => {
        if ((i + round) % 2 === 0) await purgeRecovery(releasing)
        else await stopRecovery(owner, input).catch(() => null)
      }),
    )
    const { at } = await db
      .selectFrom('recovery_request')
      .select('at')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const templates = recovery.messages.map(({ content }) => content.template).toSorted()
    const codes = await db.selectFrom('recovery_code').select('id').where('source', '=', 'review').execute()
    if (at === 'approved') expect(templates).toEqual(['recovery-approved-code'])
    else expect(templates).toEqual(['recovery-rejected', 'recovery-stopped', 'recovery-stopped'])
    expect(codes).toHaveLength(at === 'approved' ? 1 : 0)
    outcomes.add(at)
  }
  for (const outcome of outcomes) expect(['approved', 'rejected']).toContain(outcome)
}, 60_000)
