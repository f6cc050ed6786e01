/**
 * Runs an extended fault-injection test: `npm run drill -- NAME [--seed TEXT] [--rounds N] [--minutes N]`. Without a
 * name, lists them. Each is a file in tools/drills that exports `drill`; the same seed repeats the same choices.
 */
import { globSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import type { Random } from '../server/src/ports/random.ts'
import { createSeededRandom } from '../server/src/testing/seeded-random.ts'

export type DrillOptions = {
  readonly seed: string
  /** Derived from the seed; the only source of randomness in a drill. */
  readonly random: Random
  /** As given on the command line; null for the drill's own default. */
  readonly rounds: number | null
  readonly minutes: number | null
  /** Prints a line of progress. */
  readonly report: (line: string) => void
}

export type Drill = {
  /** What it does, in one line of the list. */
  readonly summary: string
  /** Returns the result, with its figures; throws when an invariant was violated. */
  readonly run: (options: DrillOptions) => Promise<string>
}

const folder = join(import.meta.dirname, 'drills')
const names = globSync('*.ts', { cwd: folder })
  .map((file) => basename(file, '.ts'))
  .sort()

const load = async (name: string): Promise<Drill> => {
  const module: unknown = await import(pathToFileURL(join(folder, `${name}.ts`)).href)
  if (typeof module !== 'object' || module === null || !('drill' in module))
    throw new Error(`tools/drills/${name}.ts does not export a drill`)
  return module.drill as Drill
}

const amount = (text: string | undefined): number | null => {
  if (text === undefined) return null
  const value = Number(text)
  if (!(value > 0)) throw new RangeError(`Not a positive number: ${text}`)
  return value
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: 'string' }, rounds: { type: 'string' }, minutes: { type: 'string' } },
})
const [name] = positionals
if (name === undefined || !names.includes(name)) {
  console.log('npm run drill -- NAME [--seed TEXT] [--rounds N] [--minutes N]\n')
  for (const listed of names) console.log(`  ${listed.padEnd(18)} ${(await load(listed)).summary}`)
  process.exitCode = name === undefined ? 0 : 2
} else {
  const seed = values.seed ?? String(Date.now())
  console.log(`drill ${name}, seed ${seed}`)
  const report = (line: string): void => console.log(`${new Date().toISOString().slice(11, 19)} ${line}`)
  try {
    const { run } = await load(name)
    const random = createSeededRandom(seed)
    const result = await run({
      seed,
      random,
      rounds: amount(values.rounds),
      minutes: amount(values.minutes),
      report,
    })
    console.log(`passed: ${result}`)
  } catch (error) {
    console.error(error)
    console.error(`failed; repeat with --seed ${seed}`)
    process.exitCode = 1
  }
}
