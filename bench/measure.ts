/**
 * Measures one run as a number: milliseconds, requests per second, bytes. The unit must be the
 * same for everything compared.
 */
export type Measure = () => Promise<number>

export type PairedRatios = {
  /** Median of the ratios ours / baseline, one per pair: the only reliable figure on a noisy machine. */
  ratio: number
  lowest: number
  highest: number
  /** Medians of the individual figures, as a plausibility check. */
  ours: number
  floor: number
  pairs: number
}

/**
 * Compares two things fairly on a noisy machine: they run in pairs, the order alternates,
 * each pair yields one ratio, and the result is the median ratio. Both run once as a warm-up.
 * @param pairs at least 8
 */
export async function measurePaired({
  ours,
  floor,
  pairs = 8,
}: {
  ours: Measure
  floor: Measure
  pairs?: number
}): Promise<PairedRatios> {
  if (pairs < 8) throw new RangeError('Fewer than 8 pairs are not meaningful on a noisy machine')
  await ours()
  await floor()
  const found: { ours: number; floor: number }[] = []
  for (let pair = 0; pair < pairs; pair += 1) {
    if (pair % 2 === 0) {
      const first = await ours()
      found.push({ ours: first, floor: await floor() })
    } else {
      const first = await floor()
      found.push({ ours: await ours(), floor: first })
    }
  }
  const ratios = found.map((pair) => pair.ours / pair.floor)
  return {
    ratio: median(ratios),
    lowest: Math.min(...ratios),
    highest: Math.max(...ratios),
    ours: median(found.map((pair) => pair.ours)),
    floor: median(found.map((pair) => pair.floor)),
    pairs,
  }
}

/** The median, averaging the two middle values. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  const [low = Number.NaN, high = Number.NaN] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]]
  return (low + high) / 2
}

/** The value below which the given share (0–1) of the values lies. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/** Duration of the work, in milliseconds. */
export async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

/** One line of a result, such as `prefix search / primary key: 1.21 (1.02–1.40, 8 pairs) · 0.41 ms / 0.34 ms`. */
export function describeRatios(name: string, unit: string, found: PairedRatios): string {
  const { ratio, lowest, highest, pairs, ours, floor } = found
  const spread = `${lowest.toFixed(2)}–${highest.toFixed(2)}, ${pairs} pairs`
  return `${name}: ${ratio.toFixed(2)} (${spread}) · ${ours.toPrecision(3)} ${unit} / ${floor.toPrecision(3)} ${unit}`
}
