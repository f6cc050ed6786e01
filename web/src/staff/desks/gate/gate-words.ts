import { clubDayInWords, clubDayOf } from '@clube/contract/kernel/club-time.ts'
import { clubClock } from '../../../parts/club-moment.ts'

/** "na Entrada B", "no Portão 3", "em Doca": gates are called as staff please. */
export const atGate = (gate: string): string => {
  if (/^(entrada|portaria|porta|rampa|catraca|escada|ala)\b/i.test(gate)) return `na ${gate}`
  if (/^(portão|acesso|hall|piso|lado)(\s|$)/i.test(gate)) return `no ${gate}`
  return `em ${gate}`
}

/** "às 19:42", and the day where it is not the one of `now`. */
export const atTime = (instant: string, now: number): string => {
  const day = clubDayOf(new Date(instant))
  const clock = `às ${clubClock(instant)}`
  return day === clubDayOf(new Date(now)) ? clock : `em ${clubDayInWords(new Date(instant))} ${clock}`
}
