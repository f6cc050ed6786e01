import { useRef, useState } from 'react'
import { useLocation, useRoute } from 'wouter'
import { formatPoints } from '@clube/contract/kernel/count-formats.ts'
import {
  findPointsAccountCall,
  openPointsAccountCall,
  type PointsAccount,
} from '@clube/contract/points/adjustment-calls.ts'
import { adjustmentReasons } from '@clube/contract/points/adjustment.ts'
import { EmptyState } from '../../../kit/feedback/empty-state.tsx'
import { Notice } from '../../../kit/feedback/notice.tsx'
import { Skeleton } from '../../../kit/feedback/skeleton.tsx'
import { DataTable, focusFirstRow, type Column } from '../../../kit/table/data-table.tsx'
import { Loaded } from '../../../parts/club-data/loaded.tsx'
import { useCallQuery } from '../../../parts/use-call-query.ts'
import { useSend } from '../../../platform/app/app-context.tsx'
import { focusElement } from '../../../platform/navigation/focus-heading.ts'
import { useQueryCache } from '../../../platform/server-data/use-query.tsx'
import { staffPaths } from '../../app/paths.ts'
import { CustomerLink } from '../../parts/customer-link.tsx'
import { DeskPage } from '../../parts/desk-page.tsx'
import { DocumentSearch, type DocumentSearchControl } from '../../parts/document-search.tsx'
import { formatInstant } from '../../parts/instant.ts'
import css from './points.module.css'
import { AdjustmentForm, type AdjustmentFormProps } from './adjustment-form.tsx'

/** One person's points, and manual adjustments. The path contains the person's id, so that a reload shows the same person. */
export function PointsDesk() {
  const [, params] = useRoute(staffPaths.pointsAccount(':id'))
  const customer_id = params?.id ?? null
  return <CustomerPoints key={customer_id} customer_id={customer_id} />
}

const keyOf = (customer_id: string | null) => ['points', customer_id]
/** Within this time after a search, the account is not opened again, because every opening is audited. */
const freshMs = 30_000

function CustomerPoints({ customer_id }: { customer_id: string | null }) {
  const send = useSend()
  const queries = useQueryCache()
  const [, navigate] = useLocation()
  const search = useRef<DocumentSearchControl>(null)
  /** `person` is the one in the path, who is hidden while another document is looked up. */
  const [shown, setShown] = useState<'person' | 'nothing' | 'unknown'>('person')
  const query = useCallQuery(
    keyOf(customer_id),
    (read, signal) => read(openPointsAccountCall, { body: { customer_id: customer_id ?? '' }, signal }),
    { enabled: customer_id !== null, staleTime: freshMs },
  )
  const find = async (body: { document_id: string }) => {
    setShown('nothing')
    const sent = await send(findPointsAccountCall, { body })
    if (!sent.ok) return sent
    const { account } = sent.data
    setShown(account ? 'person' : 'unknown')
    if (account) {
      queries.setQueryData(keyOf(account.customer_id), account)
      navigate(staffPaths.pointsAccount(account.customer_id))
    }
    return sent
  }
  const restart = () => {
    if (customer_id !== null) return navigate(staffPaths.points)
    setShown('person')
    search.current?.restart()
  }
  return (
    <DeskPage title="Pontos">
      <DocumentSearch
        ref={search}
        find={find}
        onInvalid={() => setShown('nothing')}
        hints={[
          ['N', 'nova pessoa', restart],
          ['L', 'ajustes', focusFirstRow],
        ]}
      />
      {shown === 'unknown' && (
        <EmptyState illustration="search">Não há cadastro com este documento.</EmptyState>
      )}
      {shown === 'person' && customer_id !== null && (
        <Loaded
          query={query}
          loadingText="Carregando os pontos"
          skeleton={<Skeleton shape="field" count={5} />}
        >
          {(account) => (
            <AccountAndForm
              account={account}
              onAdjusted={(adjusted) => queries.setQueryData(keyOf(customer_id), adjusted)}
            />
          )}
        </Loaded>
      )}
    </DeskPage>
  )
}

function AccountAndForm({ account, onAdjusted }: AdjustmentFormProps) {
  const [edits, setEdits] = useState(0)
  return (
    <div className="sides">
      <Account account={account} />
      <AdjustmentForm
        // Every adjustment begins with empty fields and a new id.
        key={edits}
        account={account}
        onAdjusted={(adjusted) => {
          setEdits(edits + 1)
          onAdjusted(adjusted)
        }}
      />
    </div>
  )
}

function Account({ account }: { account: PointsAccount }) {
  const { customer_id, name, document, balance, debt, adjustments } = account
  return (
    <section className="panel" aria-label="Pontos da pessoa">
      <header>
        <h2 ref={focusElement}>{name ?? 'Sem nome no cadastro'}</h2>
        <p className="small">
          <CustomerLink customer_id={customer_id} document={document} />
        </p>
      </header>
      <p className={css.balance} role="status">
        {formatPoints(balance)}
      </p>
      {debt > 0 && <Notice tone="warn">Deve {formatPoints(debt)}: os próximos que ganhar acertam.</Notice>}
      {adjustments.length === 0 ? (
        <p className="soft small">Nenhum ajuste manual até agora.</p>
      ) : (
        <DataTable
          label="Ajustes manuais, do mais novo ao mais antigo"
          columns={columns}
          rows={adjustments}
          keyOf={({ adjustment_id }) => adjustment_id}
        />
      )}
    </section>
  )
}

const columns: readonly Column<PointsAccount['adjustments'][number]>[] = [
  { title: 'Quando', narrow: true, cell: ({ created_at }) => formatInstant(created_at) },
  {
    title: 'Pontos',
    narrow: true,
    cell: ({ points }) => (
      <strong className="figures">
        {points > 0 ? '+' : '−'} {Math.abs(points).toLocaleString('pt-BR')}
      </strong>
    ),
  },
  {
    title: 'Motivo',
    cell: ({ reason, note }) => (
      <>
        {adjustmentReasons[reason]}
        <span className={`soft small ${css.note}`}>{note}</span>
      </>
    ),
  },
  { title: 'Quem', narrow: true, cell: ({ is_mine }) => (is_mine ? 'Você' : 'Outra pessoa') },
]
