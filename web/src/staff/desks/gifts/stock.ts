import type { readStockCall, GiftStock } from '@clube/contract/free-gifts/stock-calls.ts'
import type { GiftSummary, PickupPoint } from '@clube/contract/free-gifts/gift.ts'
import type { DataOf } from '@clube/contract/kernel/call.ts'
import { formatShortDateTime } from '../../../parts/club-time.ts'

/** The stock of a campaign. */
export type CampaignStock = DataOf<typeof readStockCall>
type StockDay = CampaignStock['days'][number]

/** A gift at a pickup point, with its counters. */
export type StockRow = GiftStock & { readonly gift: GiftSummary; readonly point: PickupPoint }

export const formatCount = (count: number): string => count.toLocaleString('pt-BR')

/** Every gift at every pickup point; pairs that never had units have zeros. */
export const stockRows = ({ gifts, pickup_points, stock }: CampaignStock): StockRow[] =>
  gifts.flatMap((gift) =>
    pickup_points.map((point) => {
      const { gift_id } = gift
      const { pickup_point_id } = point
      const found = stock.find((each) => each.gift_id === gift_id && each.pickup_point_id === pickup_point_id)
      const { on_hand = 0, reserved = 0, delivered = 0 } = found ?? {}
      return { gift_id, pickup_point_id, on_hand, reserved, delivered, gift, point }
    }),
  )

/** Units on the shelf, free and reserved: the expected result of a physical count. */
export const shelfUnits = ({ on_hand, reserved }: GiftStock): number => on_hand + reserved

/** The sums of the counters. */
export const stockTotals = (stock: readonly GiftStock[]) => ({
  on_hand: stock.reduce((sum, each) => sum + each.on_hand, 0),
  reserved: stock.reduce((sum, each) => sum + each.reserved, 0),
  delivered: stock.reduce((sum, each) => sum + each.delivered, 0),
})

const paceDays = 7

/** Vouchers issued per day in the last seven of these days. */
export const paceOf = (days: readonly StockDay[]): number => {
  const last = days.slice(-paceDays)
  return last.length === 0 ? 0 : last.reduce((sum, { issued }) => sum + issued, 0) / last.length
}

/**
 * Describes how long the free units last at this rate. The server gives no date if there are no free units or no recent
 * vouchers, or if it is more than 366 days away.
 */
export function describeForecast(
  pace: number,
  { stock, runs_out_at }: Pick<CampaignStock, 'stock' | 'runs_out_at'>,
): string {
  const issued =
    pace === 0
      ? 'Sem emissões nos últimos sete dias'
      : `Emissões por dia nos últimos sete dias: ${formatPace(pace)}`
  if (stockTotals(stock).on_hand === 0) return `${issued}. Não há brindes livres agora.`
  if (pace === 0) return `${issued}, não há previsão.`
  return runs_out_at === null
    ? `${issued}. Neste ritmo, os brindes livres não acabam em um ano.`
    : `${issued}. Neste ritmo, os brindes livres acabam em ${formatShortDateTime(runs_out_at)}.`
}

const formatPace = (pace: number): string =>
  pace.toLocaleString('pt-BR', { maximumFractionDigits: pace < 10 ? 1 : 0 })

const dayMs = 86_400_000
/** Keeps the plot readable: a later date is shown only as text. */
const maxForecastDays = 14

/** The days after `lastDay` up to `endDay`, on which the stock runs out; at most two weeks. */
export function forecastDays(lastDay: string, endDay: string): string[] {
  const count = Math.round((Date.parse(endDay) - Date.parse(lastDay)) / dayMs)
  return Array.from({ length: Math.max(0, Math.min(count, maxForecastDays)) }, (_day, index) =>
    new Date(Date.parse(lastDay) + (index + 1) * dayMs).toISOString().slice(0, 10),
  )
}
