import { useRef, useState } from 'react'
import { useLocation, useRoute } from 'wouter'
import type { DataOf } from '@clube/contract/kernel/call.ts'
import type { listCorrectionsCall } from '@clube/contract/service-desk/correction-calls.ts'
import type { DeskCustomer } from '@clube/contract/recovery/desk-calls.ts'
import type { FoundPerson } from '@clube/contract/service-desk/search-calls.ts'
import { EmptyState } from '../../../kit/feedback/empty-state.tsx'
import { DataTable, focusFirstRow, type Column } from '../../../kit/table/data-table.tsx'
import { staffPaths } from '../../app/paths.ts'
import { DeskPage } from '../../parts/desk-page.tsx'
import { formatInstant } from '../../parts/instant.ts'
import type { DocumentSearchControl } from '../../parts/document-search.tsx'
import { PersonSearch, type SearchResult } from './person-search.tsx'
import { CustomerDetails } from './customer-details.tsx'
import { LoadedCustomer } from './loaded-customer.tsx'
import css from './service-desk.module.css'
import { useWaitingCorrections } from './waiting-corrections.ts'

type Found = { kind: 'idle' } | SearchResult

const noResultTexts = {
  document: 'Não há cadastro com este documento. A pessoa pode se cadastrar pelo site.',
  other: 'Ninguém encontrado. Confira com a pessoa ou procure pelo documento.',
} as const

const columns: readonly Column<FoundPerson>[] = [
  { title: 'Nome', wide: true, header: true, cell: ({ name }) => name ?? 'Sem nome no cadastro' },
  { title: 'Documento', narrow: true, cell: ({ document }) => document },
  { title: 'Celular', narrow: true, cell: ({ cellphone }) => cellphone ?? '–' },
  { title: 'E-mail', narrow: true, cell: ({ email }) => email ?? '–' },
]

/**
 * Finds a person and serves them: identity check, code, participation, receipt, questions. The person is part of the
 * path, so that a reload or another sign-in returns to them, and the browser's Back to the results.
 */
export function ServiceDesk() {
  const [, navigate] = useLocation()
  const served = useServed()
  const [found, setFound] = useState<Found>({ kind: 'idle' })
  const [isCodeShown, setCodeShown] = useState(false)
  const search = useRef<DocumentSearchControl>(null)
  const restart = () => {
    setFound({ kind: 'idle' })
    navigate(staffPaths.serviceDesk)
    search.current?.restart()
  }
  const handleResult = (result: SearchResult | null) => {
    setFound(result ?? { kind: 'idle' })
    if (result?.kind === 'person') navigate(staffPaths.served(result.customer.customer_id))
    else if (result === null && served !== null) navigate(staffPaths.serviceDesk)
    if (result?.kind === 'people') requestAnimationFrame(focusFirstRow)
  }
  return (
    <DeskPage title="Balcão">
      <div className={`stack ${css.desk}`}>
        <PersonSearch
          ref={search}
          onResult={handleResult}
          hidden={isCodeShown}
          autoFocus={served === null}
          hints={[
            ['N', 'nova pessoa', restart],
            ['L', 'resultados', focusFirstRow],
          ]}
        />
        {served ? (
          <ServedPerson
            key={served.customer_id}
            {...served}
            found={found.kind === 'person' ? found.customer : null}
            onCode={setCodeShown}
            onDone={restart}
          />
        ) : (
          <Results found={found} onOpen={({ customer_id }) => navigate(staffPaths.served(customer_id))} />
        )}
      </div>
    </DeskPage>
  )
}

type Served = { customer_id: string; isAtCorrection: boolean }

/** The person in the path, or null. */
function useServed(): Served | null {
  const [isPerson, person] = useRoute(staffPaths.served(':id'))
  const [isCorrection, correction] = useRoute(staffPaths.waitingCorrection(':id'))
  if (isCorrection) return { customer_id: correction.id, isAtCorrection: true }
  return isPerson ? { customer_id: person.id, isAtCorrection: false } : null
}

type ServedPersonProps = Served & {
  /** The person that a search has just found. */
  found: DeskCustomer | null
  onCode: (isShown: boolean) => void
  onDone: () => void
}

function ServedPerson({ customer_id, found, ...rest }: ServedPersonProps) {
  // Loading a person writes an audit line, so one that a search has already loaded is not loaded again.
  return found?.customer_id === customer_id ? (
    <CustomerDetails customer={found} {...rest} />
  ) : (
    <LoadedCustomer customer_id={customer_id} {...rest} />
  )
}

type ResultsProps = { found: Found; onOpen: (person: { customer_id: string }) => unknown }

function Results({ found, onOpen }: ResultsProps) {
  switch (found.kind) {
    case 'idle':
    case 'person':
      return <WaitingCorrections />
    case 'none':
      return <EmptyState illustration="search">{noResultTexts[found.criterion]}</EmptyState>
    case 'too-many':
      return null
    case 'people':
      return (
        <section className="panel" aria-labelledby="people">
          <h2 id="people">Pessoas encontradas</h2>
          <p className="soft small">Confira com a pessoa antes de abrir: ela vê quem consultou os dados.</p>
          <DataTable
            label="Resultados da busca"
            columns={columns}
            rows={found.people}
            keyOf={({ customer_id }) => customer_id}
            onOpen={onOpen}
          />
        </section>
      )
    default:
      return found satisfies never
  }
}

/** Corrections that wait for a second attendant, who confirms them. */
function WaitingCorrections() {
  const [, navigate] = useLocation()
  const { data = [] } = useWaitingCorrections()
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
        onOpen={({ customer_id }) => navigate(staffPaths.waitingCorrection(customer_id))}
      />
    </section>
  )
}

const correctionColumns: readonly Column<DataOf<typeof listCorrectionsCall>[number]>[] = [
  { title: 'Pedida por', header: true, cell: ({ proposed_by, is_mine }) => (is_mine ? 'Você' : proposed_by) },
  { title: 'Vale até', narrow: true, cell: ({ expires_at }) => formatInstant(expires_at) },
]
