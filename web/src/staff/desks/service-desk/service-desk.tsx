import { useRef, useState, type ReactNode } from 'react'
import type { TransactionView } from '@clube/contract/campaigns/transaction-calls.ts'
import { findCustomerCall, type DeskCustomer } from '@clube/contract/recovery/desk-calls.ts'
import { Button } from '../../../kit/button/button.tsx'
import { EmptyState } from '../../../kit/feedback/empty-state.tsx'
import { useSend } from '../../../platform/app/app-context.tsx'
import { DeskPage } from '../../parts/desk-page.tsx'
import { DocumentSearch, type DocumentSearchControl } from '../../parts/document-search.tsx'
import { formatInstant } from '../../parts/instant.ts'
import { useHasPermission } from '../../parts/staff-session.ts'
import { DeletionAtDesk } from './deletion-at-desk.tsx'
import { DeskParticipations } from './desk-participations.tsx'
import { DeskReceipt } from './desk-receipt.tsx'
import { PersonSummary } from './person-summary.tsx'
import css from './service-desk.module.css'

type Found =
  | { at: 'idle' }
  | { at: 'none' }
  | { at: 'person'; customer: DeskCustomer }
  | { at: 'code'; code: string; expires_at: string }
  | { at: 'participation'; participation: TransactionView }

/** Serves a person at the desk: search by document, identity check, then a code or a participation. */
export function ServiceDesk() {
  const send = useSend()
  const canStart = useHasPermission('participations.start')
  const canRegister = useHasPermission('receipts.register')
  const canDelete = useHasPermission('recovery.desk')
  const [found, setFound] = useState<Found>({ at: 'idle' })
  const search = useRef<DocumentSearchControl>(null)
  const find = async (body: { document_id: string }) => {
    setFound({ at: 'idle' })
    const sent = await send(findCustomerCall, { body })
    if (sent.ok) {
      const { customer } = sent.data
      setFound(customer ? { at: 'person', customer } : { at: 'none' })
    }
    return sent
  }
  const restart = () => {
    setFound({ at: 'idle' })
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
        {found.at === 'none' && (
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
              onConfirmed={restart}
            />
            {canStart && (
              <DeskParticipations
                key={`participations ${found.customer.customer_id}`}
                customer_id={found.customer.customer_id}
                onStarted={(participation) => setFound({ at: 'participation', participation })}
              />
            )}
            {canRegister && found.customer.account_status === 'active' && (
              <DeskReceipt
                key={`receipt ${found.customer.customer_id}`}
                customer_id={found.customer.customer_id}
              />
            )}
            {canDelete && (
              <DeletionAtDesk
                key={`deletion ${found.customer.customer_id}`}
                customer={found.customer}
                onDone={restart}
              />
            )}
          </>
        )}
        {found.at === 'code' && (
          <CodeForPerson
            label="Código para a pessoa"
            title="Código para a pessoa digitar no site"
            code={
              <p
                className={`figures ${css.code}`}
                data-short=""
                aria-label={[...found.code].join(' ')}
                role="status"
              >
                {found.code}
              </p>
            }
            onDone={restart}
          >
            Agora outra pessoa do balcão procura o mesmo documento, confere e confirma: só então o código
            vale. Em “Esqueci minha senha”, a pessoa digita o documento e depois este código. Vale uma vez,
            até {formatInstant(found.expires_at)}, e não aparece de novo.
          </CodeForPerson>
        )}
        {found.at === 'participation' && (
          <CodeForPerson
            label="Protocolo para a pessoa"
            title={found.participation.campaign_title}
            code={
              <p className={`figures ${css.code}`} role="status">
                <span className="sr-only">Protocolo </span>
                {found.participation.protocol}
              </p>
            }
            onDone={restart}
          >
            A participação está aberta até {formatInstant(found.participation.expires_at)}. A pessoa conclui
            no celular, em Promoções, e encontra o protocolo em Minhas participações.
          </CodeForPerson>
        )}
      </div>
    </DeskPage>
  )
}

type CodeForPersonProps = {
  label: string
  title: string
  code: ReactNode
  children: ReactNode
  onDone: () => void
}

/** A code, large enough to be read across the desk, with instructions for the person. Hidden by the next step. */
function CodeForPerson({ label, title, code, children, onDone }: CodeForPersonProps) {
  return (
    <section className={`panel ${css.shown}`} aria-label={label}>
      <h2>{title}</h2>
      {code}
      <p>{children}</p>
      <Button onClick={onDone}>Pronto, próxima pessoa</Button>
    </section>
  )
}
