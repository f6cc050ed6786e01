/* Row 1 of the performance table: solving a captcha in Chromium, ALTCHA's own solver with two workers = 1. */
import { createHmac, randomBytes, randomInt } from 'node:crypto'
import type { CaptchaChallenge } from '@clube/contract/captcha/challenge.ts'
import { chromium } from 'playwright-core'
import type { Browser } from 'playwright-core'
import { createChallenge, flowTag } from '../server/src/modules/captcha/challenge.ts'
import { verifyProof } from '../server/src/modules/captcha/proof.ts'
import { findChromium } from '../tools/chromium.ts'
import { buildOurs, serveOfficial, serveOurs } from './captcha/site.ts'
import type { Site } from './captcha/site.ts'
import { median } from './measure.ts'

const pairs = Number(process.env['PAIRS'] ?? 8)
const maxnumber = 1_000_000
const key = createHmac('sha256', randomBytes(32)).digest()
const flow = flowTag('bench')

type Contender = 'altcha widget' | 'altcha library' | 'ours wasm' | 'ours js'
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
  // Observe long tasks only from here on: parsing the empty page is not part of solving.
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
        window as unknown as { solve: (...given: unknown[]) => Promise<{ number: number; ms: number }> }
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

const show = (value: number): string => (value < 10 ? value.toFixed(2) : value.toFixed(0))

const ours = await buildOurs()
const sites = {
  official: await serveOfficial(),
  wasm: await serveOurs(ours.files, { wasm: true }),
  js: await serveOurs(ours.files, { wasm: false }),
}
const browser = await chromium.launch(await findChromium())

const run: Record<Contender, (challenge: CaptchaChallenge) => Promise<Solve>> = {
  'altcha widget': (challenge) => solveCold(browser, sites.official, { challenge, kind: 'widget' }),
  'altcha library': (challenge) => solveCold(browser, sites.official, { challenge, kind: 'library' }),
  'ours wasm': (challenge) => solveCold(browser, sites.wasm, { challenge }),
  'ours js': (challenge) => solveCold(browser, sites.js, { challenge }),
}
const contenders = Object.keys(run) as Contender[]
const times: Record<Contender, number[]> = {
  'altcha widget': [],
  'altcha library': [],
  'ours wasm': [],
  'ours js': [],
}

try {
  for (let pair = 0; pair < pairs; pair += 1) {
    // One number from each part of the range, for fairness; the order alternates.
    const number = Math.floor(((pair + Math.random()) / pairs) * maxnumber)
    const challenge = challengeWith(number)
    for (const contender of pair % 2 ? contenders.toReversed() : contenders) {
      const solve = await run[contender](challenge)
      times[contender].push(solve.ms)
      if (contender.startsWith('ours') && solve.longTasks > 0)
        console.log(`${contender}: a page task over 50 ms`)
    }
    console.log(
      `pair ${pair + 1}, number ${number}: ${contenders.map((name) => `${name} ${show(times[name][pair] ?? NaN)} ms`).join(' · ')}`,
    )
  }

  const worst: number[] = []
  for (let i = 0; i < 8; i += 1)
    worst.push((await run['ours wasm'](challengeWith(maxnumber - randomInt(2)))).ms)

  const base = times['altcha widget']
  console.log(`\nALTCHA widget, 2 workers = 1; median of ${pairs} paired ratios (lowest to highest)`)
  for (const contender of contenders) {
    const ratios = times[contender].map((ms, pair) => (base[pair] ?? NaN) / ms)
    const span = `${show(Math.min(...ratios))}–${show(Math.max(...ratios))}`
    console.log(
      `${contender.padEnd(15)} ${show(median(ratios)).padStart(5)} (${span}), median ${show(median(times[contender]))} ms`,
    )
  }
  const total = (name: Contender) => times[name].reduce((sum, ms) => sum + ms, 0)
  console.log(
    `all pairs together: wasm ${show(total('altcha widget') / total('ours wasm'))}, js ${show(total('altcha widget') / total('ours js'))}`,
  )
  console.log(
    `worst number, cold: median ${show(median(worst))} ms, highest ${show(Math.max(...worst))} ms (limit 250)`,
  )
  console.log(`solver on the wire: ${ours.brotliBytes} bytes brotli (limit 8192)`)
} finally {
  await browser.close()
  await Promise.all(Object.values(sites).map((site) => site.close()))
}
