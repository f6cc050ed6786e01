/* `npm run bench -- captcha`: solving a captcha in Chromium. Baseline: ALTCHA's own solver with two workers. */
import { createHmac, randomBytes, randomInt } from 'node:crypto'
import type { CaptchaChallenge } from '@clube/contract/captcha/challenge.ts'
import { chromium } from 'playwright-core'
import type { Browser } from 'playwright-core'
import { createChallenge, flowTag } from '../server/src/modules/captcha/challenge.ts'
import { verifyProof } from '../server/src/modules/captcha/proof.ts'
import { findChromium } from '../tools/chromium.ts'
import { buildOurs, serveOfficial, serveOurs } from './captcha/site.ts'
import type { Site } from './captcha/site.ts'
import { median, reportValues } from './measure.ts'

const pairs = Number(process.env['PAIRS'] ?? 8)
const maxnumber = 1_000_000
const key = createHmac('sha256', randomBytes(32)).digest()
const flow = flowTag('bench')

type Solver = 'altcha widget' | 'altcha library' | 'ours wasm' | 'ours js'
type Solve = { number: number; ms: number; longTasks: number }

const challengeWith = (number: number): CaptchaChallenge =>
  createChallenge({
    key,
    now: Date.now(),
    random: { bytes: randomBytes, below: () => number },
    scope: 'signin',
    flow,
    maxnumber,
    work: 1,
  })

/** One solve in a fresh browser context, without any cache. */
const solveCold = async (
  browser: Browser,
  site: Site,
  task: { challenge: CaptchaChallenge; kind?: 'widget' | 'library' },
): Promise<Solve> => {
  const context = await browser.newContext()
  const page = await context.newPage()
  page.on('pageerror', (error) => console.error(error))
  await page.goto(site.url)
  // Long tasks are observed from here on, because parsing the empty page is not part of solving.
  await page.evaluate(() => {
    const tasks: number[] = []
    Object.assign(window, { longTasks: tasks })
    new PerformanceObserver((list) =>
      tasks.push(...list.getEntries().map((entry) => entry.duration)),
    ).observe({
      type: 'longtask',
    })
  })
  const { number, ms } = await page.evaluate(
    ({ challenge, kind }) =>
      (
        window as unknown as { solve: (...parameters: unknown[]) => Promise<{ number: number; ms: number }> }
      ).solve(challenge, kind),
    task,
  )
  const longTasks = await page.evaluate(() => (window as unknown as { longTasks: number[] }).longTasks.length)
  await context.close()
  const { algorithm, challenge, salt, signature } = task.challenge
  const payload = { algorithm, challenge, salt, signature, number }
  const verdict = verifyProof({ payload, key, now: Date.now(), flow, maxnumber, work: 1 })
  if (!verdict.valid && verdict.error !== 'expired') throw new Error(`Wrong solution: ${number}`)
  return { number, ms, longTasks }
}

const format = (value: number): string => (value < 10 ? value.toFixed(2) : value.toFixed(0))

const ours = await buildOurs()
const sites = {
  official: await serveOfficial(),
  wasm: await serveOurs(ours.files, { wasm: true }),
  js: await serveOurs(ours.files, { wasm: false }),
}
const browser = await chromium.launch(await findChromium())

const solveWith: Record<Solver, (challenge: CaptchaChallenge) => Promise<Solve>> = {
  'altcha widget': (challenge) => solveCold(browser, sites.official, { challenge, kind: 'widget' }),
  'altcha library': (challenge) => solveCold(browser, sites.official, { challenge, kind: 'library' }),
  'ours wasm': (challenge) => solveCold(browser, sites.wasm, { challenge }),
  'ours js': (challenge) => solveCold(browser, sites.js, { challenge }),
}
const solvers = Object.keys(solveWith) as Solver[]
const times: Record<Solver, number[]> = {
  'altcha widget': [],
  'altcha library': [],
  'ours wasm': [],
  'ours js': [],
}

try {
  for (let pair = 0; pair < pairs; pair += 1) {
    // One number from each part of the range, so that it is covered evenly; the order alternates.
    const number = Math.floor(((pair + Math.random()) / pairs) * maxnumber)
    const challenge = challengeWith(number)
    for (const solver of pair % 2 ? solvers.toReversed() : solvers) {
      const solve = await solveWith[solver](challenge)
      times[solver].push(solve.ms)
      if (solver.startsWith('ours') && solve.longTasks > 0) console.log(`${solver}: a page task over 50 ms`)
    }
    console.log(
      `pair ${pair + 1}, number ${number}: ${solvers.map((name) => `${name} ${format(times[name][pair] ?? NaN)} ms`).join(' · ')}`,
    )
  }

  const worst: number[] = []
  for (let i = 0; i < 8; i += 1)
    worst.push((await solveWith['ours wasm'](challengeWith(maxnumber - randomInt(2)))).ms)

  const baselineMs = times['altcha widget']
  const ratiosTo = (name: Solver) => times[name].map((ms, pair) => (baselineMs[pair] ?? NaN) / ms)
  console.log(`\nALTCHA widget, 2 workers = 1; median of ${pairs} paired ratios (lowest to highest)`)
  for (const solver of solvers) {
    const ratios = ratiosTo(solver)
    const spread = `${format(Math.min(...ratios))}–${format(Math.max(...ratios))}`
    console.log(
      `${solver.padEnd(15)} ${format(median(ratios)).padStart(5)} (${spread}), median ${format(median(times[solver]))} ms`,
    )
  }
  reportValues(
    { row: 1, what: 'captcha, WebAssembly', goal: { atLeast: 100 }, unit: 'times' },
    ratiosTo('ours wasm'),
  )
  reportValues(
    { row: 1, what: 'captcha, plain JavaScript', goal: { atLeast: 15 }, unit: 'times' },
    ratiosTo('ours js'),
  )
  const total = (name: Solver) => times[name].reduce((sum, ms) => sum + ms, 0)
  console.log(
    `all pairs together: wasm ${format(total('altcha widget') / total('ours wasm'))}, js ${format(total('altcha widget') / total('ours js'))}`,
  )
  reportValues(
    { row: 1, what: 'captcha, worst number, cold', goal: { atMost: 250 }, unit: 'ms', worst: true },
    worst,
  )
  reportValues({ row: 1, what: 'captcha, on the wire', goal: { atMost: 8_192 }, unit: 'bytes' }, [
    ours.brotliBytes,
  ])
} finally {
  await browser.close()
  await Promise.all(Object.values(sites).map((site) => site.close()))
}
