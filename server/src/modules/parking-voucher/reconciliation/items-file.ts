import { Readable } from 'node:stream'
import { formatDay, formatDateTime } from '@clube/contract/kernel/club-time.ts'
import {
  parkingItemsFile,
  parkingItemStates,
  parkingItemStateTitles,
  type ParkingItem,
} from '@clube/contract/parking-voucher/reconciliation-calls.ts'
import { inTransaction } from '../../../db/database.ts'
import { csvAmount, csvText } from '../../../kernel/csv.ts'
import { refusalsOf } from '../../../kernel/refusal.ts'
import type { ParkingDeps } from '../deps.ts'
import { viewItems } from './compare-days.ts'
import { findCompared, listItems } from './reconciliation-store.ts'

const refuse = refusalsOf(parkingItemsFile)

/** UTF-8 byte order mark and column titles; Brazilian spreadsheets separate columns by semicolons. */
const header =
  '\uFEFFDia;Situação;Protocolo;Código do estacionamento;Valor pelo clube;Valor pelo estacionamento;Aplicado em;Decisão;Decidido por\r\n'

const batchSize = 500

/**
 * All items of a compared day as a CSV file; the download is audited.
 * @throws {Refusal} parking-voucher.not-compared, before the first row is sent
 */
export const readItemsFile = async (
  deps: ParkingDeps,
  { day, staff_id }: { day: string; staff_id: string },
): Promise<Readable> => {
  if (!(await findCompared(deps.db, day))) throw refuse('parking-voucher.not-compared')
  await inTransaction(deps.db, (tx) =>
    deps.audit(tx, {
      actor: { kind: 'staff', id: staff_id },
      action: 'parking-voucher.export-items',
      subject: { kind: 'parking-day', id: day },
      sentence: `Baixou a conferência do estacionamento de ${formatDay(day)}.`,
    }),
  )
  return Readable.from(linesOf(deps, day))
}

async function* linesOf(deps: ParkingDeps, day: string): AsyncGenerator<string> {
  yield header
  for (const state of parkingItemStates) {
    let cursor: string | null = null
    do {
      const rows = await listItems(deps.db, { day, state, cursor, limit: batchSize })
      const items = await viewItems(deps, deps.db, rows)
      yield items.map((item) => lineOf(deps, day, item)).join('')
      cursor = rows.length === batchSize ? (rows.at(-1)?.id ?? null) : null
    } while (cursor !== null)
  }
}

const lineOf = ({ time_zone }: Pick<ParkingDeps, 'time_zone'>, day: string, item: ParkingItem): string =>
  [
    formatDay(day),
    parkingItemStateTitles[item.state],
    item.protocol ?? '',
    csvText(item.garage_id),
    item.our_cents === null ? '' : csvAmount(item.our_cents),
    item.their_cents === null ? '' : csvAmount(item.their_cents),
    formatDateTime(item.applied_at, time_zone),
    csvText(item.decision?.reason ?? ''),
    csvText(item.decision?.by ?? ''),
  ].join(';') + '\r\n'
