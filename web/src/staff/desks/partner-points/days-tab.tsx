import type { DataOf } from '@clube/contract/kernel/call.ts'
import { formatDay } from '@clube/contract/kernel/club-time.ts'
import type { readSettlementFiguresCall } from '@clube/contract/partner-points/settlement-calls.ts'
import { Skeleton } from '../../../kit/feedback/skeleton.tsx'
import { DataTable, type Column } from '../../../kit/table/data-table.tsx'
import { Loaded } from '../../../parts/club-data/loaded.tsx'
import { RefreshFailure } from '../../../parts/query-table.tsx'
import { DayPlot } from '../../parts/day-plot.tsx'
import { Figures } from '../../parts/figures.tsx'
import { useFigures } from './partner-desk-data.ts'
import { formatCount } from './partner-desk-labels.ts'

type FiguresData = DataOf<typeof readSettlementFiguresCall>
type Day = FiguresData['days'][number]
type Sum = Day['debits']

/** The balances of both sides, and the last 30 days as a plot and a table. */
export function DaysTab({ partner }: { partner: string }) {
  const figures = useFigures(partner)
  return (
    <Loaded query={figures} skeleton={<Skeleton shape="field" count={5} />}>
      {(found) => (
        <>
          <RefreshFailure query={figures} />
          <PartnerFigures figures={found} />
        </>
      )}
    </Loaded>
  )
}

function PartnerFigures({ figures: { our_balance, their_balance, days } }: { figures: FiguresData }) {
  const difference = their_balance - our_balance
  return (
    <>
      <section className="panel" aria-label="Saldos">
        <Figures
          figures={[
            ['Saldo no nosso registro', formatCount(our_balance)],
            ['Saldo nos arquivos', formatCount(their_balance)],
            ['Diferença', difference === 0 ? 'Nenhuma' : signed(difference)],
          ]}
        />
        <p className="soft small">
          Em pontos do parceiro: débitos menos devoluções. Lançamentos que nenhum arquivo cobre ainda contam
          só do nosso lado.
        </p>
      </section>
      <section className="panel" aria-labelledby="pontos-por-dia">
        <h2 id="pontos-por-dia">Débitos por dia, em pontos do parceiro</h2>
        <DayPlot
          days={days}
          idleDay={idleDay}
          series={series}
          label="Pontos debitados por dia"
          description={describeDifferences(days)}
          empty="Nenhum resgate nos últimos 30 dias."
        />
      </section>
      {days.length > 0 && (
        <section className="panel" aria-labelledby="lancamentos-por-dia">
          <h2 id="lancamentos-por-dia">Lançamentos por dia</h2>
          <p className="soft small">Pontos do parceiro e, entre parênteses, quantos lançamentos.</p>
          <DataTable
            label="Lançamentos por dia, do mais novo ao mais antigo"
            columns={dayColumns}
            rows={days.toReversed()}
            keyOf={({ day }) => day}
          />
        </section>
      )}
    </>
  )
}

const signed = (points: number): string => `${points > 0 ? '+' : '−'} ${formatCount(Math.abs(points))}`

const nothing: Sum = { count: 0, points: 0 }
const idleDay = (day: string): Day => ({
  day,
  debits: nothing,
  refunds: nothing,
  their_debits: nothing,
  their_refunds: nothing,
  differences: 0,
})

const series = [
  { part: 'first', title: 'Nosso registro', valueOf: ({ debits }: Day) => debits.points },
  { part: 'second', title: 'Arquivo do parceiro', valueOf: ({ their_debits }: Day) => their_debits.points },
] as const

const describeDifferences = (days: readonly Day[]): string => {
  const count = days.filter(({ differences }) => differences > 0).length
  if (count === 0) return 'Os dois lados são iguais em todos os dias.'
  return count === 1 ? 'Há diferenças em 1 dia.' : `Há diferenças em ${count} dias.`
}

const sumText = ({ count, points }: Sum): string =>
  count === 0 ? '–' : `${formatCount(points)} (${formatCount(count)})`

const dayColumns: readonly Column<Day>[] = [
  { title: 'Dia', narrow: true, cell: ({ day }) => formatDay(day) },
  { title: 'Débitos nossos', narrow: true, cell: ({ debits }) => sumText(debits) },
  { title: 'Débitos deles', narrow: true, cell: ({ their_debits }) => sumText(their_debits) },
  { title: 'Devoluções nossas', narrow: true, cell: ({ refunds }) => sumText(refunds) },
  { title: 'Devoluções deles', narrow: true, cell: ({ their_refunds }) => sumText(their_refunds) },
  {
    title: 'Diferenças',
    narrow: true,
    cell: ({ differences }) => (differences === 0 ? '–' : <strong>{formatCount(differences)}</strong>),
  },
]
