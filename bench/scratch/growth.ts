import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { openDatabase, type Db } from '../../server/src/db/database.ts'
import { migrate } from '../../server/src/db/migrate.ts'
import {
  createEvent,
  createParticipants,
  type Participant,
} from '../../server/src/modules/event-tickets/event-fixtures.testing.ts'
import { createDrawCard } from '../../server/src/modules/scratch-card/draw-card.ts'
import { withoutIndexes } from '../growth/fill.ts'
import { measurePaired, percentile, reportRatios } from '../measure.ts'
import { withParticipations } from '../rush/participations.ts'
import { addCards, addCodes, createCampaign, createDeck, drawDepsOf } from './scratch-deck.ts'

const smallCount = 10_000
const largeCount = Number(process.env['CARDS'] ?? 5_000_000)
const drawsPerRun = Number(process.env['DRAWS'] ?? 200)
/** One warm-up run and one per pair; each draw needs a person without an open participation. */
const runsOf = (pairs: number) => pairs + 1

type Club = { db: Db; close: () => Promise<void>; drawNext: () => Promise<void> }

/** One draw at a time from a large deck, half of which is drawn; the baseline (= 1) is a deck of 10,000 cards. */
export async function measureGrowth(serverUrl: string, pairs: number): Promise<void> {
  const draws = drawsPerRun * runsOf(pairs)
  const small = await createClub(serverUrl, { name: 'small', cards: smallCount, draws })
  const large = await createClub(serverUrl, { name: 'large', cards: largeCount, draws })
  const p50 =
    ({ drawNext }: Club) =>
    async () => {
      const times: number[] = []
      for (let draw = 0; draw < drawsPerRun; draw += 1) {
        const start = performance.now()
        await drawNext()
        times.push(performance.now() - start)
      }
      return percentile(times, 0.5)
    }
  try {
    const ratios = await measurePaired({ ours: p50(large), baseline: p50(small), pairs })
    const what = `draw from ${largeCount} cards / from ${smallCount}, p50`
    reportRatios({ row: 7, what, unit: 'ms', goal: { atMost: 1.3 } }, ratios)
  } finally {
    await Promise.all([small.close(), large.close()])
  }
}

/** A club with one deck, half drawn, and a code for each card. Filler rows are generated without constraints. */
async function createClub(
  serverUrl: string,
  { name, cards, draws }: { name: string; cards: number; draws: number },
): Promise<Club> {
  const started = performance.now()
  const url = await createDatabase(serverUrl, name)
  await migrate(url)
  const { db, close } = openDatabase(url, { poolSize: 2, statementTimeoutMs: 0 })
  const event = await createEvent(db, { capacity: 1, now: new Date() })
  const customers = await createParticipants(db, { ...event, people: draws, now: new Date() })
  const campaign = await createCampaign(db)
  const { id: campaign_id, cd_identificador } = campaign
  const deck_id = await createDeck(db, campaign_id, cards)
  const drawn = cards / 2
  await addCards(db, { campaign_id, deck_id, first: drawn + 1, count: draws, winning: 0 })
  const codes = await addCodes(db, { deck_id, count: draws })
  const participants = await withParticipations(db, customers, campaign_id, 'scratch_card')
  const pool = new pg.Pool({ connectionString: url, max: 1 })
  await pool.query('set session_replication_role = replica')
  await pool.query('set synchronous_commit = off')
  await pool.query("set maintenance_work_mem = '512MB'")
  await fill(pool, { deck_id, cards, drawn, draws, customers })
  await pool.query('update scratch_deck set drawn = $2, codes = cards where id = $1', [deck_id, drawn])
  await pool.query('vacuum (analyze)')
  await pool.query('checkpoint')
  await pool.end()
  const { rows } = await sql<{ bytes: string }>`
    select pg_size_pretty(pg_database_size(current_database())) as bytes`.execute(db)
  const seconds = ((performance.now() - started) / 1_000).toFixed(0)
  console.log(`${cards} cards and codes, ${drawn} draws, ${rows[0]?.bytes}, created in ${seconds} s`)
  const draw = createDrawCard(drawDepsOf(db, () => new Date()))
  let next = 0
  return {
    db,
    close,
    drawNext: async () => {
      const index = next
      next += 1
      const { customer_id = '', transaction_id = '' } = participants[index] ?? {}
      await draw({
        customer_id,
        identified_session_id: null,
        transaction_id,
        cd_identificador,
        alphanumero: codes[index] ?? '',
        source: { ip: '203.0.113.9', device_id: null },
      })
    },
  }
}

const fill = async (
  pool: pg.Pool,
  input: { deck_id: string; cards: number; drawn: number; draws: number; customers: readonly Participant[] },
): Promise<void> => {
  const { deck_id, cards, drawn, draws, customers } = input
  await withoutIndexes(pool, ['scratch_card', 'scratch_code', 'scratch_draw'], async () => {
    await pool.query(
      `insert into scratch_card (deck_id, position, drawable_from, prize_sealed)
       select $1, n, now() - interval '1 day', substr(sha512(n::text::bytea), 1, 33) from generate_series(1, $2::int) as n
       where n <= $3 or n > $3 + $4`,
      [deck_id, cards, drawn, draws],
    )
    await pool.query(
      `insert into scratch_code (deck_id, kind, batch_id, code_index, state, issued_at)
       select $1, 'paper', $2, sha256(('code' || n)::bytea), case when n <= $4 then 'used' else 'issued' end, now()
       from generate_series(1, $3::int) as n`,
      [deck_id, randomUUID(), cards - draws, drawn],
    )
    await pool.query(
      `insert into scratch_draw (deck_id, position, code_id, transaction_id, customer_id, prize_number, code_hash, head,
         drawn_at)
       select $1, n, uuidv7(), uuidv7(), ($3::uuid[])[1 + n % array_length($3::uuid[], 1)], null,
         sha256(n::text::bytea), sha256(n::text::bytea), now() - interval '1 day' from generate_series(1, $2::int) as n`,
      [deck_id, drawn, customers.map(({ customer_id }) => customer_id)],
    )
  })
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
