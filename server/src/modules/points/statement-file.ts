import { clubDayInWords } from '@clube/contract/kernel/club-time.ts'
import { postingTitles } from '@clube/contract/points/posting-kinds.ts'
import type { StatementRow } from './statement-store.ts'

/** Tells a spreadsheet that the file is UTF-8, and the columns; Brazilian spreadsheets part them by semicolons. */
export const statementHead: string = '\uFEFFData;Movimento;Descrição;Pontos;Saldo\r\n'

/** One movement as a line of the file. */
export const statementLine = (row: StatementRow): string =>
  [
    clubDayInWords(row.created_at),
    postingTitles[row.kind],
    cell(row.about),
    String(row.points),
    String(row.balance_after),
  ].join(';') + '\r\n'

/** Text that a spreadsheet must neither split nor run as a formula. */
const cell = (text: string): string => {
  const tame = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[";\r\n]/.test(tame) ? `"${tame.replaceAll('"', '""')}"` : tame
}
