import type { Browser, Locator, Page } from 'playwright-core'
import { captchaChallengeCall } from '@clube/contract/captcha/calls.ts'
import type { Club, Person } from './club.ts'

/** What one journey requires of a person, and how long it takes. */
export type Journey = {
  /** Headings, in order. */
  screens: readonly string[]
  /** Fields that were visible at each click. */
  fields: number
  /** Fields that were filled in or checked. */
  filled: number
  clicks: number
  /** API requests, and those among them for a captcha challenge, each of which is solved once. */
  requests: number
  captchas: number
  /** From the first action to the last screen. */
  seconds: number
  /** Total time between API requests and their responses; concurrent ones are added. */
  serverSeconds: number
}

const zeroCounts = { fields: 0, filled: 0, clicks: 0, requests: 0, captchas: 0 }
/** Time for the requests of the last screen. */
const settlingMs = 400
const outboxTimeoutMs = 15_000

/** A person with a fresh browser, whose actions and requests are counted. */
export class Visit {
  readonly page: Page
  readonly person: Person
  readonly club: Club
  #screens: string[] = []
  #counts = { ...zeroCounts }
  #responseTimes: Promise<number>[] = []
  #startedAt = 0

  private constructor(page: Page, club: Club, person: Person) {
    this.page = page
    this.club = club
    this.person = person
    page.setDefaultTimeout(15_000)
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (!pathname.startsWith('/api/')) return
      this.#counts.requests += 1
      if (pathname === captchaChallengeCall.path) this.#counts.captchas += 1
      const responseMs = async () => {
        await (await request.response())?.finished()
        const { requestStart, responseStart } = request.timing()
        return responseStart - requestStart
      }
      this.#responseTimes.push(responseMs())
    })
  }

  /** Opens a browser that has never visited the club. */
  static async open(browser: Browser, club: Club): Promise<Visit> {
    const person = club.nextPerson()
    const context = await browser.newContext({
      baseURL: club.url,
      locale: 'pt-BR',
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      // Requests of a service worker would not be counted.
      serviceWorkers: 'block',
      extraHTTPHeaders: { 'x-forwarded-for': person.ip },
    })
    return new Visit(await context.newPage(), club, person)
  }

  /** Measures the actions from here on. */
  async start(): Promise<void> {
    await this.#settle()
    this.#screens = []
    this.#responseTimes = []
    this.#counts = { ...zeroCounts }
    this.#startedAt = performance.now()
  }

  /** Waits for a screen by its heading, or by another element when the previous screen has the same heading. */
  async see(name: string | RegExp, other?: Locator): Promise<void> {
    const heading = this.page.getByRole('heading', { level: 1, name })
    await (other ?? heading).first().waitFor()
    this.#screens.push((await heading.textContent()) ?? '')
  }

  async fill(label: string, value: string): Promise<void> {
    this.#counts.filled += 1
    await this.page.getByLabel(label, { exact: true }).fill(value)
  }

  async check(name: RegExp): Promise<void> {
    this.#counts.filled += 1
    await this.page.getByRole('checkbox', { name }).check()
  }

  async click(role: 'button' | 'link', name: string | RegExp): Promise<void> {
    this.#counts.clicks += 1
    const target = this.page.getByRole(role, { name, exact: true }).first()
    await target.waitFor()
    const fields = this.page.locator('input:not([type=hidden]), select, textarea')
    this.#counts.fields += await fields.filter({ visible: true }).count()
    await target.click()
  }

  /** Waits for the code that is sent to the person. */
  async receiveCode(): Promise<string> {
    const deadline = performance.now() + outboxTimeoutMs
    while (performance.now() < deadline) {
      const outbox = await fetch(`${this.club.url}/dev/outbox.json`)
      const messages = (await outbox.json()) as { recipient: string; text: string }[]
      const message = messages.find(({ recipient }) => recipient === this.person.email)
      const code = /\b\d{6}\b/.exec(message?.text ?? '')?.[0]
      if (code !== undefined) return code
      await this.page.waitForTimeout(20)
    }
    throw new Error('No code was sent')
  }

  /** Ends the journey on the current screen and closes the browser. */
  async end(): Promise<Journey> {
    const seconds = (performance.now() - this.#startedAt) / 1000
    await this.#settle()
    const responseMs = (await Promise.all(this.#responseTimes)).reduce((sum, ms) => sum + ms, 0)
    await this.page.context().close()
    return { screens: this.#screens, ...this.#counts, seconds, serverSeconds: responseMs / 1000 }
  }

  async #settle(): Promise<void> {
    await this.page.waitForTimeout(settlingMs)
    await Promise.all(this.#responseTimes)
  }
}
