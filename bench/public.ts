/*
 * `npm run build`, then `npm run bench -- public`: what is public, as people without a session load it: every shared call
 * and the pages. Baseline: the static file of the same server whose size is closest. Counts how often the database is asked.
 */
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { CampaignCard } from '@clube/contract/campaigns/campaign.ts'
import { listCampaignsCall, readCampaignCall } from '@clube/contract/campaigns/campaign-calls.ts'
import { readConsentDocumentCall } from '@clube/contract/consent/calls.ts'
import { listSessionsCall } from '@clube/contract/event-tickets/calls.ts'
import { listGiftsCall } from '@clube/contract/free-gifts/calls.ts'
import type { PromotionKind } from '@clube/contract/kernel/promotion-kinds.ts'
import { readProjectOfferCall } from '@clube/contract/new-project/calls.ts'
import { readParkingOfferCall } from '@clube/contract/parking-voucher/calls.ts'
import { listParticipatingShopsCall } from '@clube/contract/receipts/shop-calls.ts'
import { findScratchCampaignCall, readScratchOfferCall } from '@clube/contract/scratch-card/offer-calls.ts'
import { readDeckPublicationCall } from '@clube/contract/scratch-card/publication-calls.ts'
import { seedDemonstration } from '../server/seeds/demonstration/seed.ts'
import { openDatabase, type Db } from '../server/src/db/database.ts'
import { migrate } from '../server/src/db/migrate.ts'
import { createVault } from '../server/src/modules/vault/index.ts'
import { TestBrowser } from '../server/src/testing/browser.ts'
import { startServerProcess } from '../server/src/testing/server-process.ts'
import { requestsPerSecond } from './load.ts'
import { measurePaired, reportRatios, reportValues } from './measure.ts'
import { withPostgres } from './postgres.ts'

const rootKey = Buffer.alloc(32, 'k')
const seconds = Number(process.env['SECONDS'] ?? 0.5)
const pairs = Number(process.env['PAIRS'] ?? 8)
const connections = 20
/** Headers of a browser without cookies. */
const headers = { 'x-requested-with': 'XMLHttpRequest', accept: '*/*', 'accept-encoding': 'gzip, br' }
const assets = join(import.meta.dirname, '../web/dist/client/assets')
if (!existsSync(assets))
  throw new Error('Run "npm run build" first: the pages and the static files are its result')

await withPostgres('public', run, { shared_preload_libraries: 'pg_stat_statements' })

async function run(url: string): Promise<void> {
  await migrate(url)
  const { db, close } = openDatabase(url, { poolSize: 2 })
  await sql`create extension pg_stat_statements`.execute(db)
  await seedDemonstration({ db, vault: createVault(rootKey), now: new Date() })
  // Production refuses a database with the staff of the demonstration, who are known by their addresses.
  await sql`update staff set email = 'bench-' || email`.execute(db)
  const server = await startServerProcess({
    env: {
      DATABASE_URL: url,
      CLUB_SECRET: rootKey.toString('base64'),
      CLUB_CONFIG: join(import.meta.dirname, '../server/src/testing/production-club.ts'),
      NODE_ENV: 'production',
      LOG_LEVEL: 'silent',
    },
  })
  try {
    const targets = await listTargets(server.url)
    const load = (path: string, time = seconds) =>
      requestsPerSecond({ url: server.url + path, headersOf: () => headers, connections, seconds: time })
    for (const { what, path } of targets) {
      const file = await closestFile(server.url + path)
      const ratios = await measurePaired({
        ours: () => load(path),
        baseline: () => load(`/assets/${file}`),
        pairs,
      })
      reportRatios({ row: 9, what: `${what} / static file`, unit: 'req/s', goal: { atLeast: 0.6 } }, ratios)
    }
    const rates: number[] = []
    for (const { what, path } of targets.filter((target) => target.path.startsWith('/api/'))) {
      const { statements, rate } = await countReads(db, { path, load })
      console.log(`${what}: ${statements} statements, each ${rate.toFixed(2)} times a second`)
      rates.push(rate)
    }
    reportValues(
      {
        row: 9,
        what: 'reads of a public data set, per process',
        unit: 'per s',
        goal: { atMost: 1 },
        worst: true,
      },
      rates,
    )
  } finally {
    await server.kill()
    await close()
  }
}

