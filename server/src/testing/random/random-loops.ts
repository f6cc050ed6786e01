import type { Db } from '../../db/database.ts'
import type { Random } from '../../ports/random.ts'
import type { ApiResponse } from '../browser.ts'
import { createSeededRandom } from '../seeded-random.ts'

/** A running club for random operations. */
export type RandomClub = {
  readonly db: Db
  /** Base URL of its servers, alternating. */
  readonly urlOf: (index: number) => string
}

export type RandomRun = {
  /** Determines the choices of each loop; the interleaving of the loops varies. */
  readonly seed: string
  readonly loops: number
  /** Operations of each loop. */
  readonly steps: number
}

/** Number of operations by name and outcome: `ok` or the code of the refusal. */
export type Outcomes = Readonly<Record<string, number>>

export type Operation = {
  readonly name: string
  /** How often it is chosen, relative to the others. */
  readonly weight: number
  /** @returns its outcome @throws for an outcome that must never occur */
  readonly run: (random: Random, index: number) => Promise<string>
}

/** The outcome of a call. @throws for an unexpected failure, which no random operation may cause */
export const outcomeOf = (response: ApiResponse<unknown>): string => {
  if (response.ok) return 'ok'
  if (response.status >= 500 || response.status === 400)
    throw new Error(`Unexpected: ${JSON.stringify(response)}`)
  return response.code ?? String(response.status)
}

/** An element of a list that is not empty. */
export const pick = <Item>(random: Random, items: readonly Item[]): Item => {
  const item = items[random.below(items.length)]
  if (item === undefined) throw new RangeError('Nothing to pick from')
  return item
}

/** Runs the loops concurrently. @throws the first failure, after all loops have ended */
export const runLoops = async (run: RandomRun, operations: readonly Operation[]): Promise<Outcomes> => {
  const outcomes: Record<string, number> = {}
  const total = operations.reduce((sum, { weight }) => sum + weight, 0)
  const choose = (random: Random): Operation => {
    let rest = random.below(total)
    return operations.find(({ weight }) => (rest -= weight) < 0) ?? pick(random, operations)
  }
  let failed = false
  const loop = async (index: number): Promise<void> => {
    const random = createSeededRandom(`${run.seed}/${index}`)
    for (let step = 0; step < run.steps && !failed; step += 1) {
      const { name, run: operate } = choose(random)
      try {
        const key = `${name}: ${await operate(random, index + step)}`
        outcomes[key] = (outcomes[key] ?? 0) + 1
      } catch (error) {
        failed = true
        throw new Error(`Loop ${index}, step ${step}, ${name}`, { cause: error })
      }
    }
  }
  const ended = await Promise.allSettled(Array.from({ length: run.loops }, (_, index) => loop(index)))
  for (const outcome of ended) if (outcome.status === 'rejected') throw outcome.reason
  return outcomes
}

/** @throws with the violations, if there are any */
export const requireNone = (violations: readonly unknown[], invariant: string): void => {
  if (violations.length > 0)
    throw new Error(`Violated: ${invariant}: ${JSON.stringify(violations.slice(0, 5))}`)
}
