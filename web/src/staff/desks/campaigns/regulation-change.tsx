import { requiredTextMessage } from '@clube/contract/brazil/field-messages.ts'
import { isAuthorized, type StaffCampaign } from '@clube/contract/campaigns/campaign.ts'
import {
  approveRegulationCall,
  listRegulationChangesCall,
  proposeRegulationCall,
  reviewRegulationChangesCall,
  withdrawRegulationCall,
  type Extension,
  type RegulationChange,
} from '@clube/contract/campaigns/regulation-calls.ts'
import { formatDay } from '@clube/contract/kernel/club-time.ts'
import { promotionKindProperties } from '@clube/contract/kernel/promotion-kinds.ts'
import { useState } from 'react'
import { Link } from 'wouter'
import { TextField } from '../../../kit/field/text-field.tsx'
import { parseClubDateTime } from '../../../parts/club-time.ts'
import { FormDraft } from '../../../parts/draft/form-draft.tsx'
import { useDraft } from '../../../parts/draft/use-draft.ts'
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
  const unsigned = published.data.find(
    (each) => each.kind === 'promotion_regulation' && each.scope === scope && each.state === 'pending',
  )?.version
  return (
    <section className="stack" aria-label="Correção do regulamento">
      <h3>Corrigir o regulamento ou prorrogar</h3>
      {pending ? (
        <PendingProposal change={pending} />
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
        <ProposalForm campaign={campaign} version={unsigned} />
      )}
    </section>
  )
}

function PendingProposal({ change }: { change: RegulationChange }) {
  const { change_id, version, proposed_at, extension } = change
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

function ProposalForm({ campaign, version }: { campaign: StaffCampaign; version: string }) {
  const { campaign_id, regulation_version, ends_at, redeem_until } = campaign
  const needsAuthority = isAuthorized(campaign.legal, promotionKindProperties[campaign.kind])
  const required = (text: string) => (text.trim() === '' ? requiredTextMessage : undefined)
  const draft = useDraft({
    name: `regulation/${campaign_id}/${version}`,
    initial: {
      authority_reference: '',
      'extension.ends_at': '',
      'extension.redeem_until': '',
      'extension.authorized_until': '',
    },
  })
  const form = useActionForm({
    draft,
    initial: draft.initial,
    rules: {
      authority_reference: (text) => (needsAuthority ? required(text) : undefined),
      'extension.authorized_until': (text, values) =>
        needsAuthority && values['extension.ends_at'] !== '' ? required(text) : undefined,
    },
    request: (send, values) =>
      send(proposeRegulationCall, {
        body: {
          campaign_id,
          version,
          authority_reference: needsAuthority ? values.authority_reference : null,
          extension: extensionOf(values),
        },
      }),
    success: 'Proposta enviada. Agora outra pessoa confere e assina.',
    refresh,
  })
  return (
    <form {...form.props} className="stack" autoComplete="off">
      <FormDraft draft={draft} form={form} />
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
      <TextField
        label="Novo término (se for prorrogada)"
        type="datetime-local"
        helper={`Agora termina em ${formatInstant(ends_at)}. Só pode ser mais tarde.`}
        {...form.field('extension.ends_at')}
      />
      {form.values['extension.ends_at'] !== '' && (
        <>
          <TextField
            label="Novo prazo de retirada (se mudar)"
            type="datetime-local"
            helper={redeem_until === null ? undefined : `Agora vai até ${formatInstant(redeem_until)}.`}
            {...form.field('extension.redeem_until')}
          />
          {needsAuthority && (
            <TextField
              label="Autorizada até"
              type="date"
              helper="O último dia do período que a autoridade aceitou."
              {...form.field('extension.authorized_until')}
            />
          )}
        </>
      )}
      <div>
        <SubmitButton form={form} variant="outline">
          {`Propor a versão ${version}`}
        </SubmitButton>
      </div>
    </form>
  )
}

type ExtensionValues = Readonly<
  Record<`extension.${'ends_at' | 'redeem_until' | 'authorized_until'}`, string>
>

/** The extension in the form's values; null without a new end. */
const extensionOf = (values: ExtensionValues) => {
  const { 'extension.ends_at': end, 'extension.redeem_until': redeem } = values
  if (end === '') return null
  return {
    ends_at: parseClubDateTime(end),
    redeem_until: redeem === '' ? null : parseClubDateTime(redeem),
    authorized_until: values['extension.authorized_until'] || null,
  }
}

/** The dates before and after an extension. */
const describeExtension = ({
  ends_at,
  former_ends_at,
  redeem_until,
  former_redeem_until,
  authorized_until,
}: Extension): string =>
  [
    `Prorroga o término de ${formatInstant(former_ends_at)} para ${formatInstant(ends_at)}.`,
    ...(redeem_until === null
      ? []
      : [
          former_redeem_until === null
            ? `Retirada até ${formatInstant(redeem_until)}.`
            : `Retirada: de ${formatInstant(former_redeem_until)} para ${formatInstant(redeem_until)}.`,
        ]),
    ...(authorized_until === null ? [] : [`Autorizada até ${formatDay(authorized_until)}.`]),
  ].join(' ')

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
      <h2 id="regulations">Correções de regulamento e prorrogações</h2>
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
  const { extension } = change
  const approve = () =>
    run((send) => send(approveRegulationCall, { body: { change_id } }), {
      success: `${extension ? 'Prorrogação' : 'Correção'} aprovada. Quem aceitou a versão anterior será avisado.`,
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
        </div>
      )}
      <ConsentDialog
        document={isOpen ? { kind: 'promotion_regulation', scope: campaign_slug, version } : null}
        onClose={() => setOpen(false)}
      />
    </div>
  )
}
