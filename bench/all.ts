/*
 * `npm run bench -- all`: every comparison that has a goal, one after the other, and one table of all goals. Some
 * run with less data or for a shorter time than alone, which the table shows. `npm run bench -- all NAME …` runs only those.
 */
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describeGoal, isMet, type GoalResult } from './measure.ts'

type Comparison = {
  name: string
  parameters?: readonly string[]
  env?: Readonly<Record<string, string>>
  /** Why its goals were missed in earlier runs; what was tried is in the README's section of the same name. */
  missed?: string
}

const comparisons: readonly Comparison[] = [
  { name: 'captcha', missed: 'small numbers are decided by starting two workers, about 25 ms' },
  { name: 'first-load', missed: 'a layout shift, which rounds to 0.000' },
  {
    name: 'session',
    env: { SECONDS: '3' },
    missed: 'one core answers; sockets, garbage collection and headers leave no single hot spot',
  },
  {
    name: 'sign-in',
    missed: 'hashing evicts the caches of the thread that answers, and two cores serve both and PostgreSQL',
  },
  { name: 'rush', missed: 'clients, two servers and PostgreSQL share the cores of the machine' },
  {
    name: 'whole-rush',
    env: { PEOPLE: '3000' },
    missed:
      'confirmations wait for the lock of their session, and two cores serve clients, servers and PostgreSQL',
  },
  { name: 'addresses', missed: 'a statement that reads up to 51 rows is compared with one that reads one' },
  { name: 'public' },
  { name: 'processes', missed: 'PostgreSQL and the load generator use the same cores as both processes' },
  { name: 'growth', env: { CUSTOMERS: '300000' } },
  {
    name: 'gifts',
    parameters: ['rush'],
    missed: 'PostgreSQL and the clients share the cores; see CPU times',
  },
  {
    name: 'scratch',
    parameters: ['draws'],
    env: { PEOPLE: '6000' },
    missed: 'every draw is a write: 147 µs of CPU would be permitted, PostgreSQL alone takes 75',
  },
  {
    name: 'outside',
    missed: 'groups of redemptions delay others by 2 to 4 ms; the floor is 1.0 to 1.5',
  },
  {
    name: 'desks',
    env: { CUSTOMERS: '300000', SMALL: '3000', QUERIES: '20' },
    missed: 'a search for part of a name reads all tickets of the session',
  },
  {
    name: 'signed-in',
    missed:
      'about 125 kB of code in 60 files over HTTP/1.1 precede the figures; the first visits became faster than the second',
  },
  { name: 'test-run', missed: 'most of the time two cores are busy: see the slowest files that it prints' },
  {
    name: 'desk',
    parameters: ['calls'],
    missed: 'varies between runs',
  },
]

const only = process.argv.slice(2)
const folder = mkdtempSync(join(tmpdir(), 'clube-bench-all-'))
const rows: string[] = []
let failed = false
try {
  for (const comparison of comparisons) {
    if (only.length > 0 && !only.includes(comparison.name)) continue
    rows.push(...(await measure(comparison)))
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
console.log('\n| row | what | goal | median | range | | why |\n|---|---|---|---|---|---|---|')
console.log(rows.join('\n'))
if (failed) process.exitCode = 1

/** Runs a comparison in a process of its own. @returns its rows of the table */
async function measure({ name, parameters = [], env = {}, missed = '' }: Comparison): Promise<string[]> {
  const file = join(folder, name)
  const started = performance.now()
  console.log(`\n${name}`)
  const code = await new Promise<number>((resolve, reject) => {
    const child = spawn(process.execPath, [join(import.meta.dirname, `${name}.ts`), ...parameters], {
      stdio: 'inherit',
      env: { ...process.env, ...env, GOAL_RESULTS: file },
    })
    child.once('error', reject)
    child.once('close', (status) => resolve(status ?? 1))
  })
  console.log(`${name}: ${((performance.now() - started) / 60_000).toFixed(1)} minutes`)
  const results = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []
  if (code !== 0 || results.length === 0) failed = true
  const smaller = Object.entries(env).map(([key, value]) => `${key}=${value}`)
  const note = smaller.length > 0 ? ` (${smaller.join(', ')})` : ''
  const problem = code !== 0 ? `ended with exit code ${code}` : 'reported no goal'
  return [
    ...results.map((line) => describe(JSON.parse(line) as GoalResult, { note, missed })),
    ...(code === 0 && results.length > 0 ? [] : [`| | ${name} | | | | failed | ${problem} |`]),
  ]
}

function describe(result: GoalResult, { note, missed }: { note: string; missed: string }): string {
  const { row, what, measured, lowest, highest } = result
  const figure = (value: number) => (value >= 1_000 ? value.toFixed(0) : value.toPrecision(3))
  const verdict = isMet(result) ? 'met' : '**missed**'
  const range = `${figure(lowest)}–${figure(highest)}`
  return `| ${row} | ${what}${note} | ${describeGoal(result)} | ${figure(measured)} | ${range} | ${verdict} | ${isMet(result) ? '' : missed} |`
}
