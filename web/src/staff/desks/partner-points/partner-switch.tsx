import { switchPartnerCall, type DeskPartner } from '@clube/contract/partner-points/desk-calls.ts'
import { countFormatter } from '@clube/contract/kernel/count-formats.ts'
import type { ReactNode } from 'react'
import { useDialog } from '../../../kit/surface/dialog.tsx'
import { useAction } from '../../../parts/use-action.ts'
import { OutlineButton } from '../../parts/buttons.tsx'
import { StateChip, StateLine } from '../../parts/fact-list.tsx'
import { ReasonDialog } from '../../parts/reason-dialog.tsx'
import { decisionKeys } from './partner-desk-data.ts'
import { formatActor, reasonError } from './partner-desk-labels.ts'
import css from './partners.module.css'

const formatAccounts = countFormatter('conta vinculada', 'contas vinculadas')

/** Whether points can be exchanged with the partner named by `children`, who changed that last and why, and the switch. */
export function PartnerSwitch({ partner, children }: { partner: DeskPartner; children: ReactNode }) {
  const { name, is_on, switched, linked_customers } = partner
  return (
    <section className={`panel ${css.partner}`} aria-label={name}>
      <div className="row">
        {children}
        <StateChip tone={is_on ? 'good' : 'bad'} title={is_on ? 'Trocas ligadas' : 'Trocas suspensas'} />
        <StateLine>{formatAccounts(linked_customers)}</StateLine>
      </div>
      <Switch partner={partner} />
      {switched && (
        <p className="soft small">
          {is_on ? 'Retomadas' : 'Suspensas'} por {formatActor(switched.by, switched.at)}: {switched.reason}
        </p>
      )}
    </section>
  )
}

/** The button only opens a dialog, which asks for the reason: two quick presses change nothing. */
function Switch({ partner: { partner, name, is_on } }: { partner: DeskPartner }) {
  const dialog = useDialog()
  const { run } = useAction()
  const change = (reason: string) =>
    run((send) => send(switchPartnerCall, { body: { partner, is_on: !is_on, reason } }), {
      success: is_on ? `Trocas com o ${name} suspensas.` : `Trocas com o ${name} retomadas.`,
      refresh: decisionKeys,
      onSuccess: dialog.close,
    })
  return (
    <>
      <OutlineButton onClick={dialog.open}>{is_on ? 'Suspender trocas' : 'Retomar trocas'}</OutlineButton>
      <ReasonDialog
        {...dialog.props}
        title={is_on ? `Suspender as trocas com o ${name}?` : `Retomar as trocas com o ${name}?`}
        lead={
          <p>
            {is_on
              ? 'A partir de agora, ninguém vincula conta, pede cotação ou resgata. Resgates em processamento continuam até o fim.'
              : 'A partir de agora, quem tem conta vinculada volta a trocar pontos.'}
          </p>
        }
        label="Motivo"
        button={is_on ? 'Suspender agora' : 'Retomar agora'}
        variant={is_on ? 'danger' : 'primary'}
        rule={reasonError}
        onReason={change}
      />
    </>
  )
}
