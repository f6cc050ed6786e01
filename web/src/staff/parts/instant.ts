import { formatTime, formatDate } from '../../parts/club-time.ts'

/** '21/11/2026, 09:00', in the club's time zone. */
export const formatInstant = (instant: string): string => `${formatDate(instant)}, ${formatTime(instant)}`

/** Approximate age: 'agora', 'há 5 min', 'há 3 h', 'há 2 dias'. */
export function formatAge(instant: string, now: Date): string {
  const minutes = Math.max(0, Math.floor((now.getTime() - new Date(instant).getTime()) / 60_000))
  if (minutes === 0) return 'agora'
  if (minutes < 60) return `há ${minutes} min`
  const hours = Math.floor(minutes / 60)
  if (hours < 48) return `há ${hours} h`
  return `há ${Math.floor(hours / 24)} dias`
}
