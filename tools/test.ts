/**
 * Runs every test: rules, screens, stores and races with vitest, then the journeys in a browser. The last line contains only
 * the numbers of passed and failed tests, so that any CI can parse it.
 */
import { spawn } from 'node:child_process'
import { existsSync, globSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'

type Tally = { passed: number; failed: number; skipped: number; flaky: number }

const root = join(import.meta.dirname, '..')
const program = (name: string) => join(root, 'node_modules/.bin', name)

function run(command: string, commandArguments: string[], env: Record<string, string> = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, commandArguments, {
      cwd: root,
      stdio: 'inherit',
      env: {
        ...process.env,
        PATH: `${join(root, 'node_modules/.bin')}:${process.env['PATH'] ?? ''}`,
        ...env,
      },
    })
    child.once('error', reject)
    child.once('close', (code) => resolve(code ?? 1))
  })
}

/** The number at a key path of a report; 0 when missing. */
function count(report: unknown, ...path: string[]): number {
  const value = path.reduce<unknown>(
    (found, key) => (typeof found === 'object' && found !== null ? Reflect.get(found, key) : undefined),
    report,
  )
  return typeof value === 'number' ? value : 0
}

/** A runner's result; a failure without a failed test, such as a file that does not load, counts as one failed test. */
async function tally(
  file: string,
  runner: () => Promise<number>,
  read: (report: unknown) => Tally,
): Promise<Tally> {
  rmSync(file, { force: true })
  const code = await runner()
  const report: unknown = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
  const result = read(report)
  return code !== 0 && result.failed === 0 ? { ...result, failed: 1 } : result
}

function runVitest(): Promise<Tally> {
  const file = join(root, '.tmp/vitest.json')
  return tally(
    file,
    () =>
      run(program('vitest'), ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`]),
    (report) => ({
      passed: count(report, 'numPassedTests'),
      failed: count(report, 'numFailedTests'),
      // Listed by vitest.
      flaky: 0,
      skipped: count(report, 'numPendingTests') + count(report, 'numTodoTests'),
    }),
  )
}

async function runJourneys(): Promise<Tally> {
  if (globSync('e2e/**/*.journey.ts', { cwd: root }).length === 0)
    return { passed: 0, failed: 0, skipped: 0, flaky: 0 }
  console.log('\nBuilding the web for the journeys, within its byte budget')
  for (const script of ['build', 'build:screens', 'budget'])
    if ((await run('npm', ['run', script, '--workspace', 'web', '--silent'])) !== 0)
      return { passed: 0, failed: 1, skipped: 0, flaky: 0 }
  const file = join(root, '.tmp/journeys.json')
  const port = process.env['E2E_PORT'] ?? String(await findFreePort())
  return tally(
    file,
    () =>
      run(program('playwright'), ['test', '--reporter=list,json'], {
        PLAYWRIGHT_JSON_OUTPUT_FILE: file,
        E2E_PORT: port,
      }),
    (report) => ({
      flaky: count(report, 'stats', 'flaky'),
      passed: count(report, 'stats', 'expected') + count(report, 'stats', 'flaky'),
      failed: count(report, 'stats', 'unexpected'),
      skipped: count(report, 'stats', 'skipped'),
    }),
  )
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}

const tallies = [await runVitest(), await runJourneys()]
const sum = (key: keyof Tally) => tallies.reduce((total, counts) => total + counts[key], 0)
const skipped = sum('skipped')
if (sum('flaky') > 0) console.log(`\n${sum('flaky')} of the passed journeys passed only on a retry`)
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
process.exitCode = sum('failed') > 0 || sum('passed') === 0 ? 1 : 0
