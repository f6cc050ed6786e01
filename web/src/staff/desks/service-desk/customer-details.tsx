import { useEffect, useState, type ReactNode } from 'react'
import type { TransactionView } from '@clube/contract/campaigns/transaction-calls.ts'
import type { DeskCustomer } from '@clube/contract/recovery/desk-calls.ts'
import { Button } from '../../../kit/button/button.tsx'
import { focusElement } from '../../../platform/navigation/focus-heading.ts'
import { OutlineButton } from '../../parts/buttons.tsx'
import { formatInstant } from '../../parts/instant.ts'
import { useHasPermission } from '../../parts/staff-session.ts'
import { CorrectionAtDesk, WaitingCorrectionNote } from './correction-at-desk.tsx'
import { CustomerHistory } from './customer-history.tsx'
import { DeletionAtDesk } from './deletion-at-desk.tsx'
import { DeskParticipations } from './desk-participations.tsx'
import { DeskReceipt } from './desk-receipt.tsx'
import { PersonSummary } from './person-summary.tsx'
import css from './service-desk.module.css'

type View =
  | { kind: 'person' }
  | { kind: 'code'; code: string; expires_at: string }
  | { kind: 'participation'; participation: TransactionView }

export type CustomerDetailsProps = {
  customer: DeskCustomer
  /** The participation that is shown first; null or absent without one. */
  transaction_id?: string | null
  /** Whether the correction that waits for confirmation is shown first. */
  isAtCorrection?: boolean
  /** Called when a code is shown to the person, and when it no longer is: the rest of the desk is hidden meanwhile. */
  onCode?: (isShown: boolean) => void
  /** Called once the person has been served. */
  onDone: () => void
}

/** All data and actions that staff have for a person. */
export function CustomerDetails({
  customer,
  transaction_id = null,
  isAtCorrection = false,
  onCode,
  onDone,
}: CustomerDetailsProps) {
  const canStart = useHasPermission('participations.start')
  const canRegister = useHasPermission('receipts.register')
  const canCorrect = useHasPermission('customers.correct')
  const canServe = useHasPermission('recovery.desk')
  const [shown, setShown] = useState<View>({ kind: 'person' })
  const isCode = shown.kind !== 'person'
  // Also runs when the browser's Back button removes the code.
  useEffect(() => {
    if (!isCode) return
    onCode?.(true)
    return () => onCode?.(false)
  }, [isCode, onCode])
  const { customer_id, account_status } = customer
  const isCorrectable = account_status === 'active' || account_status === 'incomplete'
  const correction = canCorrect && isCorrectable && (
    <CorrectionAtDesk
      key={String(isAtCorrection)}
      customer={customer}
      isOpened={isAtCorrection}
      onDone={onDone}
    />
  )
  switch (shown.kind) {
    case 'person':
      return (
        <>
          {isAtCorrection && correction}
          <PersonSummary
            customer={customer}
            onIssued={(issued) => setShown({ kind: 'code', ...issued })}
            onConfirmed={onDone}
          />
          {!isAtCorrection && <WaitingCorrectionNote customer_id={customer_id} />}
          <CustomerHistory customer_id={customer_id} transaction_id={transaction_id} />
          {canStart && (
            <DeskParticipations
              customer_id={customer_id}
              onStarted={(participation) => setShown({ kind: 'participation', participation })}
            />
          )}
          {canRegister && account_status === 'active' && <DeskReceipt customer_id={customer_id} />}
          {!isAtCorrection && correction}
          {canServe && <DeletionAtDesk customer={customer} onDone={onDone} />}
        </>
      )
    case 'code':
      return (
        <CodeForPerson
          label="Código para a pessoa"
          title="Código para a pessoa digitar no site"
          code={
            <p
              className={`figures ${css.code}`}
              data-short=""
              aria-label={[...shown.code].join(' ')}
              role="status"
            >
              {shown.code}
            </p>
          }
          onDone={onDone}
        >
          Agora outra pessoa do balcão procura o mesmo documento, confere e confirma: só então o código vale.
          Em “Esqueci minha senha”, a pessoa digita o documento e depois este código. Vale uma vez, até{' '}
          {formatInstant(shown.expires_at)}, e não aparece de novo.
        </CodeForPerson>
      )
    case 'participation': {
      const { campaign_title, protocol, expires_at } = shown.participation
      return (
        <CodeForPerson
          label="Protocolo para a pessoa"
          title={campaign_title}
          code={
            <p className={`figures ${css.code}`} role="status">
              <span className="sr-only">Protocolo </span>
              {protocol}
            </p>
          }
          onBack={() => setShown({ kind: 'person' })}
          onDone={onDone}
        >
          A participação está aberta até {formatInstant(expires_at)}. A pessoa conclui no celular, em
          Promoções, e encontra o protocolo em Minhas participações.
        </CodeForPerson>
      )
    }
    default:
      return shown satisfies never
  }
}

type CodeForPersonProps = {
  label: string
  title: string
  code: ReactNode
  children: ReactNode
  /** Returns to the person. */
  onBack?: () => void
  onDone: () => void
}

/** A code, large enough to be read across the desk, with instructions for the person. Hidden by the next step. */
function CodeForPerson({ label, title, code, children, onBack, onDone }: CodeForPersonProps) {
  return (
    <section className={`panel ${css.shown}`} aria-label={label}>
      <h2 ref={focusElement}>{title}</h2>
      {code}
      <p>{children}</p>
      <div className="row">
        <Button onClick={onDone}>Pronto, próxima pessoa</Button>
        {onBack && <OutlineButton onClick={onBack}>Continuar com esta pessoa</OutlineButton>}
      </div>
    </section>
  )
}
