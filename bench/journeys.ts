/*
 * Four legitimate user journeys in Chromium, in this checkout and in another one, the baseline: `npm run bench -- journeys
 * FOLDER`. Counts the steps that they require, and compares their durations. Both checkouts must be built (`npm run
 * build`).
 */
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { chromium } from 'playwright-core'
import { startEmbeddedPostgres } from '../server/src/db/embedded-postgres.ts'
import { findChromium } from '../tools/chromium.ts'
import { startClub, type Club } from './journeys/club.ts'
import { journeys } from './journeys/journeys.ts'
import { Visit, type Journey } from './journeys/visit.ts'
import { describeRatios, ratiosOf, runPaired } from './measure.ts'

const pairs = Number(process.env['PAIRS'] ?? 8)
const other = process.argv[2]
const roots = { ours: join(import.meta.dirname, '..'), baseline: resolve(other ?? '') }
type Side = keyof typeof roots

if (other === undefined) throw new Error('npm run bench -- journeys FOLDER: the folder of another checkout')
for (const root of Object.values(roots))
  if (!existsSync(join(root, 'web/dist'))) throw new Error(`Run "npm run build" in ${root} first`)

const folder = await mkdtemp(join(tmpdir(), 'clube-bench-journeys-'))
const postgres = await startEmbeddedPostgres({ folder, settings: { shared_buffers: '256MB' } })
const browser = await chromium.launch(await findChromium())
try {
  const clubs = { ours: await open('ours'), baseline: await open('baseline') }
  try {
    for (const journey of journeys) {
      const ours = () => measure(clubs.ours, journey)
      const baseline = () => measure(clubs.baseline, journey)
      report(journey.name, await runPaired({ ours, baseline, pairs }))
    }
  } finally {
    await Promise.all(Object.values(clubs).map((club) => club.stop()))
  }
} finally {
  await browser.close()
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}

async function open(side: Side): Promise<Club> {
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  await client.query(`create database ${side}`)
  await client.end()
  const databaseUrl = new URL(postgres.url)
  databaseUrl.pathname = `/${side}`
  const people = journeys.length * (pairs + 1)
  return startClub(roots[side], { database_url: databaseUrl.href, folder: join(folder, side), people })
}

async function measure(club: Club, { prepare, run }: (typeof journeys)[number]): Promise<Journey> {
  const visit = await Visit.open(browser, club)
  await prepare?.(visit)
  await visit.start()
  await run(visit)
  return visit.end()
}

function report(name: string, measured: readonly Record<Side, Journey>[]): void {
  console.log(`\n${name}`)
  for (const side of ['ours', 'baseline'] as const)
    for (const steps of new Set(measured.map((pair) => describeSteps(pair[side]))))
      console.log(`  ${side.padEnd(8)} ${steps}`)
  for (const unit of ['seconds', 'serverSeconds'] as const) {
    const ratios = ratiosOf(
      measured.map(({ ours, baseline }) => ({ ours: ours[unit], baseline: baseline[unit] })),
    )
    console.log(`  ${describeRatios(unit === 'seconds' ? 'in the browser' : 'on the server', 's', ratios)}`)
  }
}

function describeSteps({ screens, fields, filled, clicks, captchas, requests }: Journey): string {
  const titles = screens.map((screen) => screen.replace(/,.*/, '')).join(' → ')
  return `${screens.length} screens (${titles}), ${filled} of ${fields} fields filled, ${clicks} clicks, ${captchas} captchas, ${requests} requests`
}
