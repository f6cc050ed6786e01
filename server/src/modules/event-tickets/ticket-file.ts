import { ticketStateTitles } from '@clube/contract/event-tickets/state-titles.ts'
import type { TicketFileRow } from './list-session.ts'
import { momentInWords } from './session.ts'

/** Tells a spreadsheet that the file is UTF-8, and the columns; Brazilian spreadsheets part them by semicolons. */
export const ticketFileHead: string = '\uFEFFParticipante;Reservado por;Situação;Entrada;Portaria\r\n'

/** One ticket as a line of the file. */
export const ticketFileLine = (row: TicketFileRow): string =>
  [
    cell(row.participant_name),
    row.document,
    ticketStateTitles[row.state],
    row.used_at === null ? '' : entryInWords(new Date(row.used_at)),
    cell(row.used_gate ?? ''),
  ].join(';') + '\r\n'

const entryInWords = (instant: Date): string => {
  const { date, time } = momentInWords(instant)
  return `${date} ${time}`
}

/** Text that a spreadsheet must neither split nor run as a formula. */
const cell = (text: string): string => {
  const tame = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[";\r\n]/.test(tame) ? `"${tame.replaceAll('"', '""')}"` : tame
}
