import { requiredTextMessage } from '@clube/contract/brazil/field-messages.ts'
import type { StaffCampaign } from '@clube/contract/campaigns/campaign.ts'
import {
  approveRegulationCall,
  listRegulationChangesCall,
  proposeRegulationCall,
  reviewRegulationChangesCall,
  withdrawRegulationCall,
  type RegulationChange,
} from '@clube/contract/campaigns/regulation-calls.ts'
import { promotionKindProperties } from '@clube/contract/kernel/promotion-kinds.ts'
import { useState } from 'react'
import { Link } from 'wouter'
import { TextField } from '../../../kit/field/text-field.tsx'
import { useAction } from '../../../parts/use-action.ts'
import { useActionForm } from '../../../parts/use-action-form.ts'
import { useCallQuery } from '../../../parts/use-call-query.ts'
import { staffPaths } from '../../app/paths.ts'
import { ConfirmButton, OutlineButton, SubmitButton } from '../../parts/buttons.tsx'
import { ConsentDialog, usePublishedVersions } from '../../parts/consent-dialog.tsx'
import { formatInstant } from '../../parts/instant.ts'
import { useStaffIdentity } from '../../parts/staff-session.ts'
import { waitingKey } from '../../parts/waiting-counts.ts'

/** Every response changes both lists, and the version that the campaign follows. */
const refresh = [['campaigns'], waitingKey]

/** Corrects the regulation of a running campaign: proposes the published version, or withdraws the proposal. */
export function RegulationCorrection({ campaign }: { campaign: StaffCampaign }) {
  const { campaign_id, slug: scope, regulation_version } = campaign
  const changes = useCallQuery(['campaigns', 'regulation', campaign_id], (send, signal) =>
    send(listRegulationChangesCall, { query: { campaign_id }, signal }),
  )
  const published = usePublishedVersions()
  if (!changes.data || !published.data) return null
  const pending = changes.data.find(({ state }) => state === 'proposed')
  const inForce = published.data.find(
    (each) => each.kind === 'promotion_regulation' && each.scope === scope && each.state === 'active',
  )?.version
  return (
    <section className="stack" aria-label="Correção do regulamento">
      <h3>Corrigir o regulamento</h3>
      {pending ? (
        <PendingProposal change={pending} />
      ) : inForce === undefined || inForce === regulation_version ? (
        <p className="soft small">
          A promoção segue a versão {regulation_version}, que está em vigor. Para corrigi-la,{' '}
          <Link href={staffPaths.publishDocument({ kind: 'promotion_regulation', scope })}>
            publique uma versão nova
          </Link>{' '}
          e proponha-a aqui.
        </p>
      ) : (
        <ProposalForm campaign={campaign} version={inForce} />
      )}
    </section>
  )
}

function PendingProposal({ change: { change_id, version, proposed_at } }: { change: RegulationChange }) {
  const { pending, run } = useAction()
  const withdraw = () =>
    run((send) => send(withdrawRegulationCall, { body: { change_id } }), {
      success: 'Proposta retirada.',
      refresh,
    })
  return (
    <>
      <p>
        A versão {version} foi proposta em {formatInstant(proposed_at)} e espera a assinatura de uma segunda
        pessoa.
      </p>
      <div>
        <ConfirmButton question="Confirmar: retirar" pending={pending} onConfirm={withdraw}>
          Retirar a proposta
        </ConfirmButton>
      </div>
    </>
  )
}

function ProposalForm({ campaign, version }: { campaign: StaffCampaign; version: string }) {
  const { campaign_id, regulation_version } = campaign
  const needsAuthority = promotionKindProperties[campaign.kind].needs_certificate
  const form = useActionForm({
    initial: { authority_reference: '' },
    rules: {
      authority_reference: (text) => (needsAuthority && text.trim() === '' ? requiredTextMessage : undefined),
    },
    request: (send, { authority_reference }) =>
      send(proposeRegulationCall, {
        body: { campaign_id, version, authority_reference: needsAuthority ? authority_reference : null },
      }),
    success: 'Proposta enviada. Agora outra pessoa confere e assina.',
    refresh,
  })
  return (
    <form {...form.props} className="stack" autoComplete="off">
      <p>
        A promoção segue a versão {regulation_version}; está publicada a versão {version}. Depois da segunda
        assinatura, quem aceitou a anterior é avisado.
      </p>
      {needsAuthority && (
        <TextField
          label="Autorização da mudança"
          helper="Número do processo em que a autoridade aceitou a mudança."
          maxLength={100}
          {...form.field('authority_reference')}
        />
      )}
      <div>
        <SubmitButton form={form} variant="outline">
          {`Propor a versão ${version}`}
        </SubmitButton>
      </div>
    </form>
  )
}

/** Corrections of regulations that wait for the second signature; hidden if the list is empty. */
export function RegulationApprovals() {
  const list = useCallQuery(
    ['campaigns', 'regulation-review'],
    (send, signal) => send(reviewRegulationChangesCall, { signal }),
    { refetchInterval: 30_000 },
  )
  if (!list.data || list.data.length === 0) return null
  return (
    <section className="stack" aria-labelledby="regulations">
      <h2 id="regulations">Correções de regulamento</h2>
      {list.data.map((change) => (
        <RegulationApproval key={change.change_id} change={change} />
      ))}
    </section>
  )
}

/** One correction, which can be approved once its text was opened. */
function RegulationApproval({ change }: { change: RegulationChange }) {
  const { staff_id } = useStaffIdentity()
  const { pending, run } = useAction()
  const [isOpen, setOpen] = useState(false)
  const [wasRead, setRead] = useState(false)
  const { change_id, campaign_title, campaign_slug, version, former_version, authority_reference } = change
  const approve = () =>
    run((send) => send(approveRegulationCall, { body: { change_id } }), {
      success: 'Correção aprovada. Quem aceitou a versão anterior será avisado.',
      refresh,
    })
  return (
    <div className="panel">
      <h3>{campaign_title}</h3>
      <p>
        Da versão {former_version ?? '–'} para a versão {version}, proposta em{' '}
        {formatInstant(change.proposed_at)}.
        {authority_reference !== null && ` Autorização: ${authority_reference}.`}
      </p>
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
              Aprovar a correção
            </ConfirmButton>
          )}
        </div>
      )}
      <ConsentDialog
        document={isOpen ? { kind: 'promotion_regulation', scope: campaign_slug, version } : null}
        onClose={() => setOpen(false)}
      />
    </div>
  )
}
