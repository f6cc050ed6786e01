import { campaignStateTitles } from '@clube/contract/campaigns/campaign-states.ts'
import { giftName } from '@clube/contract/free-gifts/settings.ts'
import { listStockCampaignsCall, readStockCall } from '@clube/contract/free-gifts/stock-calls.ts'
import type { DataOf } from '@clube/contract/kernel/call.ts'
import { useState } from 'react'
import { Link, useLocation, useRoute } from 'wouter'
import { EmptyState } from '../../../kit/feedback/empty-state.tsx'
import { Skeleton } from '../../../kit/feedback/skeleton.tsx'
import { Dialog } from '../../../kit/surface/dialog.tsx'
import { DataTable, type Column } from '../../../kit/table/data-table.tsx'
import { Loaded } from '../../../parts/club-data/loaded.tsx'
import { QueryTable, RefreshFailure } from '../../../parts/query-table.tsx'
import { useCallQuery } from '../../../parts/use-call-query.ts'
import { DeskPage, KeyHints } from '../../parts/desk-page.tsx'
import { Figures } from '../../parts/figures.tsx'
import { giftPaths } from './gift-paths.ts'
import { MovementForm, stockKey } from './movement-form.tsx'
import { MovementsList } from './movements-list.tsx'
import { StockPlot } from './stock-plot.tsx'
import { formatCount, stockRows, stockTotals, type CampaignStock, type StockRow } from './stock.ts'

/** The stock of gifts: campaigns, and one campaign with its movements. */
export function GiftStockDesk() {
  const [isCampaign, params] = useRoute(giftPaths.stockOf(':campaign_id'))
  return isCampaign && params.campaign_id ? (
    <StockPage key={params.campaign_id} campaign_id={params.campaign_id} />
  ) : (
    <CampaignsPage />
  )
}

type Campaign = DataOf<typeof listStockCampaignsCall>[number]

const campaignColumns: readonly Column<Campaign>[] = [
  { title: 'Promoção', cell: ({ title }) => title },
  { title: 'Situação', narrow: true, cell: ({ state }) => campaignStateTitles[state] },
  { title: 'Livres', narrow: true, cell: ({ on_hand }) => formatCount(on_hand) },
  { title: 'Reservados', narrow: true, cell: ({ reserved }) => formatCount(reserved) },
  { title: 'Entregues', narrow: true, cell: ({ delivered }) => formatCount(delivered) },
]

function CampaignsPage() {
  const [, navigate] = useLocation()
  const list = useCallQuery([...stockKey, 'campaigns'], (send, signal) =>
    send(listStockCampaignsCall, { signal }),
  )
  return (
    <DeskPage title="Estoque de brindes">
      <KeyHints isList hints={[]} />
      <QueryTable
        query={list}
        label="Promoções com brindes"
        columns={campaignColumns}
        keyOf={({ campaign_id }) => campaign_id}
        onOpen={({ campaign_id }) => navigate(giftPaths.stockOf(campaign_id))}
        empty={
          <EmptyState illustration="gift">Crie uma promoção Compre e ganhe para receber brindes.</EmptyState>
        }
      />
    </DeskPage>
  )
}

function StockPage({ campaign_id }: { campaign_id: string }) {
  const [, navigate] = useLocation()
  const found = useCallQuery(
    [...stockKey, campaign_id],
    (send, signal) => send(readStockCall, { query: { campaign_id }, signal }),
    { refetchOnMount: 'always', refetchOnWindowFocus: true },
  )
  return (
    <DeskPage
      title={found.data?.campaign_title ?? 'Estoque de brindes'}
      actions={<Link href={giftPaths.stock}>Voltar às promoções</Link>}
    >
      <KeyHints isList hints={[['B', 'voltar', () => navigate(giftPaths.stock)]]} />
      <Loaded query={found} skeleton={<Skeleton shape="field" count={5} />}>
        {(stock) => (
          <>
            <RefreshFailure query={found} />
            <Stock stock={stock} />
          </>
        )}
      </Loaded>
    </DeskPage>
  )
}

const rowColumns: readonly Column<StockRow>[] = [
  { title: 'Brinde', cell: ({ gift }) => giftName(gift) },
  { title: 'Ponto de retirada', cell: ({ point }) => point.name },
  { title: 'Livres', narrow: true, cell: ({ on_hand }) => formatCount(on_hand) },
  { title: 'Reservados', narrow: true, cell: ({ reserved }) => formatCount(reserved) },
  { title: 'Entregues', narrow: true, cell: ({ delivered }) => formatCount(delivered) },
]

const keyOf = ({ gift_id, pickup_point_id }: StockRow): string => `${gift_id}/${pickup_point_id}`

function Stock({ stock }: { stock: CampaignStock }) {
  const [moved, setMoved] = useState<string | null>(null)
  const rows = stockRows(stock)
  // The dialog shows the latest counters, which a refused movement reloads.
  const row = rows.find((each) => keyOf(each) === moved)
  const close = () => setMoved(null)
  return (
    <>
      <section className="panel" aria-label="Resumo">
        <Totals stock={stock} />
      </section>
      <section className="panel" aria-labelledby="estoque">
        <h2 id="estoque">Brindes por ponto de retirada</h2>
        <p className="soft small">
          Abra uma linha para registrar recebimento, transferência, perda ou contagem.
        </p>
        <DataTable
          label="Brindes por ponto de retirada"
          columns={rowColumns}
          rows={rows}
          keyOf={keyOf}
          onOpen={(each) => setMoved(keyOf(each))}
        />
      </section>
      <section className="panel" aria-labelledby="ritmo">
        <h2 id="ritmo">Ritmo e previsão</h2>
        <StockPlot campaign={stock} />
      </section>
      <section className="panel" aria-labelledby="movimentacoes">
        <h2 id="movimentacoes">Movimentações</h2>
        <MovementsList stock={stock} />
      </section>
      <Dialog open={row !== undefined} onClose={close} title={row ? giftName(row.gift) : ''} wide>
        {row && <MovementForm key={keyOf(row)} campaign={stock} row={row} onDone={close} />}
      </Dialog>
    </>
  )
}

function Totals({ stock: { stock, stock_total } }: { stock: CampaignStock }) {
  const { on_hand, reserved, delivered } = stockTotals(stock)
  const figures: readonly (readonly [string, number])[] = [
    ['Livres', on_hand],
    ['Reservados', reserved],
    ['Entregues', delivered],
    ['Recebidos', on_hand + reserved + delivered],
    ...(stock_total === null ? [] : [['Prometidos', stock_total] as const]),
  ]
  return <Figures figures={figures.map(([title, count]) => [title, formatCount(count)] as const)} />
}
