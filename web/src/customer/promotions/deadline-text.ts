import { countFormatter, formatDays } from '@clube/contract/kernel/count-formats.ts'
import { formatEnd } from '../../parts/club-time.ts'

const formatHours = countFormatter('hora', 'horas')
const formatMinutes = countFormatter('minuto', 'minutos')
const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** The remaining time in its largest unit, rounded down: "faltam 14 dias". */
function timeLeftText(leftMs: number): string {
  if (leftMs < minuteMs) return 'falta menos de 1 minuto'
  const [count, format] =
    leftMs >= dayMs
      ? [leftMs / dayMs, formatDays]
      : leftMs >= hourMs
        ? [leftMs / hourMs, formatHours]
        : [leftMs / minuteMs, formatMinutes]
  const whole = Math.floor(count)
  return `${whole === 1 ? 'falta' : 'faltam'} ${format(whole)}`
}

/** A pickup deadline with the remaining time: "Retire até dom., 6 de dez. (faltam 14 dias)". */
export const pickupDeadlineText = (expires_at: string, nowMs: number): string =>
  `Retire até ${formatEnd(expires_at)} (${timeLeftText(Date.parse(expires_at) - nowMs)})`
