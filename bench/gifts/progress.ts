import { defaultTimeZone } from '@clube/contract/kernel/club-time.ts'
import { sql } from 'kysely'
import pg from 'pg'
import { openDatabase, type Db } from '../../server/src/db/database.ts'
import { migrate } from '../../server/src/db/migrate.ts'
import { creditDepsOf } from '../../server/src/main/credit.ts'
import { readProgress } from '../../server/src/modules/credit/read-progress.ts'
import { fillWithCustomers, withoutIndexes } from '../growth/fill.ts'
import { measurePaired, percentile, reportRatios } from '../measure.ts'
import { addReceipts, createGiftCampaign, giftCents } from './gift-campaign.ts'

const smallCount = 10_000
const largeCount = Number(process.env['CUSTOMERS'] ?? 1_000_000)
const creditsOfOthers = Number(process.env['CREDITS'] ?? 10)
const receipts = 500
const readsPerRun = Number(process.env['READS'] ?? 100)
/** People with 500 receipts, whose progress is read in turn. */
const measuredPeople = 20

type Club = { db: Db; close: () => Promise<void>; customer_ids: readonly string[] }

/** The progress of people with 500 receipts in a large club; the baseline (= 1) is a club of 10,000 people. */
export async function measureProgress(serverUrl: string, pairs: number): Promise<void> {
  const small = await createClub(serverUrl, 'small', smallCount)
  const large = await createClub(serverUrl, 'large', largeCount)
  const p50 =
    ({ db, customer_ids }: Club) =>
    async () => {
      const deps = creditDepsOf({ db, clock: () => new Date(), time_zone: defaultTimeZone })
      const times: number[] = []
      for (let read = 0; read < readsPerRun; read += 1) {
        const customer_id = customer_ids[read % customer_ids.length] ?? ''
        const start = performance.now()
        const [progress] = await readProgress(deps, { customer_id, identified_session_id: null })
        times.push(performance.now() - start)
        if (progress?.receipts.length !== receipts) throw new Error('The progress is incomplete')
      }
      return percentile(times, 0.5)
    }
  try {
    const ratios = await measurePaired({ ours: p50(large), baseline: p50(small), pairs })
    const what = `gifts, progress with ${receipts} receipts, p50`
    reportRatios({ row: 7, what, unit: 'ms', goal: { atMost: 1.3 } }, ratios)
  } finally {
    await Promise.all([small.close(), large.close()])
  }
}

/** A club with one campaign, in which everyone has credit. Filler rows are generated without constraints. */
async function createClub(serverUrl: string, name: string, count: number): Promise<Club> {
  const started = performance.now()
  const url = await createDatabase(serverUrl, name)
  await migrate(url)
  const pool = new pg.Pool({ connectionString: url, max: 1 })
  await pool.query('set session_replication_role = replica')
  await pool.query('set synchronous_commit = off')
  await pool.query("set maintenance_work_mem = '512MB'")
  await fillWithCustomers(pool, { from: 0, to: count })
  const { db, close } = openDatabase(url, { poolSize: 2, statementTimeoutMs: 0 })
  const customers = `select id from customer order by id limit ${measuredPeople}`
  const { rows: people } = await sql<{ id: string }>`${sql.raw(customers)}`.execute(db)
  await addReceipts(db, { customers, count: receipts, cents: giftCents / 16 })
  const campaign_id = await createGiftCampaign(db, { units: 1_000 })
  await withoutIndexes(pool, ['purchase_credit'], async () => {
    await pool.query(
      `insert into purchase_credit (purchase_id, campaign_id, customer_id, amount_cents, created_at)
       select uuidv7(), $1, id, $2, now() from generate_series(1, $3::int), customer where id <> all ($4)`,
      [campaign_id, giftCents / 16, creditsOfOthers, people.map(({ id }) => id)],
    )
  })
  await pool.query('vacuum (analyze)')
  await pool.query('checkpoint')
  const { rows } = await pool.query<{ customers: string; credits: string; bytes: string }>(
    `select (select count(*) from customer) as customers, (select count(*) from purchase_credit) as credits,
       pg_size_pretty(pg_database_size(current_database())) as bytes`,
  )
  await pool.end()
  const seconds = ((performance.now() - started) / 1_000).toFixed(0)
  console.log(
    `${rows[0]?.customers} customers, ${rows[0]?.credits} credits, ${rows[0]?.bytes}, created in ${seconds} s`,
  )
  return { db, close, customer_ids: people.map(({ id }) => id) }
}

async function createDatabase(serverUrl: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}
