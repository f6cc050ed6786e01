/**
 * Runs every test: rules, screens, stores and races with vitest, then the journeys in a browser. The last line contains only
 * the numbers of passed and failed tests, so that any CI can parse it.
 */
import { spawn } from 'node:child_process'
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join, relative } from 'node:path'

type Tally = { passed: number; failed: number; skipped: number; flaky: number }

/** The run time of a test file or a journey; retries included. */
type RunTime = { readonly title: string; readonly ms: number }

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
        // The servers of tests and journeys start from compiled sources.
        NODE_COMPILE_CACHE: join(root, '.tmp/compile-cache'),
        ...env,
      },
    })
    child.once('error', reject)
    child.once('close', (code) => resolve(code ?? 1))
  })
}

/** The value at a key path of a report. */
const valueAt = (report: unknown, ...path: string[]): unknown =>
  path.reduce<unknown>(
    (found, key) => (typeof found === 'object' && found !== null ? Reflect.get(found, key) : undefined),
    report,
  )

/** The number at a key path of a report; 0 when missing. */
function count(report: unknown, ...path: string[]): number {
  const value = valueAt(report, ...path)
  return typeof value === 'number' ? value : 0
}

/** The list under a key; empty when missing. */
function list(report: unknown, key: string): unknown[] {
  const value = valueAt(report, key)
  return Array.isArray(value) ? value : []
}

const textOf = (report: unknown, key: string): string => {
  const value = valueAt(report, key)
  return typeof value === 'string' ? value : ''
}

const testFileTimes = (report: unknown): RunTime[] =>
  list(report, 'testResults').map((file) => ({
    title: relative(root, textOf(file, 'name')),
    ms: count(file, 'endTime') - count(file, 'startTime'),
  }))

/** Playwright nests the describe blocks of a file. */
const journeyTimes = (report: unknown): RunTime[] => [
  ...list(report, 'suites').flatMap(journeyTimes),
  ...list(report, 'specs').flatMap((spec) =>
    list(spec, 'tests').map((test) => ({
      title: `${textOf(spec, 'file')}: ${textOf(spec, 'title')} [${textOf(test, 'projectName')}]`,
      ms: list(test, 'results').reduce<number>((total, result) => total + count(result, 'duration'), 0),
    })),
  ),
]

/** Prints the slowest, and the sum of all, which two workers share. */
function printSlowest(title: string, times: readonly RunTime[]): void {
  const sum = times.reduce((total, { ms }) => total + ms, 0)
  const slowest = times.toSorted((a, b) => b.ms - a.ms).slice(0, 20)
  if (slowest.length === 0) return
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1).padStart(7)} s`
  console.log(`\nThe slowest ${slowest.length} of ${times.length} ${title}`)
  for (const each of slowest) console.log(`${seconds(each.ms)}  ${each.title}`)
  console.log(`${seconds(sum)}  in all`)
}

/** A runner's result; a failure without a failed test, such as a file that does not load, counts as one failed test. */
async function tally({
  title,
  file,
  runner,
  read,
  timesOf,
}: {
  title: string
  file: string
  runner: () => Promise<number>
  read: (report: unknown) => Tally
  timesOf: (report: unknown) => RunTime[]
}): Promise<Tally> {
  rmSync(file, { force: true })
  const code = await runner()
  const report: unknown = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
  const result = read(report)
  printSlowest(title, timesOf(report))
  return code !== 0 && result.failed === 0 ? { ...result, failed: 1 } : result
}

function runVitest(): Promise<Tally> {
  const file = join(root, '.tmp/vitest.json')
  return tally({
    title: 'test files',
    file,
    timesOf: testFileTimes,
    runner: () =>
      run(program('vitest'), ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`]),
    read: (report) => ({
      passed: count(report, 'numPassedTests'),
      failed: count(report, 'numFailedTests'),
      // Listed by vitest.
      flaky: 0,
      skipped: count(report, 'numPendingTests') + count(report, 'numTodoTests'),
    }),
  })
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
  return tally({
    title: 'journeys',
    file,
    timesOf: journeyTimes,
    runner: () =>
      run(program('playwright'), ['test', '--reporter=list,json'], {
        PLAYWRIGHT_JSON_OUTPUT_FILE: file,
        E2E_PORT: port,
      }),
    read: (report) => ({
      flaky: count(report, 'stats', 'flaky'),
      passed: count(report, 'stats', 'expected') + count(report, 'stats', 'flaky'),
      failed: count(report, 'stats', 'unexpected'),
      skipped: count(report, 'stats', 'skipped'),
    }),
  })
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

const startedAt = performance.now()
const tallies = [await runVitest(), await runJourneys()]
const sum = (key: keyof Tally) => tallies.reduce((total, counts) => total + counts[key], 0)
const skipped = sum('skipped')
// For `npm run bench -- test-run`.
writeFileSync(
  join(root, '.tmp/test-run.json'),
  JSON.stringify({
    minutes: (performance.now() - startedAt) / 60_000,
    passed: sum('passed'),
    failed: sum('failed'),
  }),
)
if (sum('flaky') > 0) console.log(`\n${sum('flaky')} of the passed journeys passed only on a retry`)
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
process.exitCode = sum('failed') > 0 || sum('passed') === 0 ? 1 : 0
