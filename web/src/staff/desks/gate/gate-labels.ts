import {
  scanResultTitles,
  type listScansCall,
  type ScanResult,
} from '@clube/contract/event-tickets/gate-calls.ts'
import type { DataOf } from '@clube/contract/kernel/call.ts'
import type { Tone } from '../../../kit/surface/chip.tsx'
import { formatTime, clubDayOf, formatDate } from '../../../parts/club-time.ts'

/** "na Entrada B", "no Portão 3", "em Doca": gate names are free text. */
export const formatGatePlace = (gate: string): string => {
  if (/^(entrada|portaria|porta|rampa|catraca|escada|ala)\b/i.test(gate)) return `na ${gate}`
  if (/^(portão|acesso|hall|piso|lado)(\s|$)/i.test(gate)) return `no ${gate}`
  return `em ${gate}`
}

/** "às 19:42", with the date unless it is the date of `now`. */
export const formatScanTime = (instant: string, now: number): string => {
  const day = clubDayOf(instant)
  const clock = `às ${formatTime(instant)}`
  return day === clubDayOf(new Date(now)) ? clock : `em ${formatDate(instant)} ${clock}`
}

/** One attempt in the supervisors' list. */
export type ListedScan = DataOf<typeof listScansCall>[number]

/** The tone of each result. A released place is only a warning: the supervisor decides. */
export const scanTones = {
  admitted: 'good',
  released: 'warn',
  already_used: 'bad',
  wrong_session: 'bad',
  cancelled: 'bad',
  session_cancelled: 'bad',
  unknown: 'bad',
} as const satisfies Record<ScanResult, Tone>

/** Result of an attempt: "Liberado", "Já utilizado", "3 pessoas sem ingresso". */
export function describeScan(scan: ListedScan): { title: string; tone: Tone } {
  const { result, quantity, is_undone, double_of } = scan
  if (is_undone === true) return { title: 'Entrada desfeita', tone: 'warn' }
  if (double_of) return { title: 'Entrada em dobro', tone: 'bad' }
  if (result === 'override') return { title: 'Liberado pela supervisão', tone: 'warn' }
  if (result !== 'door') return { title: scanResultTitles[result], tone: scanTones[result] }
  const people = quantity === 1 ? '1 pessoa' : `${quantity} pessoas`
  return { title: `${people} sem ingresso`, tone: 'good' }
}

/** "Ana, final 9FHT". */
export const ticketText = (ticket: { participant_name?: string | null; code_end: string }): string =>
  ticket.participant_name
    ? `${ticket.participant_name}, final ${ticket.code_end}`
    : `Final ${ticket.code_end}`

/** The ticket that was scanned. */
export function scannedTicket({ participant_name, code_end, result }: ListedScan): string {
  if (code_end) return ticketText({ participant_name: participant_name ?? null, code_end })
  return result === 'door' ? 'Sem ingresso' : 'Código desconhecido'
}
