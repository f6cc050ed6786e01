import { parkingBases, parkingBasisTitles } from '@clube/contract/parking-voucher/reconciliation-calls.ts'
import { formatUses, promotionKindProperties } from '@clube/contract/kernel/promotion-kinds.ts'
import type { KindResults } from '../campaigns/index.ts'
import type { ParkingDeps } from './deps.ts'
import type { VoucherStatus } from './voucher.ts'
import { countByState } from './voucher-store.ts'

const { unit } = promotionKindProperties.parking_voucher

/** The results of a campaign: vouchers by what they cost, and the discounts granted, without personal data. */
export const readResults = async (
  { db }: Pick<ParkingDeps, 'db'>,
  campaign_id: string,
): Promise<KindResults> => {
  const counted = await countByState(db, campaign_id)
  const sumOf = (
    field: 'count' | 'discount_cents',
    basis: string,
    ...kinds: readonly VoucherStatus['kind'][]
  ): number =>
    counted
      .filter((row) => row.basis === basis && kinds.includes(row.state))
      .reduce((sum, row) => sum + row[field], 0)
  const open = counted
    .filter(({ state }) => state === 'processing')
    .reduce((sum, { count }) => sum + count, 0)
  const waiting =
    open === 0 ? [] : [`Em processamento: ${formatUses(unit, open)}. O estacionamento ainda vai confirmar.`]
  return {
    steps: [],
    unfulfilled: [],
    given: null,
    interruption: { pause: waiting, end: waiting },
    tables: [
      {
        title: 'Vales-estacionamento',
        columns: [
          'Custo',
          'Aplicados',
          'Descontos em reais',
          'Em processamento',
          'Desfeitos',
          'Não aplicados',
        ],
        rows: parkingBases.map((basis) => ({
          title: parkingBasisTitles[basis],
          values: [
            sumOf('count', basis, 'applied', 'undoing'),
            Math.round(sumOf('discount_cents', basis, 'applied', 'undoing') / 100),
            sumOf('count', basis, 'processing'),
            sumOf('count', basis, 'undone'),
            sumOf('count', basis, 'failed'),
          ],
        })),
      },
    ],
  }
}
