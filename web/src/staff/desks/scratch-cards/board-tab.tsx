import { readBoardCall, type ScratchBoard } from '@clube/contract/scratch-card/board-calls.ts'
import { awardStateTitles } from '@clube/contract/scratch-card/calls.ts'
import { scratchPrizeKindTitles } from '@clube/contract/scratch-card/settings.ts'
import { Link, useLocation, useRoute } from 'wouter'
import { Skeleton } from '../../../kit/feedback/skeleton.tsx'
import { DataTable, type Column } from '../../../kit/table/data-table.tsx'
import { Loaded } from '../../../parts/club-data/loaded.tsx'
import { formatCents } from '../../../parts/money.ts'
import { RefreshFailure } from '../../../parts/query-table.tsx'
import { useCallQuery } from '../../../parts/use-call-query.ts'
import { DayPlot } from '../../parts/day-plot.tsx'
import { KeyHints } from '../../parts/desk-page.tsx'
import { Figures } from '../../parts/figures.tsx'
import { CampaignList, scratchKey } from './campaign-list.tsx'
import { deckTitle, formatCount } from './deck-labels.ts'
import { scratchPaths } from './scratch-paths.ts'

/** The live board: campaigns, and the counts of one campaign. */
export function BoardTab() {
  const [isCampaign, params] = useRoute(scratchPaths.boardOf(':campaign_id'))
  return isCampaign && params.campaign_id ? (
    <BoardPage key={params.campaign_id} campaign_id={params.campaign_id} />
  ) : (
    <CampaignList pathOf={scratchPaths.boardOf} />
  )
}

const refreshMs = 15_000

function BoardPage({ campaign_id }: { campaign_id: string }) {
  const [, navigate] = useLocation()
  const found = useCallQuery(
    [...scratchKey, 'board', campaign_id],
    (send, signal) => send(readBoardCall, { query: { campaign_id }, signal }),
    { refetchOnMount: 'always', refetchOnWindowFocus: true, refetchInterval: refreshMs },
  )
  return (
    <>
      <Link href={scratchPaths.board}>Voltar às promoções</Link>
      <KeyHints hints={[['B', 'voltar', () => navigate(scratchPaths.board)]]} />
      <Loaded query={found} skeleton={<Skeleton shape="field" count={5} />}>
        {(board) => (
          <>
            <RefreshFailure query={found} stale="Os números podem estar desatualizados." />
            <h2>{board.campaign_title}</h2>
            {board.wins_before !== null && (
              <p className="soft">Os prêmios ganhos são contados até ontem: os de hoje aparecem amanhã.</p>
            )}
            <Board board={board} />
          </>
        )}
      </Loaded>
    </>
  )
}

const Board = ({ board }: { board: ScratchBoard }) => (
  <>
    <section className="panel" aria-label="Cartões">
      <Figures
        figures={[
          ['Cartões', formatCount(board.cards)],
          ['Sorteados', formatCount(board.drawn)],
          ['Livres hoje', formatCount(board.drawable)],
          ['Baralho', deckTitle(board.deck_state)],
        ]}
      />
    </section>
    <section className="panel" aria-labelledby="dias">
      <h3 id="dias">Por dia</h3>
      <DayPlot
        days={board.days}
        idleDay={idleDay}
        series={series}
        label="Raspadinhas por dia"
        empty="Nenhuma raspadinha foi sorteada ainda."
      />
    </section>
    <section className="panel" aria-labelledby="tipos">
      <h3 id="tipos">Prêmios que restam</h3>
      <DataTable
        label="Prêmios por tipo"
        columns={kindColumns}
        rows={board.kinds}
        keyOf={({ kind }) => kind}
      />
      {board.prizes && (
        <DataTable
          label="Cada prêmio"
          columns={prizeColumns}
          rows={board.prizes}
          keyOf={({ title }) => title}
        />
      )}
    </section>
    <section className="panel" aria-labelledby="codigos">
      <h3 id="codigos">Códigos</h3>
      <Figures
        figures={[
          ['Para usar', formatCount(board.codes.issued)],
          ['Usados', formatCount(board.codes.used)],
          ['Anulados', formatCount(board.codes.void)],
        ]}
      />
    </section>
    <section className="panel" aria-labelledby="ganhos">
      <h3 id="ganhos">Prêmios ganhos</h3>
      {board.awards.length === 0 ? (
        <p className="soft">Nenhum prêmio foi ganho ainda.</p>
      ) : (
        <DataTable
          label="Prêmios ganhos por situação"
          columns={board.prizes ? valuedAwardColumns : awardColumns}
          rows={board.awards}
          keyOf={({ state }) => state}
        />
      )}
    </section>
  </>
)

type Day = ScratchBoard['days'][number]

const idleDay = (day: string): Day => ({ day, drawn: 0, won: 0 })

const series = [
  { part: 'first', title: 'Sorteadas', valueOf: ({ drawn }: Day) => drawn },
  { part: 'second', title: 'Premiadas', valueOf: ({ won }: Day) => won },
] as const

type Counts = ScratchBoard['kinds'][number]

const countColumns: readonly Column<Counts>[] = [
  { title: 'Quantidade', narrow: true, cell: ({ quantity }) => formatCount(quantity) },
  { title: 'Ganhos', narrow: true, cell: ({ awarded }) => formatCount(awarded) },
  { title: 'Restam', narrow: true, cell: ({ quantity, awarded }) => formatCount(quantity - awarded) },
]

const kindColumns: readonly Column<Counts>[] = [
  { title: 'Tipo', cell: ({ kind }) => scratchPrizeKindTitles[kind] },
  ...countColumns,
]

type Prize = NonNullable<ScratchBoard['prizes']>[number]

const prizeColumns: readonly Column<Prize>[] = [
  { title: 'Prêmio', cell: ({ title }) => title },
  { title: 'Valor de cada', narrow: true, cell: ({ value_cents }) => formatCents(value_cents) },
  ...countColumns,
]

const awardColumns: readonly Column<ScratchBoard['awards'][number]>[] = [
  { title: 'Situação', cell: ({ state }) => awardStateTitles[state] },
  { title: 'Prêmios', narrow: true, cell: ({ count }) => formatCount(count) },
]

/** For members who see every prize. */
const valuedAwardColumns: typeof awardColumns = [
  ...awardColumns,
  { title: 'Valor', narrow: true, cell: ({ value_cents }) => formatCents(value_cents ?? 0) },
]
