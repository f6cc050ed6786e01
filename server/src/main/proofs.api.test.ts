import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { verifyAuditCall } from '@clube/contract/staff/audit-calls.ts'
import { listProofsCall } from '@clube/contract/staff/proof-calls.ts'
import { inTransaction } from '../db/database.ts'
import { createSingletonJobs } from '../db/singleton-jobs.ts'
import { createAuditProof } from '../modules/audit/index.ts'
import { earnPoints } from '../modules/points/index.ts'
import { createVault } from '../modules/vault/index.ts'
import { testHealthToken, testRootKey, useClub } from '../testing/club.ts'
import { signedInStaff, staffPersonas } from '../testing/staff.ts'
import { proofJobs } from './proofs.ts'

const club = useClub()
const hour = 3600

const health = async (path: string, authorization = '') => {
  const response = await fetch(`${club.url}/health/${path}`, { headers: { authorization } })
  return [
    response.status,
    (await response.json()) as { status: string; proofs?: { name: string; at: string }[] },
  ] as const
}
const tamper = async (statement: string) => {
  await club.database.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql.raw(statement).execute(tx)
  })
}
const listed = async () => {
  const auditor = await signedInStaff(club, staffPersonas.auditor)
  const response = await auditor.send(listProofsCall)
  if (!response.ok) throw new Error(response.message)
  return response.data
}

test('the proofs of the ledger, the audit trail, the credit of receipts and every promotion kind run with the periodic jobs', async () => {
  expect((await listed()).map(({ name, result }) => [name, result.kind])).toEqual([
    ['points-ledger', 'pending'],
    ['audit-trail', 'pending'],
    ['receipt-credit', 'pending'],
    ['rating-figures', 'pending'],
    ['service-tickets', 'pending'],
    ['service-attachments', 'pending'],
    ['event-sessions', 'pending'],
    ['gift-stock', 'pending'],
    ['gift-deliveries', 'pending'],
    ['scratch-decks', 'pending'],
    ['scratch-deliveries', 'pending'],
    ['partner-redemptions', 'pending'],
    ['partner-days', 'pending'],
    ['parking-vouchers', 'pending'],
    ['brand-projects', 'pending'],
  ])
  await club.purge()
  expect((await listed()).map(({ result }) => result.kind)).toEqual(
    Array.from({ length: 15 }, () => 'proved'),
  )
  expect(await health('detail', `Bearer ${testHealthToken}`)).toMatchObject([200, { status: 'good' }])
})

test('a requested verification reads the whole audit trail in the background, not in the request', async () => {
  const trail = async () => (await listed()).find(({ name }) => name === 'audit-trail')
  const auditor = await signedInStaff(club, staffPersonas.auditor)
  await tamper(`update audit_line set sentence = sentence || '.' where position = 1`)
  expect(await auditor.send(verifyAuditCall, { body: {} })).toMatchObject({ ok: true, data: {} })
  expect(await trail()).toMatchObject({ result: { kind: 'proved' }, full_pass: { kind: 'requested' } })
  await club.purge()
  expect(await trail()).toMatchObject({ result: { kind: 'failed' }, full_pass: null, proved: null })
  await tamper(`update audit_line set sentence = left(sentence, -1) where position = 1`)
  await auditor.send(verifyAuditCall, { body: {} })
  await club.purge()
  expect(await trail()).toMatchObject({
    result: { kind: 'proved' },
    proved: expect.stringMatching(/^\d+ linhas, código da última [0-9a-f]{16}…$/) as string,
  })
})

test('discrepancies in points, the audit trail, event sessions and gift stock are shown at the desk and in /health/detail, and the club remains ready', async () => {
  await inTransaction(club.database.db, async (tx) => {
    const { id: customer_id } = await tx
      .selectFrom('customer')
      .select('id')
      .limit(1)
      .executeTakeFirstOrThrow()
    const source = { kind: 'purchase', id: 'any' }
    await earnPoints(tx, { customer_id, points: 10, source, lifetime_days: 365, now: club.now() })
  })
  await tamper(`update points_balance set debt = 3 where balance = 10`)
  await tamper(`update audit_line set sentence = 'Nada.' where position = 1`)
  await tamper(
    `update event_session set sold = sold + 1 where id = (select min(id::text)::uuid from event_session)`,
  )
  await tamper(`update gift_stock set on_hand = on_hand + 1, moved = moved + 1`)
  club.advanceSeconds(25 * hour)
  await club.purge()
  const proofs = await listed()
  expect(proofs.map(({ result }) => result)).toMatchObject([
    { kind: 'failed', findings: [{ problem: 'A dívida de um cliente não é a soma de seus lançamentos.' }] },
    {
      kind: 'failed',
      found: 1,
      findings: [{ problem: 'Uma linha da trilha foi alterada.', subject: '1', expected: null }],
    },
    { kind: 'proved' },
    { kind: 'proved' },
    { kind: 'proved' },
    { kind: 'proved' },
    {
      kind: 'failed',
      found: 1,
      findings: [{ problem: expect.stringContaining('lugares vendidos') as string }],
    },
    { kind: 'failed' },
    { kind: 'proved' },
    { kind: 'proved' },
    { kind: 'proved' },
    { kind: 'proved' },
    { kind: 'proved' },
    { kind: 'proved' },
    { kind: 'proved' },
  ])
  expect(await health('ready')).toEqual([200, { status: 'ready' }])
  expect(await health('detail')).toEqual([401, { status: 'unauthorized' }])
  expect(await health('detail', 'Bearer other')).toEqual([401, { status: 'unauthorized' }])
  expect(await health('detail', `Bearer ${testHealthToken}`)).toMatchObject([
    200,
    {
      status: 'alarm',
      proofs: [
        { name: 'points-ledger', kind: 'failed' },
        { kind: 'failed', found: 1 },
        { kind: 'proved' },
        { name: 'rating-figures', kind: 'proved' },
        { name: 'service-tickets', kind: 'proved' },
        { name: 'service-attachments', kind: 'proved' },
        { kind: 'failed' },
        { name: 'gift-stock', kind: 'failed' },
        { kind: 'proved' },
        { name: 'scratch-decks', kind: 'proved' },
        { name: 'scratch-deliveries', kind: 'proved' },
        { name: 'partner-redemptions', kind: 'proved' },
        { name: 'partner-days', kind: 'proved' },
        { name: 'parking-vouchers', kind: 'proved' },
        { name: 'brand-projects', kind: 'proved' },
      ],
    },
  ])
})

test('the job for failed proofs logs every proof that fails or is overdue', async () => {
  const { db } = club.database
  const logged: unknown[] = []
  const log = { error: (fields: object, message: string) => logged.push([message, fields]) }
  const auditProof = createAuditProof({ db, vault: createVault(testRootKey) })
  const unread = { ...auditProof, name: 'unread', step: () => Promise.reject(new Error('unreadable')) }
  const jobs = createSingletonJobs(
    db,
    proofJobs({ db, clock: club.now, log: log as never }, [auditProof, unread]),
    () => {},
  )
  await expect(jobs.runAll()).rejects.toThrow('Periodic jobs failed')
  expect(logged.splice(0)).toEqual([['a proof fails', { proof: 'audit-trail', found: 1 }]])
  club.advanceSeconds(4 * hour)
  await jobs.runAll().catch(() => {})
  expect(logged).toMatchObject([
    ['a proof fails', { proof: 'audit-trail', found: 1 }],
    ['not proved since', { proof: 'unread' }],
  ])
})
