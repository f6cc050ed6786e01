/** Preloaded by `NODE_OPTIONS=--import`: a process whose system clock is off by CLOCK_SKEW_SECONDS. */
const skewMs = Number(process.env['CLOCK_SKEW_SECONDS'] ?? 0) * 1000
const AccurateDate = Date

class SkewedDate extends AccurateDate {
  constructor(...values: [] | [string | number | Date]) {
    super(...((values.length === 0 ? [SkewedDate.now()] : values) as [string | number | Date]))
  }
  static override now(): number {
    return AccurateDate.now() + skewMs
  }
}

globalThis.Date = SkewedDate as DateConstructor

export {}
