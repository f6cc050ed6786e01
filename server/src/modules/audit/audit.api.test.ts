import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { inTransaction } from '../../db/database.ts'
import { useDatabase } from '../../testing/database.ts'
import { createFakeClock } from '../../testing/fake-clock.ts'
import { createVault } from '../vault/index.ts'
import {
  createAppendAuditLine,
  createAuditProof,
  searchAudit,
  verifyAuditChain,
  type AuditEntry,
} from './index.ts'

const database = useDatabase()
const vault = createVault(Buffer.alloc(32, 'k'))
const clock = createFakeClock('2026-11-21T12:00:00Z')
const append = createAppendAuditLine({ vault, clock: clock.now })
const write = (entry: Partial<AuditEntry> = {}) =>
  inTransaction(database.db, (tx) =>
    append(tx, {
      actor: { kind: 'staff', id: 'ana' },
      action: 'recovery.view-photo',
      subject: { kind: 'recovery', id: '7' },
      sentence: 'Viu a foto da frente do documento do pedido 7.',
      ...entry,
    }),
  )
const verify = () => verifyAuditChain({ db: database.db, vault })

/** Disables the table's triggers, as only the database owner can. */
const tamper = (statement: string) =>
  database.db.transaction().execute(async (tx) => {
    await sql.raw(`alter table audit_line disable trigger user`).execute(tx)
    await sql.raw(statement).execute(tx)
    await sql.raw(`alter table audit_line enable trigger user`).execute(tx)
  })

beforeEach(async () => {
  clock.set('2026-11-21T12:00:00Z')
  await tamper(`delete from audit_line`)
  await sql`update audit_head set position = 0, hash = decode(repeat('00', 32), 'hex')`.execute(database.db)
})

describe('audit lines', () => {
  test('audit lines form a chain that can be verified', async () => {
    await write()
    clock.advance(1500)
    await write({
      actor: { kind: 'system' },
      action: 'recovery.purge-photos',
      subject: null,
      sentence: 'Apagou.',
    })
    expect(await verify()).toMatchObject({ kind: 'intact', lines: 2 })
    const { lines } = await searchAudit(database.db, { cursor: null, limit: 10 })
    expect(lines).toMatchObject([
      {
        position: 2,
        at: new Date('2026-11-21T12:00:01.500Z'),
        actor: { kind: 'system' },
        action: 'recovery.purge-photos',
        subject: null,
        sentence: 'Apagou.',
      },
      {
        position: 1,
        at: new Date('2026-11-21T12:00:00Z'),
        actor: { kind: 'staff', id: 'ana' },
        action: 'recovery.view-photo',
        subject: { kind: 'recovery', id: '7' },
        sentence: 'Viu a foto da frente do documento do pedido 7.',
      },
    ])
  })

  test.each([
    `update audit_line set sentence = 'Nada.'`,
    `delete from audit_line`,
    `truncate audit_line`,
    `delete from audit_head`,
    `truncate audit_head`,
  ])('the audit trail rejects %j', async (statement) => {
    await write()
    await expect(sql.raw(statement).execute(database.db)).rejects.toMatchObject({ code: '42501' })
    expect(await verify()).toMatchObject({ kind: 'intact', lines: 1 })
  })

  test('an audit line with personal data rolls the transaction back', async () => {
    await expect(write({ sentence: 'Viu o CPF 529.982.247-25.' })).rejects.toThrow('personal data')
    expect(await verify()).toMatchObject({ kind: 'intact', lines: 0 })
  })
})

