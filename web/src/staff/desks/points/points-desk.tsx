import { useRef, useState } from 'react'
import { findPointsAccountCall, type PointsAccount } from '@clube/contract/points/adjustment-calls.ts'
import { adjustmentReasons } from '@clube/contract/points/adjustment.ts'
import { EmptyState } from '../../../kit/feedback/empty-state.tsx'
import { Notice } from '../../../kit/feedback/notice.tsx'
import { formatPoints } from '../../../parts/points.ts'
import { useSend } from '../../../platform/app/app-context.tsx'
import { DataTable, focusFirstRow, type Column } from '../../../kit/table/data-table.tsx'
import { DeskPage } from '../../parts/desk-page.tsx'
import { DocumentSearch, type DocumentSearchControl } from '../../parts/document-search.tsx'
import { formatInstant } from '../../parts/instant.ts'
import { AdjustmentForm } from './adjustment-form.tsx'
import css from './points.module.css'

type Found = { at: 'nothing' } | { at: 'nobody' } | { at: 'account'; account: PointsAccount; made: number }

/** One person's points, and manual adjustments. */
export function PointsDesk() {
  const send = useSend()
  const [found, setFound] = useState<Found>({ at: 'nothing' })
  const search = useRef<DocumentSearchControl>(null)
  const find = async (body: { document_id: string }) => {
    setFound({ at: 'nothing' })
    const sent = await send(findPointsAccountCall, { body })
    if (sent.ok) {
      const { account } = sent.data
      setFound(account ? { at: 'account', account, made: 0 } : { at: 'nobody' })
    }
    return sent
  }
  const restart = () => {
    setFound({ at: 'nothing' })
    search.current?.restart()
  }
  return (
    <DeskPage title="Pontos">
      <DocumentSearch
        ref={search}
        find={find}
        hints={[
          ['N', 'nova pessoa', restart],
          ['L', 'ajustes', focusFirstRow],
        ]}
      />
      {found.at === 'nobody' && <EmptyState drawing="search">Não há cadastro com este documento.</EmptyState>}
      {found.at === 'account' && (
        <div className="sides">
          <Account account={found.account} />
          <AdjustmentForm
            // Every adjustment begins with empty fields and a new id.
            key={`${found.account.customer_id} ${found.made}`}
            account={found.account}
            onAdjusted={(account) => setFound({ at: 'account', account, made: found.made + 1 })}
          />
        </div>
      )}
    </DeskPage>
  )
}

function Account({ account }: { account: PointsAccount }) {
  const { name, document, balance, debt, adjustments } = account
  return (
    <section className="panel" aria-label="Pontos da pessoa">
      <header>
        <h2>{name ?? 'Sem nome no cadastro'}</h2>
        <p className="soft small">{document}</p>
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
