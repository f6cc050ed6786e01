import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { resetPasswordCall } from '@clube/contract/recovery/code-calls.ts'
import { startReviewCall } from '@clube/contract/recovery/review-calls.ts'
import { personas } from '../../seeds/demonstration/personas.ts'
import { openDatabase, type Database } from '../db/database.ts'
import { createLimits } from '../modules/limits/index.ts'
import { approveRecovery } from '../modules/recovery/decide-recovery.ts'
import { stopRecovery } from '../modules/recovery/object-to-recovery.ts'
import { purgeRecovery } from '../modules/recovery/purge-recovery.ts'
import { fingerprint } from '../modules/vault/index.ts'
import { resetRecovery, useRecovery } from '../testing/recovery.ts'
import { withToken } from '../testing/recovery-codes.ts'
import { openPhotos, submitRequest } from '../testing/recovery-submission.ts'

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

test('at the end of a hold, many concurrent uses of the link and releases over two connection pools either stop the request or send the code, never both', async () => {
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
    // The owner's clock is just before the end of the hold, that of the releases at the end.
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
})

/** Waits until the given number of statements are waiting for a lock. */
const untilBlocked = (count: number) =>
  vi.waitFor(async () => {
    const { rows } = await recovery.database.pool.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    expect(rows).toHaveLength(count)
  }, 60_000)

test('an approval concurrent with a password reset for the same document waits for it, and neither is aborted by a deadlock', async () => {
  const id = await submitRequest(recovery)
  const { browser, recovery_token } = await withToken(recovery, personas.maria.document_id)
  const reviewer = recovery.staff('ana')
  expect((await reviewer.send(startReviewCall, { params: { id } })).ok).toBe(true)
  await openPhotos(recovery, reviewer, id)
  const attempts = vi.spyOn(recovery.deps.accounts, 'lockFlow')
  let approvals = 0
  const reviewing = {
    ...recovery.deps,
    db: other.db,
    clock: (): Date => {
      approvals += 1
      return recovery.now()
    },
  }
  const flow = await other.pool.connect()
  await flow.query('begin')
  await flow.query('select from sign_in_flow for update')
  // The reset locks the document and waits for its flow; the approval needs the lock of the document, too.
  const body = { password: 'Jabuticaba-9', recovery_token, terms_id: 'shd_auth_terms' }
  const resetting = browser.send(resetPasswordCall, { body })
  await untilBlocked(1)
  const checklist = {
    document_readable: 'yes',
    document_matches: 'yes',
    face_matches: 'yes',
    paper_shows_day: 'yes',
  } as const
  const approving = approveRecovery(reviewing, {
    request_id: id,
    by: ana,
    checklist,
    send_by: 'email',
  }).catch((refusal: unknown) => refusal)
  await untilBlocked(2)
  await flow.query('commit')
  flow.release()
  expect(await resetting).toMatchObject({ status: 200 })
  expect(await approving).toMatchObject({ code: 'recovery.already-decided' })
  expect({ resets: attempts.mock.calls.length, approvals }).toEqual({ resets: 1, approvals: 1 })
  attempts.mockRestore()
})
