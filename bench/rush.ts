/*
 * Row 5 of the performance table: 10,000 contenders for 1,000 seats over HTTP, against the same route without a
 * database, and decided by one statement or by a row lock. Oversold and unsold seats fail the run.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { openDatabase, type Db } from '../server/src/db/database.ts'
import { startEmbeddedPostgres } from '../server/src/db/embedded-postgres.ts'
import { prepareJobs } from '../server/src/db/jobs-schema.ts'
import { migrate } from '../server/src/db/migrate.ts'
import {
  createContenders,
  createEvent,
  type Contender,
} from '../server/src/modules/event-tickets/contenders.testing.ts'
import { startServerProcess } from '../server/src/testing/server-process.ts'
import { describeRatios, measurePaired } from './measure.ts'
import { contend } from './rush/contend.ts'

/** Contenders and seats. */
type Rush = { people: number; seats: number }
const rushHour: Rush = { people: 10_000, seats: 1_000 }
/** Seats for everyone: every response is a write, the worst case for the alternatives. */
const seatForAll: Rush = { people: 3_000, seats: 3_000 }
const connections = Number(process.env['CONNECTIONS'] ?? 2_000)
const pairs = Number(process.env['PAIRS'] ?? 8)

const folder = await mkdtemp(join(tmpdir(), 'clube-bench-rush-'))
const postgres = await startEmbeddedPostgres({
  folder,
  settings: { shared_buffers: '256MB', synchronous_commit: 'on', fsync: 'on' },
})
try {
  await run(postgres.url)
} finally {
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}

async function run(url: string): Promise<void> {
  await migrate(url)
  await prepareJobs(url)
  const { db, close } = openDatabase(url, { poolSize: 2, statementTimeoutMs: 0 })
  const first = await createEvent(db, { capacity: 1, now: new Date() })
  const crowd = await createContenders(db, { ...first, people: rushHour.people, now: new Date() })
  await sql`analyze`.execute(db)

  const env = { DATABASE_URL: url, LOG_LEVEL: 'silent', NODE_ENV: 'production', SEED: 'no' }
  const startOurs = () =>
    startServerProcess({ env: { ...env, CLUB_SECRET: Buffer.alloc(32, 'k').toString('base64') } })
  const startVariant = (variant: string) =>
    startServerProcess({
      env: { ...env, VARIANT: variant },
      file: join(import.meta.dirname, 'rush/variants.ts'),
    })
  const ours = await startOurs()
  const servers = [ours]
  try {
    const rush =
      (urls: readonly string[], size = rushHour, isReal = true) =>
      () =>
        rushOnce(db, crowd.slice(0, size.people), { urls, isReal, seats: size.seats })
    for (const variant of ['floor', 'cte', 'lock']) {
      const other = await startVariant(variant)
      servers.push(other)
      const found = await measurePaired({
        ours: rush([ours.url]),
        floor: rush([other.url], rushHour, variant !== 'floor'),
        pairs,
      })
      console.log(describeRatios(`ours / ${variant}`, 'req/s', found))
      if (variant !== 'floor') {
        const all = await measurePaired({
          ours: rush([ours.url], seatForAll),
          floor: rush([other.url], seatForAll),
          pairs,
        })
        console.log(
          describeRatios(`ours / ${variant}, a seat for each of ${seatForAll.people}`, 'req/s', all),
        )
      }
      await other.kill()
    }
    const second = await startOurs()
    servers.push(second)
    const rates: number[] = []
    for (let round = 0; round < 3; round += 1) rates.push(await rush([ours.url, second.url])())
    console.log(`two processes: exact in 3 rushes · ${rates.map((rate) => rate.toFixed(0)).join(', ')} req/s`)
  } finally {
    await Promise.all(servers.map((server) => server.kill()))
    await close()
  }
  console.log('oversold 0, unsold 0 in every rush')
}

/** One rush for a new event. @returns requests per second @throws when seats were oversold or left over */
async function rushOnce(
  db: Db,
  crowd: readonly Contender[],
  { urls, isReal, seats }: { urls: readonly string[]; isReal: boolean; seats: number },
): Promise<number> {
  const event = await createEvent(db, { capacity: seats, now: new Date() })
  const contenders = await withTransactions(db, crowd, event.campaign_id)
  const outcome = await contend({ urls, contenders, session_id: event.session_id, connections })
  if (isReal) {
    const { rows } = await sql<{ held: number; rows: number }>`
      select held, (select count(*) from event_reservation where session_id = s.id) as rows
      from event_session s where id = ${event.session_id}`.execute(db)
    const [counted] = rows
    if (counted?.held !== seats || counted.rows !== seats)
      throw new Error(`Seats: ${seats}, counted ${counted?.held}, reserved ${counted?.rows}`)
  }
  if (outcome.granted !== seats || outcome.refused !== crowd.length - seats)
    throw new Error(`Answers: ${outcome.granted} places, ${outcome.refused} refusals`)
  return outcome.requests_per_second
}

/** The same people with new participations. */
async function withTransactions(db: Db, crowd: readonly Contender[], campaign_id: string) {
  const now = new Date()
  const { rows } = await sql<{ id: string; customer_id: string }>`
    insert into promotion_transaction (protocol_year, customer_id, campaign_id, kind, state, service_channel,
      purchase_ids, created_at, expires_at)
    select 2026, customer_id, ${campaign_id}::uuid, 'event_tickets', 'open', 'site', '{}', ${now}::timestamptz,
      ${new Date(now.getTime() + 3_600_000)}::timestamptz
    from unnest(${crowd.map(({ customer_id }) => customer_id)}::uuid[]) as c (customer_id)
    returning id, customer_id`.execute(db)
  const ids = new Map(rows.map(({ id, customer_id }) => [customer_id, id]))
  return crowd.map((one) => ({ ...one, transaction_id: ids.get(one.customer_id) ?? '' }))
}
