import type { DataOf } from '@clube/contract/kernel/call.ts'
import { formatDay } from '@clube/contract/kernel/club-time.ts'
import {
  liabilityMaxDays,
  parkingBasisTitles,
  parkingLiabilityFile,
  readParkingLiabilityCall,
} from '@clube/contract/parking-voucher/reconciliation-calls.ts'
import { inTransaction, type Db } from '../../../db/database.ts'
import { csvAmount, csvText } from '../../../kernel/csv.ts'
import { refusalsOf } from '../../../kernel/refusal.ts'
import type { ParkingDeps } from '../deps.ts'
import { findParkingCampaigns, garageNameOf } from '../parking-campaign.ts'
import { sumLiability } from './reconciliation-store.ts'

type Liability = DataOf<typeof readParkingLiabilityCall>
type Period = { readonly from_day: string; readonly to_day: string }

const dayMs = 24 * 3_600_000
const refuse = refusalsOf(readParkingLiabilityCall, parkingLiabilityFile)

/** What the club owes the car park in a period of club days. @throws {Refusal} parking-voucher.period */
export const readLiability = async (db: Db, period: Period): Promise<Liability> => {
  const days = (Date.parse(period.to_day) - Date.parse(period.from_day)) / dayMs + 1
  if (!(days >= 1 && days <= liabilityMaxDays)) throw refuse('parking-voucher.period')
  const sums = await sumLiability(db, period)
  const campaigns = await findParkingCampaigns(
    db,
    sums.map(({ campaign_id }) => campaign_id),
  )
  const rows = sums.map(({ campaign_id, ...sum }) => {
    const campaign = campaigns.get(campaign_id)
    return {
      ...sum,
      campaign_title: campaign?.title ?? '',
      garage_name: garageNameOf(campaign, sum.garage_id),
    }
  })
  return {
    rows,
    applied_cents: rows.reduce((sum, { applied_cents }) => sum + applied_cents, 0),
    open_cents: rows.reduce((sum, { open_cents }) => sum + open_cents, 0),
  }
}

/** UTF-8 byte order mark and column titles; Brazilian spreadsheets separate columns by semicolons. */
const header =
  '\uFEFFDia;Promoção;Estacionamento;Código;Custo;Aplicados;Valor;Em aberto;Valor em aberto;Desfeitos\r\n'

/** The same as a CSV file; the download is audited. @throws {Refusal} parking-voucher.period */
export const readLiabilityFile = async (
  deps: ParkingDeps,
  { staff_id, ...period }: Period & { staff_id: string },
): Promise<string> => {
  const { rows } = await readLiability(deps.db, period)
  await inTransaction(deps.db, (tx) =>
    deps.audit(tx, {
      actor: { kind: 'staff', id: staff_id },
      action: 'parking-voucher.export',
      subject: null,
      sentence: `Baixou o que o clube deve ao estacionamento de ${formatDay(period.from_day)} a ${formatDay(period.to_day)}.`,
    }),
  )
  const lines = rows.map((row) =>
    [
      formatDay(row.day),
      csvText(row.campaign_title),
      csvText(row.garage_name),
      csvText(row.garage_id),
      parkingBasisTitles[row.basis],
      row.applied_count,
      csvAmount(row.applied_cents),
      row.open_count,
      csvAmount(row.open_cents),
      row.undone_count,
    ].join(';'),
  )
  return header + lines.map((line) => `${line}\r\n`).join('')
}
