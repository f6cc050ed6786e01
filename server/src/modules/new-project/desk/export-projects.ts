import { Readable } from 'node:stream'
import { formatDateTime, formatDay, type TimeZone } from '@clube/contract/kernel/club-time.ts'
import { deskStateTitles } from '@clube/contract/new-project/project.ts'
import { inTransaction } from '../../../db/database.ts'
import { csvText } from '../../../kernel/csv.ts'
import type { NewProjectDeps } from '../deps.ts'
import type { Analyst } from './analyst.ts'
import { auditBrand } from './audit-desk.ts'
import { listForExport, type DeskRow } from './desk-store.ts'

const batchSize = 500

/** The first line of the export. */
export const exportHeader =
  'protocolo;situacao;numero_da_compra;numero_de_registro;cadastrado_em;resposta_ate;decidido_em;motivo;pontos'

/**
 * All projects of the analyst's brand as CSV, without the names of people, read in batches while it is sent. The
 * download is audited before it begins.
 */
export const exportProjects = async (deps: NewProjectDeps, analyst: Analyst): Promise<Readable> => {
  const { staff_id, brand_id } = analyst
  await inTransaction(deps.db, (tx) =>
    auditBrand(deps, tx, {
      staff_id,
      brand_id,
      action: 'export-projects',
      sentence: 'Baixou os projetos da marca em CSV.',
    }),
  )
  return Readable.from(linesOf(deps, brand_id))
}

async function* linesOf(
  { db, time_zone }: Pick<NewProjectDeps, 'db' | 'time_zone'>,
  brand_id: string,
): AsyncGenerator<string> {
  // The mark tells spreadsheets that the text is UTF-8.
  yield `\uFEFF${exportHeader}\r\n`
  for (let after_id: string | null = null; ;) {
    const rows: DeskRow[] = await listForExport(db, { brand_id, after_id, limit: batchSize })
    yield rows.map((row) => lineOf(row, time_zone)).join('')
    const last = rows.at(-1)
    if (!last || rows.length < batchSize) return
    after_id = last.id
  }
}

const lineOf = (row: DeskRow, zone: TimeZone): string =>
  `${[
    row.protocol,
    deskStateTitles[row.state],
    row.purchase_number ?? '',
    row.registration_number ?? '',
    formatDateTime(row.submitted_at, zone),
    formatDay(row.answer_due_on),
    row.decided_at ? formatDateTime(row.decided_at, zone) : '',
    row.reason ?? '',
    row.state === 'rewarded' ? String(row.points ?? '') : '',
  ]
    .map(csvText)
    .join(';')}\r\n`
