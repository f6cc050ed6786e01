import { ticketStateTitles } from '@clube/contract/event-tickets/state-titles.ts'
import { formatDateTime, type TimeZone } from '@clube/contract/kernel/club-time.ts'
import { csvText } from '../../../kernel/csv.ts'
import type { TicketFileRow } from './list-reservations.ts'

/** UTF-8 byte order mark and column titles; Brazilian spreadsheets separate columns by semicolons. */
export const ticketFileHeader: string = '\uFEFFParticipante;Reservado por;Situação;Entrada;Portaria\r\n'

/** One ticket as a CSV line. */
export const ticketFileLine = (row: TicketFileRow, time_zone: TimeZone): string =>
  [
    csvText(row.participant_name),
    row.document,
    ticketStateTitles[row.state],
    row.used_at === null ? '' : formatDateTime(row.used_at, time_zone),
    csvText(row.used_gate ?? ''),
  ].join(';') + '\r\n'
