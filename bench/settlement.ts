/*
 * `npm run bench -- settlement`: a settlement file with 1,000,000 lines is received in parts and compared with as many entries
 * of the club, by the product's own use cases on the embedded PostgreSQL.
 */
import { createHash } from 'node:crypto'
import { settlementHeader, settlementPartBytes } from '@clube/contract/partner-points/settlement-calls.ts'
import { sql } from 'kysely'
import { openDatabase, type Db } from '../server/src/db/database.ts'
import { migrate } from '../server/src/db/migrate.ts'
import type { PartnerDeps } from '../server/src/modules/partner-points/deps.ts'
import {
  matchWaiting,
  receivePart,
  startSettlement,
} from '../server/src/modules/partner-points/settlement/import-settlement.ts'
import { median } from './measure.ts'
import { withPostgres } from './postgres.ts'

const lines = Number(process.env['LINES'] ?? 1_000_000)
const rounds = Number(process.env['ROUNDS'] ?? 3)
const partner = 'voe-mais'
const points = 2_000
const secondMs = 1_000
const dayMs = 86_400 * secondMs
/** Number of lines of which one has another amount and one names no participation. */
const differenceEvery = 1_000

const idOf = (index: number): string => `00000000-0000-7000-8000-${index.toString(16).padStart(12, '0')}`

/** The file of one round, its lines in the order of a partner that has several servers. */
const fileOf = (round: number, firstDay: Date): Buffer => {
  const rows = Array.from({ length: lines }, (_, position) => {
    const index = (position * 7_919) % lines
    const at = new Date(firstDay.getTime() + (index % 86_400) * secondMs).toISOString()
    const key = index % differenceEvery === 1 ? '' : idOf(round * lines + index)
    return `D${round}-${index};${key};debito;${index % differenceEvery === 2 ? points + 500 : points};${at}`
  })
  return Buffer.from([settlementHeader, ...rows, ''].join('\n'))
}

/** The club's entries of one round, without their participations: foreign keys are not checked. */
const insertEntries = async (db: Db, round: number, firstDay: Date): Promise<void> => {
  await db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`
      insert into partner_entry (partner, transaction_id, kind, points, reference, occurred_at, state)
      select ${partner}, ('00000000-0000-7000-8000-' || lpad(to_hex(${round * lines}::bigint + i), 12, '0'))::uuid,
        'debit', ${points}::int, ${`D${round}-`} || i, ${firstDay}::timestamptz + (i % 86400) * interval '1 second', 'open'
      from generate_series(0, ${lines - 1}::int) as g (i)`.execute(tx)
  })
  await sql`vacuum analyze partner_entry`.execute(db)
}

const secondsSince = (start: number): number => (performance.now() - start) / secondMs

/** What the use cases need; audit lines and jobs are not written. */
const depsOf = (db: Db) =>
  ({
    db,
    clock: () => new Date(),
    time_zone: 'America/Sao_Paulo',
    partners: new Map([[partner, { slug: partner, name: 'Voe Mais' }]]),
    namesOfStaff: () => Promise.resolve(new Map()),
    audit: () => Promise.resolve(),
    jobs: { enqueue: () => Promise.resolve() },
  }) as unknown as PartnerDeps

const run = async (url: string): Promise<void> => {
  await migrate(url)
  const { db, close } = openDatabase(url, { poolSize: 4 })
  const deps = depsOf(db)
  const results: { receiving: number; comparing: number }[] = []
  await sql`insert into partner (slug, is_on) values (${partner}, true)`.execute(db)
  for (let round = 0; round < rounds; round += 1) {
    const day = new Date(new Date(Date.now() - (round + 3) * dayMs).toISOString().slice(0, 10) + 'T03:00:00Z')
    const day_text = day.toISOString().slice(0, 10)
    await insertEntries(db, round, day)
    const bytes = fileOf(round, day)
    const start = performance.now()
    const { import_id } = await startSettlement(deps, {
      partner,
      file_name: 'arquivo.csv',
      size_bytes: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      from_day: day_text,
      to_day: day_text,
      staff_id: 'ivo',
    })
    for (let offset = 0; offset < bytes.length; offset += settlementPartBytes) {
      const part = new File([new Uint8Array(bytes.subarray(offset, offset + settlementPartBytes))], 'part')
      await receivePart(deps, { import_id, offset, part, staff_id: 'ivo' })
    }
    const receiving = secondsSince(start)
    await matchWaiting(deps)
    const comparing = secondsSince(start) - receiving
    const found = await sql<{ state: string; lines: number }>`
      select l.state, count(*)::int as lines from partner_line l where import_id = ${import_id} group by 1 order by 1`.execute(
      db,
    )
    const counts = Object.fromEntries(found.rows.map((row) => [row.state, row.lines]))
    const each = lines / differenceEvery
    if (counts['only_theirs'] !== each || counts['different_amount'] !== each)
      throw new Error(`Other differences than expected: ${JSON.stringify(counts)}`)
    results.push({ receiving, comparing })
    console.log(
      `${lines} lines, ${(bytes.length / 1e6).toFixed(0)} MB: received in ${receiving.toFixed(1)} s, compared in ${comparing.toFixed(1)} s`,
    )
  }
  await close()
  const totals = results.map(({ receiving, comparing }) => receiving + comparing)
  const range = `${Math.min(...totals).toFixed(1)}–${Math.max(...totals).toFixed(1)}`
  console.log(`median ${median(totals).toFixed(1)} s (${range}, ${rounds} rounds; goal: 60 s)`)
}

await withPostgres('settlement', run)
