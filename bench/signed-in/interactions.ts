import type { Browser, Page } from 'playwright-core'
import { openPhone, type State } from './visits.ts'

/** Scripted interactions with one screen. */
export type Interaction = {
  readonly name: string
  readonly path: string
  readonly run: (page: Page) => Promise<void>
  /** How often it can be repeated. */
  readonly rounds: number
}

/** Time in which an interaction is painted, in milliseconds. */
const paintMs = 600

async function press(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('button', { name, disabled: false }).first().click()
  await page.waitForTimeout(paintMs)
}

/** The heaviest screens: places are chosen, a card is scratched, a statement of 500 lines is loaded completely. */
export const interactions: readonly Interaction[] = [
  {
    name: 'reservation',
    path: '/ingressos/natal-no-ipe',
    rounds: 3,
    run: async (page) => {
      for (const name of ['Um ingresso a mais', 'Um ingresso a mais', 'Um ingresso a menos'])
        await press(page, name)
    },
  },
  {
    name: 'scratch card',
    path: '/raspadinha/raspadinha-da-sorte',
    rounds: 1,
    run: async (page) => {
      await press(page, 'Raspar agora')
      const card = page.locator('canvas').first()
      await card.waitFor()
      const box = await card.boundingBox()
      if (!box) throw new Error('The card is not visible')
      await page.mouse.move(box.x + 10, box.y + 10)
      await page.mouse.down()
      for (let step = 1; step <= 20; step += 1)
        await page.mouse.move(
          box.x + (box.width * step) / 21,
          box.y + box.height * (step % 2 === 0 ? 0.3 : 0.7),
        )
      await page.mouse.up()
      await page.waitForTimeout(paintMs)
    },
  },
  {
    name: 'statement',
    path: '/pontos',
    rounds: 3,
    run: async (page) => {
      const more = page.getByRole('button', { name: 'Mostrar mais' })
      await more.waitFor()
      while (await more.isVisible()) await press(page, 'Mostrar mais')
    },
  },
]

/** The slowest of the interactions, from the input to the next paint, in milliseconds. */
export async function measureInteraction(
  browser: Browser,
  url: string,
  { interaction, state }: { interaction: Interaction; state: State },
): Promise<number> {
  const { context, page } = await openPhone(browser, { state, isOffPeak: true })
  try {
    await page.addInitScript(() => {
      const slowest = { ms: 0 }
      Object.assign(globalThis, { slowest })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as PerformanceEventTiming[])
          if (entry.interactionId > 0) slowest.ms = Math.max(slowest.ms, entry.duration)
      }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)
    })
    await page.goto(`${url}${interaction.path}`, { waitUntil: 'networkidle' })
    await interaction.run(page)
    return await page.evaluate(() => (globalThis as unknown as { slowest: { ms: number } }).slowest.ms)
  } finally {
    await context.close()
  }
}
