import { appendFileSync } from 'node:fs'

/**
 * Runs once and returns a number: milliseconds, requests per second, bytes. Both sides of a comparison use the same
 * unit.
 */
export type Measure = () => Promise<number>

export type PairedRatios = {
  /** Median of the ratios ours / baseline, one per pair: the only reliable figure on a noisy machine. */
  ratio: number
  lowest: number
  highest: number
  /** Medians of the individual values, as a plausibility check. */
  ours: number
  baseline: number
  pairs: number
}

type Sides<Ours, Baseline = Ours> = { ours: Ours; baseline: Baseline }

/**
 * Compares two measurements fairly on a noisy machine: they run in pairs, the order alternates,
 * each pair yields one ratio, and the result is the median ratio. Both run once as a warm-up.
 * @param pairs at least 8
 */
export const measurePaired = async (sides: Sides<Measure> & { pairs?: number }): Promise<PairedRatios> =>
  ratiosOf(await runPaired(sides))

/** The results of both sides, as `measurePaired` runs them. */
export async function runPaired<Ours, Baseline>({
  ours,
  baseline,
  pairs = 8,
}: Sides<() => Promise<Ours>, () => Promise<Baseline>> & { pairs?: number }): Promise<
  Sides<Ours, Baseline>[]
> {
  if (pairs < 8) throw new RangeError('Fewer than 8 pairs are not meaningful on a noisy machine')
  await ours()
  await baseline()
  const results: Sides<Ours, Baseline>[] = []
  for (let pair = 0; pair < pairs; pair += 1) {
    if (pair % 2 === 0) {
      const first = await ours()
      results.push({ ours: first, baseline: await baseline() })
    } else {
      const first = await baseline()
      results.push({ ours: await ours(), baseline: first })
    }
  }
  return results
}

/** The ratios of values that were measured in pairs. */
export const ratiosOf = (measurements: readonly Sides<number>[]): PairedRatios => {
  const ratios = measurements.map((pair) => pair.ours / pair.baseline)
  return {
    ratio: median(ratios),
    lowest: Math.min(...ratios),
    highest: Math.max(...ratios),
    ours: median(measurements.map((pair) => pair.ours)),
    baseline: median(measurements.map((pair) => pair.baseline)),
    pairs: measurements.length,
  }
}

/** The median, averaging the two middle values. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  const [low = Number.NaN, high = Number.NaN] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]]
  return (low + high) / 2
}

/** The value below which the given fraction (0–1) of the values lies. */
export function percentile(values: readonly number[], fraction: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * fraction))] ?? Number.NaN
}

/** Duration of the work, in milliseconds. */
export async function durationOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

/** One line of a result, such as `prefix search / primary key: 1.21 (1.02–1.40, 8 pairs) · 0.41 ms / 0.34 ms`. */
export function describeRatios(name: string, unit: string, ratios: PairedRatios): string {
  const { ratio, lowest, highest, pairs, ours, baseline } = ratios
  const spread = `${lowest.toFixed(2)}–${highest.toFixed(2)}, ${pairs} pairs`
  return `${name}: ${ratio.toFixed(2)} (${spread}) · ${ours.toPrecision(3)} ${unit} / ${baseline.toPrecision(3)} ${unit}`
}

export type Goal = { readonly atLeast: number } | { readonly atMost: number }

/** A measurement with a goal. `row` is the row of the table of goals that `npm run bench -- all` prints. */
export type GoalResult = {
  row: number
  what: string
  goal: Goal
  /** The median of all runs or pairs; for a hard limit, the worst of them. */
  measured: number
  lowest: number
  highest: number
  unit?: string
}

export const isMet = ({ goal, measured }: Pick<GoalResult, 'goal' | 'measured'>): boolean =>
  'atLeast' in goal ? measured >= goal.atLeast : measured <= goal.atMost

export const describeGoal = ({ goal, unit }: Pick<GoalResult, 'goal' | 'unit'>): string =>
  `${'atLeast' in goal ? `≥ ${goal.atLeast}` : `≤ ${goal.atMost}`} ${unit ?? ''}`.trimEnd()

/** Prints whether the goal is met, and adds the result to the table of `npm run bench -- all` when that runs. */
export function reportGoal(result: GoalResult): void {
  console.log(`  goal ${describeGoal(result)}: ${isMet(result) ? 'met' : 'missed'} (row ${result.row})`)
  const file = process.env['GOAL_RESULTS']
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(result)}\n`)
}

/** Prints paired ratios and whether their median meets the goal. */
export function reportRatios(
  { row, what, unit, goal }: Pick<GoalResult, 'row' | 'what' | 'goal'> & { unit: string },
  ratios: PairedRatios,
): void {
  console.log(describeRatios(what, unit, ratios))
  const { ratio: measured, lowest, highest } = ratios
  reportGoal({ row, what, goal, measured, lowest, highest })
}

/** Reports single values, such as milliseconds: their median, or the worst of them for a hard limit. */
export function reportValues(
  result: Pick<GoalResult, 'row' | 'what' | 'goal'> & { unit: string; worst?: boolean },
  values: readonly number[],
): void {
  const { row, what, goal, unit, worst = false } = result
  const [lowest, highest] = [Math.min(...values), Math.max(...values)]
  const worstValue = 'atLeast' in goal ? lowest : highest
  const measured = worst ? worstValue : median(values)
  console.log(
    `${what}: ${measured.toPrecision(3)} ${unit} (${lowest.toPrecision(3)}–${highest.toPrecision(3)})`,
  )
  reportGoal({ row, what, goal, measured, lowest, highest, unit })
}