type Target = { readonly what: string; readonly path: string }

/** Every shared call with parameters of the demonstration, and the pages of the home and of a promotion. */
async function listTargets(url: string): Promise<Target[]> {
  const listed = await new TestBrowser(url).send(listCampaignsCall)
  if (!listed.ok) throw new Error(listed.message)
  const campaignOf = (kind: PromotionKind): CampaignCard => {
    const campaign = listed.data.find((card) => card.kind === kind && card.state === 'active')
    if (!campaign) throw new Error(`The demonstration has no active campaign of the kind ${kind}`)
    return campaign
  }
  const forCampaign = ({ path }: { path: string }, kind: PromotionKind) =>
    `${path}?campaign_id=${campaignOf(kind).campaign_id}`
  const event = campaignOf('event_tickets')
  const scratch = campaignOf('scratch_card')
  return [
    { what: 'list of promotions', path: listCampaignsCall.path },
    { what: 'a promotion', path: readCampaignCall.path.replace(':slug', event.slug) },
    { what: 'sessions', path: forCampaign(listSessionsCall, 'event_tickets') },
    { what: 'gifts', path: forCampaign(listGiftsCall, 'free_gifts') },
    { what: 'parking offer', path: forCampaign(readParkingOfferCall, 'parking_voucher') },
    { what: 'project offer', path: forCampaign(readProjectOfferCall, 'new_project') },
    { what: 'scratch-card offer', path: forCampaign(readScratchOfferCall, 'scratch_card') },
    {
      what: 'scratch-card link',
      path: `${findScratchCampaignCall.path}?cd_identificador=${scratch.cd_identificador}`,
    },
    { what: 'sealed deck', path: forCampaign(readDeckPublicationCall, 'scratch_card') },
    { what: 'shops', path: listParticipatingShopsCall.path },
    {
      what: 'regulation',
      path: `${readConsentDocumentCall.path.replace(':kind', 'promotion_regulation')}?scope=${event.slug}`,
    },
    { what: 'page of the home', path: '/' },
    { what: 'page of a promotion', path: `/promocoes/${event.slug}` },
    { what: 'page of the sign-in', path: '/entrar' },
  ]
}

/** The compressed file of the build whose size is closest to that of a response. */
async function closestFile(url: string): Promise<string> {
  const response = await fetch(url, { headers })
  if (response.status !== 200) throw new Error(`${url}: ${await response.text()}`)
  const bytes = Number(response.headers.get('content-length'))
  await response.arrayBuffer()
  const files = readdirSync(assets)
    .filter((file) => file.endsWith('.js.br'))
    .map((file) => ({ file, distance: Math.abs(statSync(join(assets, file)).size - bytes) }))
    .toSorted((a, b) => a.distance - b.distance)
  return files[0]?.file.replace(/\.br$/, '') ?? ''
}

/**
 * How many statements an answer takes, and how often the most frequent of them ran during a load of four seconds; without
 * statements that also run when nothing is requested, such as those of jobs.
 */
async function countReads(
  db: Db,
  { path, load }: { path: string; load: (path: string, seconds: number) => Promise<number> },
): Promise<{ statements: number; rate: number }> {
  const loadSeconds = 4
  const idleMs = 2_000
  const idle = await countCalls(db)
  await wait(idleMs)
  const before = await countCalls(db)
  await load(path, 0.01)
  const after = await countCalls(db)
  const isOwn = ([id, calls]: readonly [string, number]) =>
    calls > (before.get(id) ?? 0) && before.get(id) === idle.get(id)
  const own = [...after].filter(isOwn).map(([id]) => id)
  await load(path, loadSeconds)
  const loaded = await countCalls(db)
  // The answer was just read, so that each further read follows another by at least a second.
  const rates = own.map((id) => ((loaded.get(id) ?? 0) - (after.get(id) ?? 0)) / loadSeconds)
  return { statements: own.length, rate: Math.max(0, ...rates) }
}

/** Executions of each statement so far, apart from those of this program. */
async function countCalls(db: Db): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ id: string; calls: number }>`
    select queryid::text as id, sum(calls)::int as calls from pg_stat_statements
    where query not like '%pg_stat_statements%' group by queryid`.execute(db)
  return new Map(rows.map(({ id, calls }) => [id, calls]))
}
