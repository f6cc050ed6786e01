import { useRef, useState } from 'react'
import type { DataOf } from '@clube/contract/kernel/call.ts'
import { listCorrectionsCall } from '@clube/contract/service-desk/correction-calls.ts'
import { openCustomerCall, type DeskCustomer } from '@clube/contract/recovery/desk-calls.ts'
import type { FoundPerson } from '@clube/contract/service-desk/search-calls.ts'
import { EmptyState } from '../../../kit/feedback/empty-state.tsx'
import { DataTable, focusFirstRow, type Column } from '../../../kit/table/data-table.tsx'
import { useAction } from '../../../parts/use-action.ts'
import { useCallQuery } from '../../../parts/use-call-query.ts'
import { DeskPage } from '../../parts/desk-page.tsx'
import { formatInstant } from '../../parts/instant.ts'
import { useHasPermission } from '../../parts/staff-session.ts'
import type { DocumentSearchControl } from '../../parts/document-search.tsx'
import { PersonSearch, type SearchResult } from './person-search.tsx'
import { CustomerDetails } from './customer-details.tsx'
import css from './service-desk.module.css'

type Found = { kind: 'idle' } | SearchResult | { kind: 'code'; customer: DeskCustomer }

const noneTexts = {
  document: 'Não há cadastro com este documento. A pessoa pode se cadastrar pelo site.',
  other: 'Ninguém encontrado. Confira com a pessoa ou procure pelo documento.',
} as const

const columns: readonly Column<FoundPerson>[] = [
  { title: 'Nome', wide: true, header: true, cell: ({ name }) => name ?? 'Sem nome no cadastro' },
  { title: 'Documento', narrow: true, cell: ({ document }) => document },
  { title: 'Celular', narrow: true, cell: ({ cellphone }) => cellphone ?? '–' },
  { title: 'E-mail', narrow: true, cell: ({ email }) => email ?? '–' },
]

/** Finds a person and serves them: identity check, code, participation, receipt, questions. */
export function ServiceDesk() {
  const { run } = useAction()
  const [found, setFound] = useState<Found>({ kind: 'idle' })
  const search = useRef<DocumentSearchControl>(null)
  const restart = () => {
    setFound({ kind: 'idle' })
    search.current?.restart()
  }
  const open = ({ customer_id }: Pick<FoundPerson, 'customer_id'>) =>
    run((send) => send(openCustomerCall, { body: { customer_id } }), {
      onSuccess: (customer) => setFound({ kind: 'person', customer }),
    })
  return (
    <DeskPage title="Balcão">
      <div className={`stack ${css.desk}`}>
        <PersonSearch
          ref={search}
          onResult={(result) => {
            setFound(result ?? { kind: 'idle' })
            if (result?.kind === 'people') requestAnimationFrame(focusFirstRow)
          }}
          hidden={found.kind === 'code'}
          hints={[
            ['N', 'nova pessoa', restart],
            ['L', 'resultados', focusFirstRow],
          ]}
        />
        {found.kind === 'idle' && <WaitingCorrections onOpen={open} />}
        {found.kind === 'none' && <EmptyState drawing="search">{noneTexts[found.by]}</EmptyState>}
        {found.kind === 'people' && (
          <section className="panel" aria-labelledby="people">
            <h2 id="people">Pessoas encontradas</h2>
            <p className="soft small">Confira com a pessoa antes de abrir: ela vê quem consultou os dados.</p>
            <DataTable
              label="Resultados da busca"
              columns={columns}
              rows={found.people}
              keyOf={({ customer_id }) => customer_id}
              onOpen={open}
            />
          </section>
        )}
        {(found.kind === 'person' || found.kind === 'code') && (
          <CustomerDetails
            key={found.customer.customer_id}
            customer={found.customer}
            onCode={() => setFound({ kind: 'code', customer: found.customer })}
            onDone={restart}
          />
        )}
      </div>
    </DeskPage>
  )
}

/** Corrections that wait for a second attendant, who confirms them. */
function WaitingCorrections({ onOpen }: { onOpen: (correction: { customer_id: string }) => unknown }) {
  const canCorrect = useHasPermission('customers.correct')
  const { data = [] } = useCallQuery(
    ['corrections'],
    (send, signal) => send(listCorrectionsCall, { signal }),
    { enabled: canCorrect, refetchInterval: refreshMs },
  )
  if (data.length === 0) return null
  return (
    <section className="panel" aria-labelledby="corrections">
      <h2 id="corrections">Correções que esperam a segunda pessoa</h2>
      <p className="soft small">Quem confirma tem a pessoa e o documento dela à sua frente.</p>
      <DataTable
        label="Correções que esperam confirmação, da mais antiga à mais nova"
        columns={correctionColumns}
        rows={data}
        keyOf={({ customer_id }) => customer_id}
        onOpen={onOpen}
      />
    </section>
  )
}

const correctionColumns: readonly Column<DataOf<typeof listCorrectionsCall>[number]>[] = [
  { title: 'Pedida por', header: true, cell: ({ proposed_by, is_mine }) => (is_mine ? 'Você' : proposed_by) },
  { title: 'Vale até', narrow: true, cell: ({ expires_at }) => formatInstant(expires_at) },
]
const refreshMs = 30_000
