import { expect, test as base } from '@playwright/test'
import type { BrowserContext, Page } from '@playwright/test'
import type axe from 'axe-core'
import type { RunOptions } from 'axe-core'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export { expect } from '@playwright/test'

export type JourneyFixtures = {
  /** Console errors expected in this journey, such as those while offline. */
  expectedErrors: RegExp
  /** Fails the journey on any axe violation once animations have finished; `screen` names it in the report. */
  scanA11y: (screen: string, page?: Page) => Promise<void>
  /** Like `scanA11y`, for the color rules only, since nothing else depends on the theme. */
  scanColors: (screen: string) => Promise<void>
  /** Opens a page in another browser, monitored like the first. */
  openAnotherDevice: () => Promise<Page>
}

/** Chromium logs this for every response with a 4xx status, which the pages handle. */
const expectedStatus = /^Failed to load resource: the server responded with a status of 4\d\d/

/** Collects the errors of a browser's pages until it is closed. */
export async function collectErrors(context: BrowserContext, expectedErrors: RegExp): Promise<string[]> {
  const errors: string[] = []
  const isExpected = (text: string) => expectedStatus.test(text) || expectedErrors.test(text)
  const report = (kind: string, text: string) => {
    if (!isExpected(text)) errors.push(`${kind}: ${text}`)
  }
  context.on('console', (message) => {
    if (message.type() === 'error') report('console.error', message.text())
  })
  context.on('weberror', (error) => report('page error', error.error().message))
  await context.exposeBinding('reportPolicyViolation', (_source, text: string) =>
    report('policy violation', text),
  )
  await context.addInitScript(() => {
    const { reportPolicyViolation } = globalThis as unknown as {
      reportPolicyViolation: (text: string) => Promise<void>
    }
    document.addEventListener('securitypolicyviolation', (event) => {
      void reportPolicyViolation(`${event.violatedDirective} ${event.blockedURI} ${event.sample}`)
    })
  })
  return errors
}

/** A rule that elements of the page violate. */
type Violation = { readonly id: string; readonly help: string; readonly elements: readonly string[] }

/** What `loadScanner` adds to a page; `scan` waits for animations, runs axe and returns the violations. */
export type Scanner = { scan: (options: RunOptions) => Promise<readonly Violation[]> }

/** Runs in the page. Waits for finite animations: contrast is too low while fading in. Infinite ones are ignored. */
async function scan(options: RunOptions): Promise<readonly Violation[]> {
  const { axe: loaded } = globalThis as unknown as { axe: typeof axe }
  const running = () =>
    document
      .getAnimations()
      .filter(
        ({ effect, playState }) => playState === 'running' && effect?.getTiming().iterations !== Infinity,
      )
  const pause = () => new Promise((resolve) => setTimeout(resolve, 20))
  // A button that ignores presses for a second changes its colors then, and axe would measure some in between.
  const enabled = performance.now() + 5_000
  while (document.querySelector('[data-inert]') && performance.now() < enabled) await pause()
  // Animations last at most a second; browsers suspend those outside the viewport, which would never finish.
  const deadline = performance.now() + 2_000
  while (running().length > 0 && performance.now() < deadline) await pause()
  // Passes are not used, and collecting them is slow.
  const { violations } = await loaded.run(document, { resultTypes: ['violations'], ...options })
  return violations.map(({ id, help, nodes }) => ({ id, help, elements: nodes.map(({ html }) => html) }))
}

/** Minified, which loads in half of the time. */
const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** Adds `Scanner` to the document of a page. */
export const loadScanner = (page: Page): Promise<void> =>
  page.evaluate(`${axeSource}; globalThis.scan = ${scan.toString()}; undefined`)

/** The rules that depend on the theme. */
export const colorRules: RunOptions = {
  runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
}

/** Fails when axe finds a violation; the scanner is loaded once per document. */
async function expectAccessible(screen: string, page: Page, options: RunOptions = {}): Promise<void> {
  const violations = () =>
    page.evaluate((runOptions) => {
      const { scan: scanner } = globalThis as unknown as Partial<Scanner>
      return scanner?.(runOptions)
    }, options)
  let found = await violations()
  if (!found) {
    await loadScanner(page)
    found = await violations()
  }
  // Soft: one run reports every screen with violations.
  expect.soft(found, `accessibility of ${screen}`).toEqual([])
}

/**
 * A journey in a real browser against the real server. It fails when a page throws, violates its content security
 * policy or writes an error to the console.
 */
export const test = base.extend<JourneyFixtures>({
  expectedErrors: [/(?!)/, { option: true }],

  context: async ({ context, expectedErrors }, use) => {
    const errors = await collectErrors(context, expectedErrors)
    await use(context)
    expect(errors, 'page errors').toEqual([])
  },

  openAnotherDevice: async ({ browser, expectedErrors }, use) => {
    const others: { context: BrowserContext; errors: readonly string[] }[] = []
    await use(async () => {
      const context = await browser.newContext()
      others.push({ context, errors: await collectErrors(context, expectedErrors) })
      return context.newPage()
    })
    for (const { context, errors } of others) {
      await context.close()
      expect(errors, 'page errors on another device').toEqual([])
    }
  },

  scanA11y: async ({ page }, use) => {
    await use((screen, target = page) => expectAccessible(screen, target))
  },

  scanColors: async ({ page }, use) => {
    await use((screen) => expectAccessible(screen, page, colorRules))
  },
})
