import { AxeBuilder } from '@axe-core/playwright'
import { expect, test as base } from '@playwright/test'
import type { BrowserContext, Page } from '@playwright/test'

export { expect } from '@playwright/test'

export type JourneyFixtures = {
  /** Console errors that this journey provokes on purpose, such as those of an offline network. */
  expectedErrors: RegExp
  /** Fails the journey when axe finds anything on the page once it has come to rest; the name says which screen. */
  scanA11y: (screen: string, page?: Page) => Promise<void>
  /** The same for the rules on colours alone: all that another theme can change. */
  scanColours: (screen: string) => Promise<void>
  /** A page in another browser, watched like the first one. */
  openOtherDevice: () => Promise<Page>
}

/** Chromium itself writes this line for every answer with such a status; our pages expect these answers. */
const statusOfAnAnswer = /^Failed to load resource: the server responded with a status of 4\d\d/

/** Collects what the pages of a browser complain about, until it is closed. */
async function watch(context: BrowserContext, expectedErrors: RegExp): Promise<readonly string[]> {
  const complaints: string[] = []
  const isExpected = (text: string) => statusOfAnAnswer.test(text) || expectedErrors.test(text)
  const complain = (kind: string, text: string) => {
    if (!isExpected(text)) complaints.push(`${kind}: ${text}`)
  }
  context.on('console', (message) => {
    if (message.type() === 'error') complain('console.error', message.text())
  })
  context.on('weberror', (error) => complain('page error', error.error().message))
  await context.exposeBinding('reportPolicyViolation', (_source, text: string) =>
    complain('policy violation', text),
  )
  await context.addInitScript(() => {
    const { reportPolicyViolation } = globalThis as unknown as {
      reportPolicyViolation: (text: string) => Promise<void>
    }
    document.addEventListener('securitypolicyviolation', (event) => {
      void reportPolicyViolation(`${event.violatedDirective} ${event.blockedURI} ${event.sample}`)
    })
  })
  return complaints
}

/** Waits until nothing moves: half faded in, the best contrast is a poor one. What turns without end is let turn. */
const stillness = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const moving = () =>
      document
        .getAnimations()
        .filter(
          ({ effect, playState }) => playState === 'running' && effect?.getTiming().iterations !== Infinity,
        )
    // One that is cancelled rejects, and ends as well.
    while (moving().length > 0) await Promise.allSettled(moving().map(({ finished }) => finished))
  })

const colourRules = ['color-contrast', 'link-in-text-block']

/** Axe that collects violations alone: nobody reads what passed, and collecting it takes long. */
const axeOf = (page: Page): AxeBuilder => new AxeBuilder({ page }).options({ resultTypes: ['violations'] })

async function expectAccessible(screen: string, page: Page, axe: AxeBuilder): Promise<void> {
  await stillness(page)
  const { violations } = await axe.analyze()
  const found = violations.map(({ id, help, nodes }) => ({ id, help, where: nodes.map(({ html }) => html) }))
  expect(found, `accessibility of ${screen}`).toEqual([])
}

/**
 * A journey in a real browser against the real server. It fails when a page throws, breaks its content security
 * policy or writes an error to the console.
 */
export const test = base.extend<JourneyFixtures>({
  expectedErrors: [/(?!)/, { option: true }],

  context: async ({ context, expectedErrors }, use) => {
    const complaints = await watch(context, expectedErrors)
    await use(context)
    expect(complaints, 'what the pages complained about').toEqual([])
  },

  openOtherDevice: async ({ browser, expectedErrors }, use) => {
    const others: { context: BrowserContext; complaints: readonly string[] }[] = []
    await use(async () => {
      const context = await browser.newContext()
      others.push({ context, complaints: await watch(context, expectedErrors) })
      return context.newPage()
    })
    for (const { context, complaints } of others) {
      await context.close()
      expect(complaints, 'what the pages of another device complained about').toEqual([])
    }
  },

  scanA11y: async ({ page }, use) => {
    await use((screen, target = page) => expectAccessible(screen, target, axeOf(target)))
  },

  scanColours: async ({ page }, use) => {
    await use((screen) => expectAccessible(screen, page, axeOf(page).withRules(colourRules)))
  },
})
