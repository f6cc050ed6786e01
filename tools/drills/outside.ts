import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { misbehaviors } from '../../server/counterparts/misbehavior.ts'
import {
  crashKinds,
  outsideRefusals,
  steps,
  type CrashOutcome,
  type CrashPlan,
} from '../../server/src/testing/outside/crash-plan.ts'
import { startCrashClub, type CrashClub } from '../../server/src/testing/outside/crashes.ts'
import { withTemporaryClub } from '../../server/src/testing/temporary-club.ts'
import type { Random } from '../../server/src/ports/random.ts'
import type { Drill } from '../drill.ts'

/** Random histories of failures, of each kind, without real kills: the tests of their modules, with more of them. */
const histories = 1_000
const historyTests = ['partner-points/histories', 'parking-voucher/outcome-histories']
/** Concurrent redemptions; each is hit by a kill at its own step, and at any step by the kills of the others. */
const concurrency = 12

export const drill: Drill = {
  summary: 'kills servers at every step of a redemption at a partner or car park that misbehaves',
  run: ({ random, rounds, report }) =>
    withTemporaryClub({ processes: 0 }, async ({ db, url, folder, start }) => {
      // With a compile cache, which a server writes when it ends gracefully, servers start in two thirds of the time.
      process.env['NODE_COMPILE_CACHE'] = join(folder, 'compile-cache')
      await (await start()).kill('SIGTERM')
      await runHistories()
      report(`${histories} histories of each kind without kills: both books agree`)
      const plans = planRounds(random, rounds ?? 200)
      const club = await startCrashClub({ db, databaseUrl: url, folder })
      try {
        const outcomes = await runPlans(club, plans, report)
        for (const line of [...tableOf(plans), ...kindTableOf(plans, outcomes)]) report(line)
        const done = outcomes.filter((outcome) => outcome.done).length
        const desk = outcomes.filter((outcome) => outcome.desk !== null).length
        const responses = outcomes.reduce((sum, outcome) => sum + outcome.responses, 0)
        return `${plans.length} redemptions hit at their steps by ${club.pair.kills()} kills; done on both sides ${done}, on neither ${outcomes.length - done}, contradictions decided at the desk ${desk}, requests of clients ${responses}`
      } catch (error) {
        console.error(club.pair.output().slice(-20_000))
        console.error(error)
        throw error
      } finally {
        await club.stop()
      }
    }),
}

/** @throws with the output of the tests when one fails */
const runHistories = async (): Promise<void> => {
  const root = join(import.meta.dirname, '../..')
  await promisify(execFile)(join(root, 'node_modules/.bin/vitest'), ['run', ...historyTests], {
    cwd: root,
    env: { ...process.env, OUTCOME_HISTORIES: String(histories) },
  })
}

/** Every combination of kind, step and misbehavior in random order, as often as necessary. */
const planRounds = (random: Random, count: number): CrashPlan[] => {
  const combinations = crashKinds.flatMap((kind) =>
    steps.flatMap((step) => [null, ...misbehaviors].map((misbehavior) => ({ kind, step, misbehavior }))),
  )
  const plans: CrashPlan[] = []
  while (plans.length < count)
    plans.push(
      ...shuffle(random, combinations).map((combination) => ({
        ...combination,
        requests: 1 + random.below(3),
        // Each refuses one in six.
        refusal: outsideRefusals[random.below(6)] ?? null,
        first: random.below(2) === 0 ? (0 as const) : (1 as const),
      })),
    )
  return plans.slice(0, count)
}

const shuffle = <Item>(random: Random, items: readonly Item[]): Item[] => {
  const rest = [...items]
  return items.flatMap(() => rest.splice(random.below(rest.length), 1))
}

/** Keeps `concurrency` redemptions running. */
const runPlans = async (
  club: CrashClub,
  plans: readonly CrashPlan[],
  report: (line: string) => void,
): Promise<CrashOutcome[]> => {
  const outcomes: CrashOutcome[] = []
  const waiting = [...plans]
  const work = async (): Promise<void> => {
    for (let plan = waiting.shift(); plan; plan = waiting.shift()) {
      outcomes.push(await club.crash(plan))
      if (outcomes.length % 10 !== 0) continue
      const done = outcomes.filter((outcome) => outcome.done).length
      report(`round ${outcomes.length}: done ${done}, kills ${club.pair.kills()}`)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, work))
  return outcomes
}

/** Redemptions by step and misbehavior. */
const tableOf = (plans: readonly CrashPlan[]): string[] => [
  `redemptions hit ${steps.join(' | ')}:`,
  ...[null, ...misbehaviors].map((misbehavior) => {
    const counts = steps.map(
      (step) => plans.filter((plan) => plan.step === step && plan.misbehavior === misbehavior).length,
    )
    return `${(misbehavior ?? 'none').padEnd(18)} ${counts.map((count) => String(count).padStart(3)).join(' ')}`
  }),
]

/** Redemptions by kind and refusal. */
const kindTableOf = (plans: readonly CrashPlan[], outcomes: readonly CrashOutcome[]): string[] =>
  crashKinds.map((kind) => {
    const own = plans.filter((plan) => plan.kind === kind)
    const done = outcomes.filter((outcome) => outcome.kind === kind && outcome.done).length
    const refusals = [null, ...outsideRefusals].map(
      (refusal) => `${refusal ?? 'accepted'} ${own.filter((plan) => plan.refusal === refusal).length}`,
    )
    return `${kind.padEnd(20)} ${refusals.join(', ')}; done ${done}`
  })
