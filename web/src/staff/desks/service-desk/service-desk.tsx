import { useRef, useState } from 'react'
import type { TransactionView } from '@clube/contract/campaigns/transaction-calls.ts'
import { findCustomerCall, type DeskCustomer } from '@clube/contract/recovery/desk-calls.ts'
import { Button } from '../../../kit/button/button.tsx'
import { EmptyState } from '../../../kit/feedback/empty-state.tsx'
import { useSend } from '../../../platform/app/app-context.tsx'
import { DeskPage } from '../../parts/desk-page.tsx'
import { DocumentSearch, type DocumentSearchControl } from '../../parts/document-search.tsx'
import { formatInstant } from '../../parts/instant.ts'
import { useMay } from '../../parts/staff-session.ts'
import { DeletionAtDesk } from './deletion-at-desk.tsx'
import { DeskParticipations } from './desk-participations.tsx'
import { PersonSummary } from './person-summary.tsx'
import css from './service-desk.module.css'

type Found =
  | { at: 'nothing' }
  | { at: 'nobody' }
  | { at: 'person'; customer: DeskCustomer }
  | { at: 'code'; code: string; expires_at: string }
  | { at: 'participation'; participation: TransactionView }

/** Serves a person at the desk: search by document, identity check, then a code or a participation. */
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
  return (
    <DeskPage title="Balcão">
      <div className={`stack ${css.desk}`}>
        <DocumentSearch
          ref={search}
          find={find}
          hidden={found.at === 'code' || found.at === 'participation'}
          hints={[['N', 'nova pessoa', restart]]}
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

type CodeForPersonProps = { code: string; expires_at: string; onDone: () => void }

/** The code, large enough to be read across the desk, and hidden with the next step. */
function CodeForPerson({ code, expires_at, onDone }: CodeForPersonProps) {
  return (
    <section className={`panel ${css.shown}`} aria-label="Código para a pessoa">
      <h2>Código para a pessoa digitar no site</h2>
      <p className={css.code} aria-label={[...code].join(' ')} role="status">
        {code}
      </p>
      <p>
        Em “Esqueci minha senha”, a pessoa digita o documento e depois este código. Vale uma vez, até{' '}
        {formatInstant(expires_at)}, e não aparece de novo.
      </p>
      <Button onClick={onDone}>Pronto, próxima pessoa</Button>
    </section>
  )
}

type ProtocolForPersonProps = { participation: TransactionView; onDone: () => void }

/** The protocol, large enough to be read across the desk, and what the person does with it. */
function ProtocolForPerson({ participation, onDone }: ProtocolForPersonProps) {
  const { protocol, campaign_title, expires_at } = participation
  return (
    <section className={`panel ${css.shown}`} aria-label="Protocolo para a pessoa">
      <h2>{campaign_title}</h2>
      <p className={css.protocol} role="status">
        <span className="spoken">Protocolo </span>
        {protocol}
      </p>
      <p>
        A participação está aberta até {formatInstant(expires_at)}. A pessoa conclui no celular, em Promoções,
        e encontra o protocolo em Minhas participações.
      </p>
      <Button onClick={onDone}>Pronto, próxima pessoa</Button>
    </section>
  )
}
