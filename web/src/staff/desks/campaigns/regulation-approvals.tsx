import {
  approveRegulationCall,
  returnRegulationCall,
  reviewRegulationChangesCall,
  type RegulationChange,
} from '@clube/contract/campaigns/regulation-calls.ts'
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

/** Corrections of regulations that wait for the second signature. */
export const useProposedChanges = () =>
  useCallQuery(
    ['campaigns', 'regulation-review'],
    (send, signal) => send(reviewRegulationChangesCall, { signal }),
    { refetchInterval: refreshMs },
  )

type RegulationApprovalsProps = {
  changes: readonly RegulationChange[]
  /** Ids of those whose text was opened. */
  read: ReadonlySet<string>
  /** The change whose text is open. */
  opened: RegulationChange | null
  onOpen: (change: RegulationChange | null) => void
}

export function RegulationApprovals({ changes, read, opened, onOpen }: RegulationApprovalsProps) {
  return (
    <section className="stack" aria-labelledby="regulations">
      <h2 id="regulations">Correções de regulamento e prorrogações</h2>
      {changes.map((change) => (
        <RegulationApproval
          key={change.change_id}
          change={change}
          wasRead={read.has(change.change_id)}
          onOpen={() => onOpen(change)}
        />
      ))}
      <ConsentDialog
        document={
          opened && { kind: 'promotion_regulation', scope: opened.campaign_slug, version: opened.version }
        }
        onClose={() => onOpen(null)}
      />
    </section>
  )
}

type RegulationApprovalProps = { change: RegulationChange; wasRead: boolean; onOpen: () => void }

/** One correction, which can be returned, and approved once its text was opened. */
function RegulationApproval({ change, wasRead, onOpen }: RegulationApprovalProps) {
  const { staff_id } = useStaffIdentity()
  const { pending, run } = useAction()
  const returning = useDialog()
  const { change_id, campaign_title, version, former_version, authority_reference } = change
  const { extension } = change
  const approve = () =>
    run((send) => send(approveRegulationCall, { body: { change_id } }), {
      success: `${extension ? 'Prorrogação' : 'Correção'} aprovada. Quem aceitou a versão anterior será avisado.`,
      refresh: campaignRefresh,
    })
  const returnProposal = async (reason: string) => {
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
        {formatInstant(change.proposed_at)}
        {change.proposed_by_name !== undefined && ` por ${change.proposed_by_name}`}.
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
          <OutlineButton onClick={onOpen}>Ler a versão {version}</OutlineButton>
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
      {!wasRead && change.proposed_by !== staff_id && (
        <p className="soft small">Leia a versão {version} para poder aprovar.</p>
      )}
      <ReasonDialog
        {...returning.props}
        title={extension ? 'Devolver a prorrogação' : 'Devolver a correção'}
        label="O que precisa mudar?"
        helper="Quem propôs vai ler esta frase."
        multiline
        draft={`regulation-return/${change_id}`}
        button="Devolver para quem propôs"
        onReason={returnProposal}
      />
    </div>
  )
}
