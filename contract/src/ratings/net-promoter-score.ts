/** Answers by band. */
export type RatingCounts = {
  readonly promoters: number
  readonly passives: number
  readonly detractors: number
}

/** Below this number of answers there is no score. */
export const fewestAnswers = 5

/** A score in points from -100 to 100, with its 95 % interval, each rounded to a whole number. */
export type NetPromoterScore =
  | { readonly kind: 'too_few'; readonly answers: number }
  | {
      readonly kind: 'score'
      readonly answers: number
      readonly score: number
      readonly low: number
      readonly high: number
    }

/** The method of the interval, named where it is shown. */
export const intervalMethod = 'Wald ajustado (Rocks, 2016)'

/** The 97.5th percentile of the normal distribution. */
const z95 = 1.959964
/** Pseudo-counts added before the interval is computed, which keeps its coverage near 95 % in small samples. */
const added = { promoters: 0.75, passives: 1.5, detractors: 0.75 } as const

/** The number of answers of all bands. */
export const countAnswers = ({ promoters, passives, detractors }: RatingCounts): number =>
  promoters + passives + detractors

/**
 * The net promoter score: the share of promoters minus that of detractors, with the adjusted Wald interval: with p and d as
 * the shares after adding three answers, (p − d) ± z·√((p + d − (p − d)²) / n).
 */
export const netPromoterScoreOf = (counts: RatingCounts): NetPromoterScore => {
  const answers = countAnswers(counts)
  if (answers < fewestAnswers) return { kind: 'too_few', answers }
  const adjusted = answers + added.promoters + added.passives + added.detractors
  const p = (counts.promoters + added.promoters) / adjusted
  const d = (counts.detractors + added.detractors) / adjusted
  const margin = z95 * Math.sqrt((p + d - (p - d) ** 2) / adjusted)
  return {
    kind: 'score',
    answers,
    score: pointsOf((counts.promoters - counts.detractors) / answers),
    low: pointsOf(Math.max(-1, p - d - margin)),
    high: pointsOf(Math.min(1, p - d + margin)),
  }
}

/** A share in whole points, never minus zero. */
const pointsOf = (share: number): number => Math.round(share * 100) + 0

/** The sum of two counts, by band. */
export const addCounts = (a: RatingCounts, b: RatingCounts): RatingCounts => ({
  promoters: a.promoters + b.promoters,
  passives: a.passives + b.passives,
  detractors: a.detractors + b.detractors,
})

export const noAnswers: RatingCounts = { promoters: 0, passives: 0, detractors: 0 }
