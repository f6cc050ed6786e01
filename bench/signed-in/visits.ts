import type { Browser, BrowserContext, Page } from 'playwright-core'

/** Cookies and storage of a signed-in browser. */
export type State = Awaited<ReturnType<BrowserContext['storageState']>>

export type Visit = {
  /** From the navigation until the figures are visible, in milliseconds. */
  figuresMs: number
  cls: number
  requests: number
  /** Requests to the API until the figures are visible. */
  dataRequests: number
  dataPaths: readonly string[]
}

export type Visits = { first: Visit; second: Visit }

/** CSS selectors with patterns of text: all must be visible. */
export type Figures = Readonly<Record<string, string>>

type Measured = { figuresMs?: number; cls: number; lcp: number }

/** Time for late layout shifts, in milliseconds. */
const settlingMs = 1_500

const phone = {
  locale: 'pt-BR',
  timezoneId: 'America/Sao_Paulo',
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
  // The protocol does not slow down requests of service workers.
  serviceWorkers: 'block',
} as const

/** Opens a browser of its own on Lighthouse's phone: round trips of 150 ms, 1.6 Mbit/s, a quarter of the processor's speed. */
export async function openPhone(
  browser: Browser,
  { state, isOffPeak = false }: { state?: State; isOffPeak?: boolean } = {},
): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({ ...phone, ...(state ? { storageState: state } : {}) })
  const page = await context.newPage()
  const protocol = await context.newCDPSession(page)
  await protocol.send('Network.enable')
  if (!isOffPeak)
    await protocol.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 150,
      downloadThroughput: (1.6 * 1_000_000) / 8,
      uploadThroughput: (750 * 1_000) / 8,
    })
  await protocol.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  return { context, page }
}

/** Runs in the page before its own code. */
function observe(figures: Figures): void {
  const measured: Measured = { cls: 0, lcp: 0 }
  Object.assign(globalThis, { measured })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      measured.cls += (entry as PerformanceEntry & { value: number }).value
  }).observe({ type: 'layout-shift', buffered: true })
  new PerformanceObserver((list) => {
    measured.lcp = list.getEntries().at(-1)?.startTime ?? 0
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  const patterns = Object.entries(figures).map(([selector, text]) => [selector, new RegExp(text)] as const)
  const isVisible = ([selector, pattern]: readonly [string, RegExp]) =>
    [...document.querySelectorAll(selector)].some((element) => pattern.test(element.textContent))
  const check = () => {
    if (patterns.every(isVisible)) requestAnimationFrame(() => (measured.figuresMs = performance.now()))
    else requestAnimationFrame(check)
  }
  requestAnimationFrame(check)
}

const readMeasured = (page: Page): Promise<Measured> =>
  page.evaluate(() => (globalThis as unknown as { measured: Measured }).measured)

async function visit(page: Page, url: string): Promise<Visit> {
  const started: { path: string; isData: boolean }[] = []
  page.on('request', (request) => {
    const path = new URL(request.url()).pathname
    started.push({ path, isData: path.startsWith('/api/') })
  })
  await page.goto(url, { waitUntil: 'commit' })
  await page.waitForFunction(
    () => (globalThis as unknown as { measured: Measured }).measured.figuresMs !== undefined,
  )
  const data = started.filter(({ isData }) => isData)
  await page.waitForTimeout(settlingMs)
  const { figuresMs = Number.NaN, cls } = await readMeasured(page)
  return {
    figuresMs,
    cls,
    requests: started.length,
    dataRequests: data.length,
    dataPaths: data.map(({ path }) => path),
  }
}

/** A first visit with an empty cache, and a second one in a new page of the same browser. */
export async function openTwice(
  browser: Browser,
  url: string,
  { figures, state }: { figures: Figures; state: State },
): Promise<Visits> {
  const { context, page } = await openPhone(browser, { state })
  try {
    await page.addInitScript(observe, figures)
    const first = await visit(page, url)
    await page.goto('about:blank')
    page.removeAllListeners('request')
    return { first, second: await visit(page, url) }
  } finally {
    await context.close()
  }
}

/** The largest paint of the hello form, in milliseconds. */
export async function openHello(browser: Browser, url: string): Promise<number> {
  const { context, page } = await openPhone(browser)
  try {
    await page.addInitScript(observe, {})
    await page.goto(url)
    await page.waitForTimeout(settlingMs)
    return (await readMeasured(page)).lcp
  } finally {
    await context.close()
  }
}

/** Signs in as a person does, at full speed. */
export async function signIn(
  browser: Browser,
  url: string,
  { document_id, password }: { document_id: string; password: string },
): Promise<State> {
  const context = await browser.newContext(phone)
  const page = await context.newPage()
  await page.goto(`${url}/entrar`)
  await page.waitForFunction(() => (globalThis as { clubeReady?: boolean }).clubeReady === true)
  await page.getByLabel('CPF ou CNPJ', { exact: true }).fill(document_id)
  await page.getByRole('button', { name: 'Continuar', exact: true }).click()
  await page.getByLabel('Senha', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: /^(Bom dia|Boa tarde|Boa noite)/ }).waitFor()
  const state = await context.storageState()
  await context.close()
  return state
}
