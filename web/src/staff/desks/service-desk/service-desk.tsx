import { useRef, useState } from 'react'
import type { TransactionView } from '@clube/contract/campaigns/transaction-calls.ts'
import { findCustomerCall, type DeskCustomer } from '@clube/contract/recovery/desk-calls.ts'
import { EmptyState } from '../../../kit/feedback/empty-state.tsx'
import { useSend } from '../../../platform/app/app-context.tsx'
import { DeskPage } from '../../parts/desk-page.tsx'
import { DocumentSearch, type DocumentSearchControl } from '../../parts/document-search.tsx'
import { useShortcuts } from '../../parts/shortcuts.ts'
import { useMay } from '../../parts/staff-session.ts'
import { CodeForPerson } from './code-for-person.tsx'
import { DeletionAtDesk } from './deletion-at-desk.tsx'
import { DeskParticipations } from './desk-participations.tsx'
import { PersonSummary } from './person-summary.tsx'
import { ProtocolForPerson } from './protocol-for-person.tsx'
import css from './service-desk.module.css'

type Found =
  | { at: 'nothing' }
  | { at: 'nobody' }
  | { at: 'person'; customer: DeskCustomer }
  | { at: 'code'; code: string; expires_at: string }
  | { at: 'participation'; participation: TransactionView }

/** A person stands at the desk: found by the document, checked in person, given a code or a participation. */
export function ServiceDesk() {
  const send = useSend()
  const mayStart = useMay('participations.start')
  const mayEnd = useMay('recovery.desk')
  const [found, setFound] = useState<Found>({ at: 'nothing' })
  const search = useRef<DocumentSearchControl>(null)
  const find = async (body: { document_id: string }) => {
    setFound({ at: 'nothing' })
    const sent = await send(findCustomerCall, { body })
    if (sent.ok) {
      const { customer } = sent.data
      setFound(customer ? { at: 'person', customer } : { at: 'nobody' })
    }
    return sent
  }
  const restart = () => {
    setFound({ at: 'nothing' })
    search.current?.restart()
  }
  useShortcuts({ n: restart })

  return (
    <DeskPage title="Balcão">
      <div className={css.desk}>
        <DocumentSearch
          ref={search}
          find={find}
          hidden={found.at === 'code' || found.at === 'participation'}
          hints={[['N', 'nova pessoa']]}
        />
        {found.at === 'nobody' && (
          <EmptyState drawing="search">
            Não há cadastro com este documento. A pessoa pode entrar pelo site.
          </EmptyState>
        )}
        {found.at === 'person' && (
          <>
            <PersonSummary
              key={found.customer.customer_id}
              customer={found.customer}
              onIssued={(issued) => setFound({ at: 'code', ...issued })}
            />
            {mayStart && (
              <DeskParticipations
                key={`participations ${found.customer.customer_id}`}
                customer_id={found.customer.customer_id}
                onStarted={(participation) => setFound({ at: 'participation', participation })}
              />
            )}
            {mayEnd && (
              <DeletionAtDesk
                key={`deletion ${found.customer.customer_id}`}
                customer={found.customer}
                onDone={restart}
              />
            )}
          </>
        )}
        {found.at === 'code' && <CodeForPerson {...found} onDone={restart} />}
        {found.at === 'participation' && (
          <ProtocolForPerson participation={found.participation} onDone={restart} />
        )}
      </div>
    </DeskPage>
  )
}
