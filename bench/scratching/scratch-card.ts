import { setTimeout as wait } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'
import type { Person } from '../journeys/club.ts'

const slowdown = 6
/** Between two points of a finger, as phones report them. */
const pointMs = 16
/** Time after the reveal in which foil, confetti and counter move. */
const celebrationMs = 2_500

/** Signs in and enters a code in a new phone-sized browser. */
export async function enterCode(
  browser: Browser,
  { url, person, code }: { url: string; person: Person; code: string },
): Promise<Page> {
  const context = await browser.newContext({
    baseURL: url,
    locale: 'pt-BR',
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 3,
    hasTouch: true,
    isMobile: true,
    serviceWorkers: 'block',
    extraHTTPHeaders: { 'x-forwarded-for': person.ip },
  })
  const page = await context.newPage()
  await page.goto('/raspadinha/raspadinha-da-sorte')
  await page.getByLabel('CPF ou CNPJ', { exact: true }).fill(person.document_id)
  await page.getByRole('button', { name: 'Continuar', exact: true }).click()
  await page.getByLabel('Senha', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  await page.getByRole('textbox', { name: 'Código da raspadinha' }).fill(code)
  return page
}

/** A task of the main thread; `parts` names what took most of its CPU time. */
export type Task = { readonly cpu_ms: number; readonly parts: string }

export const phases = ['while scratching', 'from the reveal on'] as const

/** The tasks of at least a millisecond, longest first. */
export type Scratching = Readonly<Record<(typeof phases)[number], readonly Task[]>>

/** Draws the card of the entered code and scratches it line by line with a finger until it is revealed, under CPU throttling. */
export async function scratchCard(browser: Browser, page: Page): Promise<Scratching> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await browser.startTracing(page, {
    categories: ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'toplevel'],
  })
  await page.getByRole('button', { name: 'Continuar', exact: true }).click()
  const card = page.locator('canvas')
  await card.waitFor()
  await card.scrollIntoViewIfNeeded()
  // The loading overlay is above the card until its request has ended.
  await page.getByText('Carregando...').waitFor({ state: 'hidden' })
  const box = await card.boundingBox()
  if (!box) throw new Error('There is no card to scratch')
  await page.evaluate(() => {
    console.timeStamp('touched')
    // The reveal replaces the buttons below the card.
    const button = [...document.querySelectorAll('button')].find((each) =>
      each.textContent?.includes('Revelar'),
    )
    new MutationObserver((_, observer) => {
      if (button?.isConnected) return
      observer.disconnect()
      console.timeStamp('revealed')
    }).observe(document.body, { childList: true, subtree: true })
  })
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x: number, y: number) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] })
  const rows = 8
  const steps = 14
  // Nothing is asked of the page meanwhile, which would take time of its main thread.
  await touch('touchStart', box.x + 8, box.y + box.height / rows / 2)
  for (let row = 0; row < rows; row += 1)
    for (let step = 0; step <= steps; step += 1) {
      const along = 8 + ((box.width - 16) * step) / steps
      const y = box.y + ((row + 0.5) * box.height) / rows
      await touch('touchMove', row % 2 === 0 ? box.x + along : box.x + box.width - along, y)
      await wait(pointMs)
    }
  await touch('touchEnd', 0, 0)
  await wait(celebrationMs)
  const trace = await browser.stopTracing()
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  return tasksOf((JSON.parse(trace.toString('utf8')) as { traceEvents: TraceEvent[] }).traceEvents)
}

type TraceEvent = {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  /** Microseconds; `tdur` is CPU time of the thread. */
  readonly ts: number
  readonly dur?: number
  readonly tdur?: number
  readonly args: Readonly<Record<string, unknown>>
}

function tasksOf(events: readonly TraceEvent[]): Scratching {
  const stampOf = (message: string): TraceEvent => {
    const stamp = events.find(
      ({ name, args }) =>
        name === 'TimeStamp' && (args['data'] as { message?: string } | undefined)?.message === message,
    )
    if (!stamp) throw new Error(`The trace has no stamp "${message}"`)
    return stamp
  }
  const [touched, revealed] = [stampOf('touched'), stampOf('revealed')]
  const own = events.filter(({ pid, tid }) => pid === touched.pid && tid === touched.tid)
  const complete = own.filter(({ ph, tdur = 0 }) => ph === 'X' && tdur > 0)
  const tasks = complete.filter(({ name }) => name === 'RunTask' || name === 'ThreadControllerImpl::RunTask')
  const endsBefore = ({ ts, dur = 0 }: TraceEvent, stamp: TraceEvent) => ts + dur < stamp.ts
  const list = (chosen: readonly TraceEvent[]) =>
    chosen
      .filter(({ tdur = 0 }) => tdur >= 1_000)
      .map((task) => ({ cpu_ms: (task.tdur ?? 0) / 1_000, parts: partsOf(task, complete) }))
      .toSorted((a, b) => b.cpu_ms - a.cpu_ms)
  return {
    'while scratching': list(
      tasks.filter((task) => !endsBefore(task, touched) && endsBefore(task, revealed)),
    ),
    // The task that shows the result is part of the reveal.
    'from the reveal on': list(tasks.filter((task) => !endsBefore(task, revealed))),
  }
}

/** What took most of a task's CPU time. */
function partsOf(task: TraceEvent, events: readonly TraceEvent[]): string {
  const end = task.ts + (task.dur ?? 0)
  const total = new Map<string, number>()
  for (const { name, ts, dur = 0, tdur = 0 } of events)
    if (ts >= task.ts && ts + dur <= end && !name.includes('RunTask'))
      total.set(name, (total.get(name) ?? 0) + tdur / 1_000)
  return [...total]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, 8)
    .map(([name, ms]) => `${name} ${ms.toFixed(0)}`)
    .join(', ')
}
