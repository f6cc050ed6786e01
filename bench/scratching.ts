/*
 * Scratching a card in a browser whose processor is six times slower: the longest tasks of the page's main thread, by CPU
 * time of the thread, which hardly depends on the load of the machine. `npm run build` first.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { demonstrationCodes } from '../server/seeds/demonstration/scratch-card.ts'
import { startEmbeddedPostgres } from '../server/src/db/embedded-postgres.ts'
import { findChromium } from '../tools/chromium.ts'
import { startClub } from './journeys/club.ts'
import { median } from './measure.ts'
import { enterCode, phases, scratchCard, type Scratching } from './scratching/scratch-card.ts'

const runs = Number(process.env['RUNS'] ?? 8)
const [winning, losing] = demonstrationCodes

const folder = await mkdtemp(join(tmpdir(), 'clube-bench-scratching-'))
const postgres = await startEmbeddedPostgres({ folder })
const club = await startClub(join(import.meta.dirname, '..'), {
  database_url: postgres.url,
  folder,
  people: 1,
})
const browser = await chromium.launch(await findChromium())
try {
  const person = club.nextPerson()
  // The same code of the same person returns the same card.
  for (const [name, code] of [
    ['a card that wins', winning],
    ['a card without a prize', losing],
  ] as const) {
    const measured: Scratching[] = []
    for (let run = 0; run < runs; run += 1) {
      const page = await enterCode(browser, { url: club.url, person, code })
      measured.push(await scratchCard(browser, page))
      await page.context().close()
    }
    report(name, measured)
  }
} finally {
  await browser.close()
  await club.stop()
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}

function report(name: string, measured: readonly Scratching[]): void {
  console.log(name)
  for (const phase of phases) {
    const longest = measured.map((run) => run[phase][0]?.cpu_ms ?? 0)
    const all = measured.flatMap((run) => run[phase])
    const over = all.filter(({ cpu_ms }) => cpu_ms > 50).length
    const range = `${Math.min(...longest).toFixed(0)}–${Math.max(...longest).toFixed(0)}`
    console.log(
      `  ${phase}: longest task ${median(longest).toFixed(0)} ms (${range}), ${over} of ${all.length} over 50 ms`,
    )
    const [worst] = all.toSorted((a, b) => b.cpu_ms - a.cpu_ms)
    if (worst) console.log(`    the longest: ${worst.parts}`)
  }
}
