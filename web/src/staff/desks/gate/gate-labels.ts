import { scanResultTitles, type listScansCall } from '@clube/contract/event-tickets/gate-calls.ts'
import type { DataOf } from '@clube/contract/kernel/call.ts'
import { formatTime, formatDate, clubDayOf } from '../../../parts/club-time.ts'

/** "na Entrada B", "no Portão 3", "em Doca": gate names are free text. */
export const atGate = (gate: string): string => {
  if (/^(entrada|portaria|porta|rampa|catraca|escada|ala)\b/i.test(gate)) return `na ${gate}`
  if (/^(portão|acesso|hall|piso|lado)(\s|$)/i.test(gate)) return `no ${gate}`
  return `em ${gate}`
}

/** "às 19:42", with the date unless it is that of `now`. */
export const atTime = (instant: string, now: number): string => {
  const day = clubDayOf(instant)
  const clock = `às ${formatTime(instant)}`
  return day === clubDayOf(new Date(now)) ? clock : `em ${formatDate(instant)} ${clock}`
}

/** One attempt in the supervisors' list. */
export type ListedScan = DataOf<typeof listScansCall>[number]

/** Result of an attempt: "Liberado", "Já utilizado", "3 pessoas sem ingresso". */
export function describeScan({ result, quantity }: Pick<ListedScan, 'result' | 'quantity'>): {
  title: string
  tone: 'good' | 'warn' | 'bad'
} {
  switch (result) {
    case 'admitted':
      return { title: scanResultTitles.admitted, tone: 'good' }
    case 'override':
      return { title: 'Liberado pela supervisão', tone: 'warn' }
    case 'door':
      return {
        title: quantity === 1 ? '1 pessoa sem ingresso' : `${quantity} pessoas sem ingresso`,
        tone: 'good',
      }
    case 'released':
      return { title: scanResultTitles.released, tone: 'warn' }
    case 'already_used':
    case 'wrong_session':
    case 'cancelled':
    case 'unknown':
      return { title: scanResultTitles[result], tone: 'bad' }
    default:
      return result satisfies never
  }
}
