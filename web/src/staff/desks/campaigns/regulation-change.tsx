import type { StaffCampaign } from '@clube/contract/campaigns/campaign.ts'
import {
  listRegulationChangesCall,
  withdrawRegulationCall,
  type RegulationChange,
} from '@clube/contract/campaigns/regulation-calls.ts'
import { Link } from 'wouter'
import { Notice } from '../../../kit/feedback/notice.tsx'
import { useAction } from '../../../parts/use-action.ts'
import { useCallQuery } from '../../../parts/use-call-query.ts'
import { staffPaths } from '../../app/paths.ts'
import { ConfirmButton } from '../../parts/buttons.tsx'
import { usePublishedVersions } from '../../parts/consent-dialog.tsx'
import { formatInstant } from '../../parts/instant.ts'
import { describeExtension } from './campaign-labels.ts'
import { ProposalForm } from './regulation-proposal-form.tsx'
import { campaignRefresh, refreshMs } from './use-campaigns.ts'

/**
 * Corrects the regulation of a running campaign: proposes the published version, withdraws the proposal, or sends a
 * returned one again.
 */
export function RegulationCorrection({ campaign }: { campaign: StaffCampaign }) {
  const { campaign_id, slug: scope, regulation_version } = campaign
  const changes = useCallQuery(
    ['campaigns', 'regulation', campaign_id],
    (send, signal) => send(listRegulationChangesCall, { query: { campaign_id }, signal }),
    { refetchInterval: refreshMs },
  )
  const published = usePublishedVersions()
  if (!changes.data || !published.data) return null
  const [latest] = changes.data
  const returned = latest?.is_returned ? latest : undefined
  const unsigned = published.data.find(
    (each) => each.kind === 'promotion_regulation' && each.scope === scope && each.state === 'pending',
  )?.version
  return (
    <section className="stack" aria-label="Correção do regulamento">
      <h3>Corrigir o regulamento ou prorrogar</h3>
      {returned && <ReturnedProposal change={returned} scope={scope} />}
      {latest?.state === 'proposed' ? (
        <PendingProposal change={latest} />
      ) : unsigned === undefined ? (
        <p className="soft small">
          A promoção segue a versão {regulation_version}, que está em vigor. Para corrigi-la, ou para
          prorrogar a promoção,{' '}
          <Link href={staffPaths.publishDocument({ kind: 'promotion_regulation', scope })}>
            publique uma versão nova
          </Link>
          , com as datas novas se elas mudam, e proponha-a aqui.
        </p>
      ) : (
        <ProposalForm key={latest?.change_id} campaign={campaign} version={unsigned} returned={returned} />
      )}
    </section>
  )
}

/** Withdraws a proposed or returned change. */
function useWithdrawal({ change_id }: RegulationChange) {
  const { pending, run } = useAction()
  const withdraw = () =>
    run((send) => send(withdrawRegulationCall, { body: { change_id } }), {
      success: 'Proposta retirada.',
      refresh: campaignRefresh,
    })
  return { pending, withdraw }
}

function PendingProposal({ change }: { change: RegulationChange }) {
  const { version, proposed_at, extension } = change
  const { pending, withdraw } = useWithdrawal(change)
  return (
    <>
      <p>
        A versão {version} foi proposta em {formatInstant(proposed_at)} e espera a assinatura de uma segunda
        pessoa.{extension && ` ${describeExtension(extension)}`}
      </p>
      <div>
        <ConfirmButton question="Confirmar: retirar" pending={pending} onConfirm={withdraw}>
          Retirar a proposta
        </ConfirmButton>
      </div>
    </>
  )
}

/** Why the approver returned a proposal, and what can be done now. */
function ReturnedProposal({ change, scope }: { change: RegulationChange; scope: string }) {
  const { version, former_version, review_note } = change
  const { pending, withdraw } = useWithdrawal(change)
  return (
    <>
      <Notice tone="warn">
        <strong>Versão {version} devolvida por quem aprova:</strong> {review_note}
      </Notice>
      <p>
        Se é o texto que precisa mudar,{' '}
        <Link href={staffPaths.publishDocument({ kind: 'promotion_regulation', scope })}>
          publique uma versão nova
        </Link>
        ; se são as datas ou a autorização, mude-as aqui. Depois proponha de novo, ou desista.
      </p>
      <div>
        <ConfirmButton
          question="Confirmar: desistir"
          consequence={<p>A promoção continua como está, com a versão {former_version ?? '–'}.</p>}
          pending={pending}
          onConfirm={withdraw}
        >
          Desistir da proposta
        </ConfirmButton>
      </div>
    </>
  )
}
