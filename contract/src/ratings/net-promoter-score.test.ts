import { describe, expect, test } from 'vitest'
import { fewestAnswers, netPromoterScoreOf, type RatingCounts } from './net-promoter-score.ts'

const counts = (promoters: number, passives: number, detractors: number): RatingCounts => ({
  promoters,
  passives,
  detractors,
})

describe('the net promoter score', () => {
  // Computed independently of this code: the shares after adding ¾, 1½ and ¾ answers, and 1.96 standard errors of their difference.
  test.each([
    // (250.75 − 75.75) / 1003 = 0.17448, variance 0.29508, margin 0.03362
    [counts(250, 675, 75), { answers: 1000, score: 18, low: 14, high: 21 }],
    // (6.75 − 2.75) / 13 = 0.30769, variance 0.63609, margin 0.43354
    [counts(6, 2, 2), { answers: 10, score: 40, low: -13, high: 74 }],
    // (10.75 − 10.75) / 23 = 0, variance 0.93478, margin 0.39513
    [counts(10, 0, 10), { answers: 20, score: 0, low: -40, high: 40 }],
    // (5.75 − 0.75) / 8 = 0.625, variance 0.42188, margin 0.45008: limited to 100
    [counts(5, 0, 0), { answers: 5, score: 100, low: 17, high: 100 }],
    [counts(0, 0, 5), { answers: 5, score: -100, low: -100, high: -17 }],
    // (0.75 − 0.75) / 8 = 0, variance 0.1875, margin 0.30006
    [counts(0, 5, 0), { answers: 5, score: 0, low: -30, high: 30 }],
  ])('the score and the interval of %j equal those computed by hand', (given, expected) => {
    expect(netPromoterScoreOf(given)).toEqual({ kind: 'score', ...expected })
  })

  test('a score is not given for fewer than five answers', () => {
    expect(fewestAnswers).toBe(5)
    expect(netPromoterScoreOf(counts(2, 1, 1))).toEqual({ kind: 'too_few', answers: 4 })
    expect(netPromoterScoreOf(counts(0, 0, 0))).toEqual({ kind: 'too_few', answers: 0 })
    expect(netPromoterScoreOf(counts(2, 2, 1)).kind).toBe('score')
  })

  test.each([
    [0.5, 0.2, 10],
    [0.7, 0.1, 25],
    [0.3, 0.4, 50],
  ])(
    'the interval covers the true score in 91 to 99 of 100 samples with shares %d and %d of %d answers',
    (promoters, detractors, answers) => {
      const shares = [promoters, 1 - promoters - detractors, detractors] as const
      const truth = Math.round((promoters - detractors) * 100)
      let covered = 0
      for (let p = 0; p <= answers; p += 1)
        for (let d = 0; d <= answers - p; d += 1) {
          const figure = netPromoterScoreOf(counts(p, answers - p - d, d))
          if (figure.kind === 'score' && figure.low <= truth && truth <= figure.high)
            covered += multinomial([p, answers - p - d, d], shares)
        }
      expect(covered).toBeGreaterThan(0.91)
      expect(covered).toBeLessThan(0.99)
    },
  )
})

/** The exact probability of the counts, by logarithms of factorials. */
const multinomial = (given: readonly number[], shares: readonly number[]): number => {
  const logFactorial = (n: number) => {
    let sum = 0
    for (let k = 2; k <= n; k += 1) sum += Math.log(k)
    return sum
  }
  const total = given.reduce((sum, count) => sum + count, 0)
  return Math.exp(
    given.reduce(
      (sum, count, index) => sum - logFactorial(count) + count * Math.log(shares[index] ?? 1),
      logFactorial(total),
    ),
  )
}
