/*
 * `npm run bench -- rush`: 10,000 customers reserve 1,000 places over HTTP. The baselines are the same route without a
 * database, with one statement per request, and with a row lock. Oversold or unsold places fail the run.
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
  createParticipants,
  createEvent,
  type Participant,
} from '../server/src/modules/event-tickets/event-fixtures.testing.ts'
import { startServerProcess } from '../server/src/testing/server-process.ts'
import { describeRatios, measurePaired, reportRatios } from './measure.ts'
import { withParticipations } from './rush/participations.ts'
import { sendReservations } from './rush/send-reservations.ts'

type Rush = { people: number; places: number }
const scarcePlaces: Rush = { people: 10_000, places: 1_000 }
/** With a place for everyone each response is a write, the worst case for the alternatives. */
const enoughPlaces: Rush = { people: 3_000, places: 3_000 }
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
  const customers = await createParticipants(db, { ...first, people: scarcePlaces.people, now: new Date() })
  await sql`analyze`.execute(db)

  const env = { DATABASE_URL: url, LOG_LEVEL: 'silent', NODE_ENV: 'production', SEED: 'no' }
  const startOurs = () =>
    startServerProcess({
      env: {
        ...env,
        CLUB_SECRET: Buffer.alloc(32, 'k').toString('base64'),
        CLUB_CONFIG: join(import.meta.dirname, 'rush/club.ts'),
      },
    })
  const startVariant = (variant: string) =>
    startServerProcess({
      env: { ...env, VARIANT: variant },
      file: join(import.meta.dirname, 'rush/variants.ts'),
    })
  const ours = await startOurs()
  const servers = [ours]
  try {
    const rush =
      (urls: readonly string[], size = scarcePlaces, storesReservations = true) =>
      () =>
        rushOnce(db, customers.slice(0, size.people), { urls, storesReservations, places: size.places })
    for (const variant of ['memory', 'cte', 'lock']) {
      const alternative = await startVariant(variant)
      servers.push(alternative)
      const ratios = await measurePaired({
        ours: rush([ours.url]),
        baseline: rush([alternative.url], scarcePlaces, variant !== 'memory'),
        pairs,
      })
      if (variant === 'memory')
        reportRatios(
          { row: 5, what: 'reservations / no database', unit: 'req/s', goal: { atLeast: 0.85 } },
          ratios,
        )
      else console.log(describeRatios(`ours / ${variant}`, 'req/s', ratios))
      if (variant !== 'memory') {
        const ratiosWithoutRefusals = await measurePaired({
          ours: rush([ours.url], enoughPlaces),
          baseline: rush([alternative.url], enoughPlaces),
          pairs,
        })
        console.log(
          describeRatios(
            `ours / ${variant}, a place for each of ${enoughPlaces.people}`,
            'req/s',
            ratiosWithoutRefusals,
          ),
        )
      }
      await alternative.kill()
    }
    const second = await startOurs()
    servers.push(second)
    // Both servers run during the baseline as well, so that only the requests differ.
    const processes = await measurePaired({
      ours: rush([ours.url, second.url]),
      baseline: rush([ours.url]),
      pairs,
    })
    reportRatios(
      { row: 5, what: 'reservations, two processes / one', unit: 'req/s', goal: { atLeast: 1.5 } },
      processes,
    )
  } finally {
    await Promise.all(servers.map((server) => server.kill()))
    await close()
  }
  console.log('oversold 0, unsold 0 in every rush')
}

/** One rush for a new event. @returns requests per second @throws when places were oversold or left unsold */
async function rushOnce(
  db: Db,
  customers: readonly Participant[],
  {
    urls,
    storesReservations,
    places,
  }: { urls: readonly string[]; storesReservations: boolean; places: number },
): Promise<number> {
  const event = await createEvent(db, { capacity: places, now: new Date() })
  const participants = await withParticipations(db, customers, event.campaign_id)
  const outcome = await sendReservations({ urls, participants, session_id: event.session_id, connections })
  if (storesReservations) {
    const { rows } = await sql<{ held: number; rows: number }>`
      select held, (select count(*) from event_reservation where session_id = s.id) as rows
      from event_session s where id = ${event.session_id}`.execute(db)
    const [counted] = rows
    if (counted?.held !== places || counted.rows !== places)
      throw new Error(`${places} places, but ${counted?.held} counted and ${counted?.rows} reserved`)
  }
  if (outcome.granted !== places || outcome.refused !== customers.length - places)
    throw new Error(`Responses: ${outcome.granted} places, ${outcome.refused} refusals`)
  return outcome.requests_per_second
}