describe('the verification', () => {
  const broken: [string, string, object][] = [
    [
      'a changed sentence',
      `update audit_line set sentence = 'Nada.' where position = 2`,
      { position: 2, violation: 'changed' },
    ],
    [
      'a changed time',
      `update audit_line set at = at - interval '1 ms' where position = 3`,
      { position: 3, violation: 'changed' },
    ],
    ['a removed line', `delete from audit_line where position = 2`, { position: 2, violation: 'missing' }],
    [
      'lines removed from the end',
      `delete from audit_line where position >= 2`,
      { position: 2, violation: 'missing' },
    ],
    [
      'lines removed from the end together with the head',
      `delete from audit_line where position = 3; update audit_head set position = 2`,
      { position: 2, violation: 'truncated' },
    ],
    [
      'a head moved back to an earlier line',
      `update audit_head set position = 2, hash = (select hash from audit_line where position = 2)`,
      { position: 3, violation: 'truncated' },
    ],
    [
      'a line with a wrong previous hash',
      `update audit_line set previous_hash = decode(repeat('11', 32), 'hex') where position = 3`,
      { position: 3, violation: 'unchained' },
    ],
  ]

  test.each(broken)('the audit verification detects %s', async (_name, statement, found) => {
    for (const number of [1, 2, 3]) await write({ sentence: `Viu o pedido ${number}.` })
    await tamper(statement)
    expect(await verify()).toEqual({ kind: 'broken', ...found })
  })

  const findings = async (from: { kind: 'full' | 'recent'; mark: string | null }) => {
    const step = await createAuditProof({ db: database.db, vault }).step({
      ...from,
      position: null,
      now: clock.now(),
    })
    return step.findings.map(({ check, subject }) => ({ violation: check, position: Number(subject) }))
  }
  const markOf = async () => {
    const proof = createAuditProof({ db: database.db, vault })
    const { next } = await proof.step({ kind: 'full', mark: null, position: null, now: clock.now() })
    return next.kind === 'end' ? next.mark : null
  }

  test('the audit proof describes its progress as a number of lines, in the singular for one line', () => {
    const { describe: describeMark } = createAuditProof({ db: database.db, vault })
    expect(describeMark?.(`1 ${'a'.repeat(64)}`)).toBe('1 linha, código da última aaaaaaaaaaaaaaaa…')
    expect(describeMark?.(`2000 ${'a'.repeat(64)}`)).toBe('2.000 linhas, código da última aaaaaaaaaaaaaaaa…')
  })

  test.each(broken)('the audit proof detects %s', async (_name, statement, found) => {
    for (const number of [1, 2, 3]) await write({ sentence: `Viu o pedido ${number}.` })
    expect(await findings({ kind: 'full', mark: null })).toEqual([])
    await tamper(statement)
    expect(await findings({ kind: 'full', mark: null })).toEqual([found])
  })

  test('a recent pass of the audit proof reads the last verified line and the lines after it', async () => {
    for (const number of [1, 2, 3]) await write({ sentence: `Viu o pedido ${number}.` })
    const mark = await markOf()
    await write({ sentence: 'Viu o pedido 4.' })
    expect(await findings({ kind: 'recent', mark })).toEqual([])
    await tamper(`update audit_line set sentence = 'Nada.' where position = 1`)
    expect(await findings({ kind: 'recent', mark })).toEqual([])
    await tamper(`update audit_line set sentence = 'Nada.' where position = 4`)
    expect(await findings({ kind: 'recent', mark })).toEqual([{ position: 4, violation: 'changed' }])
    await tamper(`update audit_line set sentence = 'Nada.' where position = 3`)
    expect(await findings({ kind: 'recent', mark })).toEqual([{ position: 3, violation: 'changed' }])
  })

  test('the audit verification fails with another key', async () => {
    await write()
    const otherVault = createVault(Buffer.alloc(32, 'x'))
    expect(await verifyAuditChain({ db: database.db, vault: otherVault })).toEqual({
      kind: 'broken',
      position: 1,
      violation: 'changed',
    })
  })
})

describe('the search', () => {
  beforeEach(async () => {
    for (let number = 1; number <= 7; number += 1) {
      clock.set(`2026-11-21T1${number}:00:00Z`)
      await write({
        actor: { kind: 'staff', id: number % 2 === 0 ? 'bia' : 'ana' },
        action: number <= 2 ? 'recovery.approve' : 'recovery.view-photo',
        subject: { kind: 'recovery', id: number === 5 ? '9' : '7' },
      })
    }
  })
  const positions = async (filter: object) => {
    const { lines } = await searchAudit(database.db, { cursor: null, limit: 10, ...filter })
    return lines.map(({ position }) => position)
  }

  test('the audit search filters by actor, subject, action and time', async () => {
    expect(await positions({ actor_id: 'bia' })).toEqual([6, 4, 2])
    expect(await positions({ subject_id: '9' })).toEqual([5])
    expect(await positions({ action: 'recovery.approve' })).toEqual([2, 1])
    expect(await positions({ actor_id: 'ana', action: 'recovery.approve' })).toEqual([1])
    const from = new Date('2026-11-21T13:00:00Z')
    expect(await positions({ from, to: new Date('2026-11-21T15:00:00Z') })).toEqual([4, 3])
  })

  test('the audit search by time includes lines from processes whose clocks differ by minutes', async () => {
    const times = ['20:00:00', '19:58:00', '20:01:00', '19:59:00', '23:00:00']
    for (const time of times) {
      clock.set(`2026-11-21T${time}Z`)
      await write({ action: 'recovery.skewed' })
    }
    const to = new Date('2026-11-21T20:00:00Z')
    expect(await positions({ action: 'recovery.skewed', to })).toEqual([11, 9])
    expect(await positions({ action: 'recovery.skewed', from: to })).toEqual([12, 10, 8])
    expect(await positions({ from: to, to: new Date('2026-11-21T20:00:01Z') })).toEqual([8])
  })

  test('audit lines appended between two requests do not shift the pages of the audit search', async () => {
    const first = await searchAudit(database.db, { cursor: null, limit: 3 })
    expect(first.lines.map(({ position }) => position)).toEqual([7, 6, 5])
    expect(first.next_cursor).toBe('5')
    await write()
    const second = await searchAudit(database.db, { cursor: first.next_cursor, limit: 3 })
    expect(second.lines.map(({ position }) => position)).toEqual([4, 3, 2])
    const third = await searchAudit(database.db, { cursor: second.next_cursor, limit: 3 })
    expect(third.lines.map(({ position }) => position)).toEqual([1])
    expect(third.next_cursor).toBeNull()
  })
})
