import { formatDate, type TimeZone } from '@clube/contract/kernel/club-time.ts'
import { postingTitles } from '@clube/contract/points/posting-kinds.ts'
import { csvText } from '../../kernel/csv.ts'
import type { StatementRow } from './statement-store.ts'

/** UTF-8 byte order mark and column titles; Brazilian spreadsheets separate columns by semicolons. */
export const statementHead: string = '\uFEFFData;Movimento;Descrição;Pontos;Saldo\r\n'

/** One movement as a CSV line. */
export const statementLine = (
  row: Omit<StatementRow, 'source_kind' | 'source_id'>,
  time_zone: TimeZone,
): string =>
  [
    formatDate(row.created_at, time_zone),
    postingTitles[row.kind],
    csvText(row.about),
    String(row.points),
    String(row.balance_after),
  ].join(';') + '\r\n'
