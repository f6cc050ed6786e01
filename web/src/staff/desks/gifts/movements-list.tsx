import {
  listMovementsCall,
  movementTitles,
  type StockMovement,
} from '@clube/contract/free-gifts/stock-calls.ts'
import { giftName } from '@clube/contract/free-gifts/settings.ts'
import type { Column } from '../../../kit/table/data-table.tsx'
import { usePages } from '../../../parts/pages.tsx'
import { QueryTable } from '../../../parts/query-table.tsx'
import { formatInstant } from '../../parts/instant.ts'
import { stockKey } from './movement-form.tsx'
import css from './stock.module.css'
import { formatCount, type CampaignStock } from './stock.ts'

const formatUnits = (units: number): string => units.toLocaleString('pt-BR', { signDisplay: 'exceptZero' })

/** The movements of a campaign, newest first. */
export function MovementsList({ stock: { campaign_id, gifts, pickup_points } }: { stock: CampaignStock }) {
  const giftOf = ({ gift_id }: StockMovement) => {
    const gift = gifts.find((each) => each.gift_id === gift_id)
    return gift ? giftName(gift) : '–'
  }
  const pointOf = (id: string | null) =>
    pickup_points.find(({ pickup_point_id }) => pickup_point_id === id)?.name ?? '–'
  const columns: readonly Column<StockMovement>[] = [
    { title: 'Quando', narrow: true, cell: ({ created_at }) => formatInstant(created_at) },
    { title: 'O quê', narrow: true, cell: ({ kind }) => movementTitles[kind] },
    { title: 'Brinde', cell: giftOf },
    {
      title: 'Ponto',
      cell: ({ pickup_point_id, to_pickup_point_id }) =>
        to_pickup_point_id === null
          ? pointOf(pickup_point_id)
          : `De ${pointOf(pickup_point_id)} para ${pointOf(to_pickup_point_id)}`,
    },
    {
      title: 'Unidades',
      narrow: true,
      cell: ({ units, kind }) => (kind === 'transferred' ? formatCount(units) : formatUnits(units)),
    },
    { title: 'Motivo', cell: ({ reason }) => <span className={css.reason}>{reason}</span> },
    { title: 'Quem', narrow: true, cell: ({ staff_name }) => staff_name ?? '–' },
  ]
  const list = usePages<StockMovement>({
    queryKey: [...stockKey, campaign_id, 'movements'],
    read: (send, { cursor, signal }) => send(listMovementsCall, { query: { campaign_id, cursor }, signal }),
  })
  return (
    <QueryTable
      query={list}
      label="Movimentações, da mais nova à mais antiga"
      columns={columns}
      keyOf={({ movement_id }) => movement_id}
      empty="Nenhuma movimentação ainda: registre o que chegou."
    />
  )
}
