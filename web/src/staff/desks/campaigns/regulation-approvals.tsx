import {
  approveRegulationCall,
  returnRegulationCall,
  reviewRegulationChangesCall,
  type RegulationChange,
} from '@clube/contract/campaigns/regulation-calls.ts'
import { useState } from 'react'
import { useDialog } from '../../../kit/surface/dialog.tsx'
import { useAction } from '../../../parts/use-action.ts'
import { useCallQuery } from '../../../parts/use-call-query.ts'
import { ConfirmButton, OutlineButton } from '../../parts/buttons.tsx'
import { ConsentDialog } from '../../parts/consent-dialog.tsx'
import { formatInstant } from '../../parts/instant.ts'
import { ReasonDialog } from '../../parts/reason-dialog.tsx'
import { useStaffIdentity } from '../../parts/staff-session.ts'
import { describeExtension } from './campaign-labels.ts'
import { campaignRefresh, refreshMs } from './use-campaigns.ts'

/** Corrections of regulations that wait for the second signature; hidden if the list is empty. */
export function RegulationApprovals() {
  const list = useCallQuery(
    ['campaigns', 'regulation-review'],
    (send, signal) => send(reviewRegulationChangesCall, { signal }),
    { refetchInterval: refreshMs },
  )
  if (!list.data || list.data.length === 0) return null
  return (
    <section className="stack" aria-labelledby="regulations">
      <h2 id="regulations">Correções de regulamento e prorrogações</h2>
      {list.data.map((change) => (
        <RegulationApproval key={change.change_id} change={change} />
      ))}
    </section>
  )
}

/** One correction, which can be returned, and approved once its text was opened. */
function RegulationApproval({ change }: { change: RegulationChange }) {
  const { staff_id } = useStaffIdentity()
  const { pending, run } = useAction()
  const [isOpen, setOpen] = useState(false)
  const [wasRead, setRead] = useState(false)
  const returning = useDialog()
  const { change_id, campaign_title, campaign_slug, version, former_version, authority_reference } = change
  const { extension } = change
  const approve = () =>
    run((send) => send(approveRegulationCall, { body: { change_id } }), {
      success: `${extension ? 'Prorrogação' : 'Correção'} aprovada. Quem aceitou a versão anterior será avisado.`,
      refresh: campaignRefresh,
    })
  const giveBack = async (reason: string) => {
    const isDone = await run((send) => send(returnRegulationCall, { body: { change_id, reason } }), {
      success: 'Proposta devolvida.',
      refresh: campaignRefresh,
    })
    returning.close()
    return isDone
  }
  return (
    <div className="panel">
      <h3>{campaign_title}</h3>
      <p>
        Da versão {former_version ?? '–'} para a versão {version}, proposta em{' '}
        {formatInstant(change.proposed_at)}.
        {authority_reference !== null && ` Autorização: ${authority_reference}.`}
      </p>
      {extension && (
        <p>
          <strong>{describeExtension(extension)}</strong>
        </p>
      )}
      {change.proposed_by === staff_id ? (
        <p className="soft small">Você propôs esta correção: a assinatura é de outra pessoa.</p>
      ) : (
        <div className="row">
          <OutlineButton
            onClick={() => {
              setOpen(true)
              setRead(true)
            }}
          >
            Ler a versão {version}
          </OutlineButton>
          {wasRead && (
            <ConfirmButton
              variant="primary"
              question="Confirmar: aprovar"
              pending={pending}
              onConfirm={approve}
            >
              {extension ? 'Aprovar a prorrogação' : 'Aprovar a correção'}
            </ConfirmButton>
          )}
          <OutlineButton onClick={returning.open}>Devolver</OutlineButton>
        </div>
      )}
      <ConsentDialog
        document={isOpen ? { kind: 'promotion_regulation', scope: campaign_slug, version } : null}
        onClose={() => setOpen(false)}
      />
      <ReasonDialog
        {...returning.props}
        title={extension ? 'Devolver a prorrogação' : 'Devolver a correção'}
        label="O que precisa mudar?"
        helper="Quem propôs vai ler esta frase."
        multiline
        draft={`regulation-return/${change_id}`}
        button="Devolver para quem propôs"
        onReason={giveBack}
      />
    </div>
  )
}
