/*
 * Signed-in pages on a slow phone: `npm run bench -- signed-in [PAGE …]`, by default all pages and interactions. When the
 * figures that a person came for are visible, on the first visit and the second, against the largest paint of a React 19
 * form; requests for data; layout shifts; and how long the heaviest screens take to respond. Chromium has the connection
 * and processor of Lighthouse's mobile profile.
 */
import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { chromium } from 'playwright-core'
import { startEmbeddedPostgres } from '../server/src/db/embedded-postgres.ts'
import { hashPassword } from '../server/src/modules/identity/index.ts'
import { createVault } from '../server/src/modules/vault/index.ts'
import { startServerProcess } from '../server/src/testing/server-process.ts'
import { findChromium } from '../tools/chromium.ts'
import { buildHello } from './first-load/build-hello.ts'
import { addCredits } from './growth/fill.ts'
import { median, ratiosOf, reportRatios, reportValues, runPaired } from './measure.ts'
import { addPeople } from './sign-in/people.ts'
import { interactions, measureInteraction } from './signed-in/interactions.ts'
import { openHello, openTwice, signIn, type State } from './signed-in/visits.ts'

const pairs = Number(process.env['PAIRS'] ?? 8)
const here = import.meta.dirname
const rootKey = Buffer.alloc(32, 'k')
const password = 'Girassol-27'
/** Lines of the statement whose interactions are measured. */
const statementLines = 500

/** Pages, with the elements that hold what a person came for: links of *Carteira* and home, and how to take part. */
const pages = [
  {
    name: 'home',
    path: '/',
    figures: { 'a[href="/pontos"]': '\\d ponto', 'a[href="/carteira"]': 'Carteira.+\\w' },
  },
  { name: 'Carteira', path: '/carteira', figures: { 'a[href^="/brindes/vale/"]': '\\w' } },
  {
    name: 'promotion',
    path: '/promocoes/panetone-da-casa',
    figures: { 'a[href="/brindes/panetone-da-casa"]': '\\w', '[role=progressbar], progress, dl': '\\d' },
  },
] as const

const folder = await mkdtemp(join(tmpdir(), 'clube-bench-signed-in-'))
const postgres = await startEmbeddedPostgres({ folder: join(folder, 'database') })
const browser = await chromium.launch(await findChromium())
try {
  await run()
} finally {
  await browser.close()
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}

async function run(): Promise<void> {
  if (process.env['BUILT'] === undefined)
    execFileSync('npm', ['run', 'build', '--silent'], { cwd: join(here, '..'), stdio: 'inherit' })
  const hello = await startServerProcess({
    env: { FOLDER: await buildHello(join(folder, 'hello')) },
    file: join(here, 'first-load/baseline.ts'),
  })
  const club = await startServerProcess({
    env: {
      DATABASE_URL: postgres.url,
      DATA_FOLDER: join(folder, 'files'),
      CLUB_SECRET: rootKey.toString('base64'),
      CLUB_CONFIG: join(here, '../server/seeds/demonstration/club.ts'),
      NODE_ENV: 'test',
      SEED: 'yes',
      CHECK_RESPONSES: 'no',
      LOG_LEVEL: 'error',
    },
  })
  try {
    const state = await signIn(browser, club.url, { document_id: '31847056253', password: 'Presente-64' })
    for (const page of pages.filter(isMeasured))
      await measurePage(page, { club: club.url, hello: hello.url, state })
    const reader = await signIn(browser, club.url, { document_id: await addReader(), password })
    for (const interaction of interactions.filter(isMeasured)) {
      const inp: number[] = []
      const owner = interaction.name === 'scratch card' ? state : reader
      for (let round = 0; round < interaction.rounds; round += 1)
        inp.push(await measureInteraction(browser, club.url, { interaction, state: owner }))
      reportValues(
        {
          row: 14,
          what: `${interaction.name}, slowest interaction at a quarter of the speed`,
          goal: { atMost: 200 },
          unit: 'ms',
          worst: true,
        },
        inp,
      )
    }
  } finally {
    await Promise.all([club.kill(), hello.kill()])
  }
}

function isMeasured({ name }: { name: string }): boolean {
  const only = process.argv.slice(2)
  return only.length === 0 || only.includes(name)
}

async function measurePage(
  { name, path, figures }: (typeof pages)[number],
  { club, hello, state }: { club: string; hello: string; state: State },
): Promise<void> {
  const results = await runPaired({
    ours: () => openTwice(browser, `${club}${path}`, { figures, state }),
    baseline: () => openHello(browser, `${hello}/index.html`),
    pairs,
  })
  const visits = results.map(({ ours }) => ours)
  const ratios = results.map(({ ours, baseline }) => ({ ours: ours.first.figuresMs, baseline }))
  reportRatios(
    { row: 14, what: `${name}, figures visible / hello form`, unit: 'ms', goal: { atMost: 1.2 } },
    ratiosOf(ratios),
  )
  reportRatios(
    { row: 14, what: `${name}, second visit / first`, unit: 'ms', goal: { atMost: 0.5 } },
    ratiosOf(visits.map(({ first, second }) => ({ ours: second.figuresMs, baseline: first.figuresMs }))),
  )
  const first = visits.map((visit) => visit.first)
  reportValues(
    { row: 14, what: `${name}, requests for data`, goal: { atMost: 3 }, unit: '', worst: true },
    first.map(({ dataRequests }) => dataRequests),
  )
  reportValues(
    { row: 14, what: `${name}, layout shift`, goal: { atMost: 0 }, unit: '', worst: true },
    first.map(({ cls }) => cls),
  )
  const last = first.at(-1)
  console.log(
    `  ${median(first.map(({ requests }) => requests))} requests in all; data: ${last?.dataPaths.join(' ') ?? ''}`,
  )
}

/** A customer with a long statement. @returns the document */
async function addReader(): Promise<string> {
  const pool = new pg.Pool({ connectionString: postgres.url, max: 1 })
  try {
    const [document_id = ''] = await addPeople(pool, {
      vault: createVault(rootKey),
      count: 1,
      password_hash: await hashPassword(password),
    })
    const found = await pool.query<{ id: string }>(
      `select id from customer where email = 'prova@exemplo.com.br' limit 1`,
    )
    await addCredits(pool, { customer_ids: found.rows.map(({ id }) => id), count: statementLines })
    return document_id
  } finally {
    await pool.end()
  }
}
