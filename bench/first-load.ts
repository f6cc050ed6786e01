/* `npm run bench -- first-load`: first load of `/entrar` in Lighthouse's mobile run. Baseline: a React 19 form. */
import { execFileSync } from 'node:child_process'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { measureSignIn } from '../web/build/byte-budget.ts'
import { startServerProcess } from '../server/src/testing/server-process.ts'
import { startBrowser } from './first-load/browser.ts'
import { buildHello } from './first-load/build-hello.ts'
import { audit } from './first-load/lighthouse.ts'
import type { Load } from './first-load/lighthouse.ts'
import { measurePaired, median, reportRatios, reportValues } from './measure.ts'

const pairs = Number(process.env['PAIRS'] ?? 8)
const here = import.meta.dirname

const folder = await mkdtemp(join(tmpdir(), 'clube-bench-first-load-'))
try {
  await run()
} finally {
  await rm(folder, { recursive: true, force: true })
}

async function run(): Promise<void> {
  execFileSync('npm', ['run', 'build', '--silent'], { cwd: join(here, '..'), stdio: 'inherit' })
  const helloFolder = await buildHello(join(folder, 'hello'))
  const built = join(folder, 'built')
  await cp(join(here, '../web/dist'), built, { recursive: true })
  const product = await startServerProcess({
    env: { FOLDER: built },
    file: join(here, 'first-load/product.ts'),
  })
  const baseline = await startServerProcess({
    env: { FOLDER: helloFolder },
    file: join(here, 'first-load/baseline.ts'),
  })
  const browser = await startBrowser()
  const loads: Record<'product' | 'baseline', Load[]> = { product: [], baseline: [] }
  const measureLcp = (name: keyof typeof loads, url: string) => async () => {
    const load = await audit(url, browser.port)
    loads[name].push(load)
    console.log(
      `${name.padEnd(8)} LCP ${load.lcp.toFixed(0)} ms · FCP ${load.fcp.toFixed(0)} · TBT ${load.tbt.toFixed(0)} · CLS ${load.cls.toFixed(3)} · ${load.requests} requests, ${load.kilobytes.toFixed(1)} kB, JS ${load.scriptKilobytes.toFixed(1)} kB`,
    )
    return load.lcp
  }
  try {
    const result = await measurePaired({
      ours: measureLcp('product', `${product.url}/entrar`),
      baseline: measureLcp('baseline', `${baseline.url}/index.html`),
      pairs,
    })
    reportRatios({ row: 2, what: '/entrar, LCP / hello form', unit: 'ms', goal: { atMost: 1 } }, result)
    // The first load of each is a warm-up and is not counted.
    const counted = loads.product.slice(1)
    const tbt = counted.map((load) => load.tbt)
    reportValues({ row: 2, what: '/entrar, TBT', goal: { atMost: 50 }, unit: 'ms' }, tbt)
    reportValues(
      { row: 2, what: '/entrar, CLS', goal: { atMost: 0 }, unit: '', worst: true },
      counted.map((load) => load.cls),
    )
    reportValues({ row: 2, what: '/entrar, JavaScript, brotli', goal: { atMost: 80 }, unit: 'kB' }, [
      measureSignIn().total / 1000,
    ])
    const hello = (key: 'tbt' | 'scriptKilobytes') => median(loads.baseline.map((load) => load[key]))
    console.log(
      `Transferred JavaScript, including headers ${median(counted.map((load) => load.scriptKilobytes)).toFixed(1)} kB; the hello form ${hello('scriptKilobytes').toFixed(1)} kB, TBT ${hello('tbt').toFixed(0)} ms`,
    )
  } finally {
    await browser.close()
    await Promise.all([product.kill(), baseline.kill()])
  }
}
