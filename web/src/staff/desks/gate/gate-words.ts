import { scanResultTitles, type listScansCall } from '@clube/contract/event-tickets/gate-calls.ts'
import type { DataOf } from '@clube/contract/kernel/call.ts'
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

/** One attempt as the supervisors' list has it. */
export type ListedScan = DataOf<typeof listScansCall>[number]

/** What an attempt came to: "Liberado", "Já utilizado", "3 pessoas sem ingresso". */
export function scanInWords({ result, quantity }: Pick<ListedScan, 'result' | 'quantity'>): {
  words: string
  tone: 'good' | 'warn' | 'bad'
} {
  switch (result) {
    case 'admitted':
      return { words: scanResultTitles.admitted, tone: 'good' }
    case 'override':
      return { words: 'Liberado pela supervisão', tone: 'warn' }
    case 'door':
      return {
        words: quantity === 1 ? '1 pessoa sem ingresso' : `${quantity} pessoas sem ingresso`,
        tone: 'good',
      }
    case 'released':
      return { words: scanResultTitles.released, tone: 'warn' }
    case 'already_used':
    case 'wrong_session':
    case 'cancelled':
    case 'unknown':
      return { words: scanResultTitles[result], tone: 'bad' }
    default:
      return result satisfies never
  }
}
