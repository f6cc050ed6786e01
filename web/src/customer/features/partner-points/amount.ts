import { isAllowedAmount } from '@clube/contract/partner-points/partner.ts'
import { amountRefusals } from '@clube/contract/partner-points/refusals.ts'
import { fillMessage } from '@clube/contract/kernel/refusals.ts'

/** The numbers of points that a redemption can exchange: `minimum`, `minimum + step`, … up to `maximum`. */
export type Limits = { readonly minimum: number; readonly maximum: number; readonly step: number }

/** No amount has more digits; longer texts are typing errors. */
const maxDigits = 8

/** The points of a typed text; 0 if it is empty. */
export const pointsOf = (text: string): number => Number(text.replace(/\D/g, '').slice(0, maxDigits))

/** Groups typed digits: '12500' becomes '12.500'. */
export const formatTypedPoints = (text: string): string => {
  const points = pointsOf(text)
  return points === 0 ? '' : points.toLocaleString('pt-BR')
}

/** The allowed amount nearest to a number of points. */
export const nearestAmount = (points: number, { minimum, maximum, step }: Limits): number => {
  const steps = Math.round((Math.min(Math.max(points, minimum), maximum) - minimum) / step)
  return minimum + Math.min(steps, Math.floor((maximum - minimum) / step)) * step
}

/** The next allowed amount above or below a number of points; the last one at either end. */
export const steppedAmount = (points: number, direction: 1 | -1, limits: Limits): number => {
  if (!isAllowedAmount(points, limits)) {
    const nearest = nearestAmount(points, limits)
    if (Math.sign(nearest - points) === direction) return nearest
  }
  return nearestAmount(nearestAmount(points, limits) + direction * limits.step, limits)
}

/** The error of a typed amount, or undefined. */
export const amountError = (text: string, limits: Limits): string | undefined =>
  isAllowedAmount(pointsOf(text), limits)
    ? undefined
    : fillMessage(amountRefusals['partner-points.amount'].message, {
        min: limits.minimum,
        max: limits.maximum,
        step: limits.step,
      })

/** 'De 500 a 10.000 pontos, de 100 em 100' */
export const formatLimits = ({ minimum, maximum, step }: Limits): string => {
  const format = (points: number) => points.toLocaleString('pt-BR')
  return minimum === maximum
    ? `${format(minimum)} pontos por vez`
    : `De ${format(minimum)} a ${format(maximum)} pontos, de ${format(step)} em ${format(step)}`
}
