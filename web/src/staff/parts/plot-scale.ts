/** Number of steps that a scale aims at; rounding gives 3 to 5. */
const targetSteps = 4

/** The values of a plot's axis: from zero in whole steps of 1, 2 or 5 times a power of ten, up to at least `highest`. */
export function scaleOf(highest: number): number[] {
  const rough = highest / targetSteps
  const magnitude = rough <= 1 ? 1 : 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 5, 10].map((factor) => factor * magnitude).find((each) => each >= rough) ?? 1
  const steps = Math.max(1, Math.ceil(highest / step))
  return Array.from({ length: steps + 1 }, (_, index) => index * step)
}
