import { requiredTextMessage } from '@clube/contract/brazil/field-messages.ts'
import { isAuthorized, type StaffCampaign } from '@clube/contract/campaigns/campaign.ts'
import { proposeRegulationCall, type RegulationChange } from '@clube/contract/campaigns/regulation-calls.ts'
import { promotionKindProperties } from '@clube/contract/kernel/promotion-kinds.ts'
import { TextField } from '../../../kit/field/text-field.tsx'
import { clubFieldText, parseClubDateTime } from '../../../parts/club-time.ts'
import { FormDraft } from '../../../parts/draft/form-draft.tsx'
import { useDraft } from '../../../parts/draft/use-draft.ts'
import { useActionForm } from '../../../parts/use-action-form.ts'
import { SubmitButton } from '../../parts/buttons.tsx'
import { formatInstant } from '../../parts/instant.ts'
import { campaignRefresh } from './use-campaigns.ts'

type ProposalFormProps = {
  campaign: StaffCampaign
  version: string
  /** The returned proposal whose values the form starts with. */
  returned: RegulationChange | undefined
}

/** Proposes that a running campaign follow the published version, optionally with a later end. */
export function ProposalForm({ campaign, version, returned }: ProposalFormProps) {
  const { campaign_id, regulation_version, ends_at, redeem_until } = campaign
  const needsAuthority = isAuthorized(campaign, promotionKindProperties[campaign.kind])
  const required = (text: string) => (text.trim() === '' ? requiredTextMessage : undefined)
  const draft = useDraft({
    name: `regulation/${campaign_id}/${version}`,
    initial: proposalValues(returned),
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
    refresh: campaignRefresh,
  })
  const isUnchanged =
    returned?.version === version &&
    Object.entries(proposalValues(returned)).every(
      ([name, value]) => form.values[name as keyof typeof form.values] === value,
    )
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
          {isUnchanged ? 'Propor de novo, sem mudar nada' : `Propor a versão ${version}`}
        </SubmitButton>
      </div>
    </form>
  )
}

const fieldText = (instant: string | null | undefined): string => (instant ? clubFieldText(instant) : '')

/** Initial values of the form: those of a returned proposal, or empty. */
const proposalValues = (returned: RegulationChange | undefined) => ({
  authority_reference: returned?.authority_reference ?? '',
  'extension.ends_at': fieldText(returned?.extension?.ends_at),
  'extension.redeem_until': fieldText(returned?.extension?.redeem_until),
  'extension.authorized_until': returned?.extension?.authorized_until ?? '',
})

type ExtensionValues = Readonly<
  Record<`extension.${'ends_at' | 'redeem_until' | 'authorized_until'}`, string>
>

/** The extension in the form's values; null if no new end is entered. */
const extensionOf = (values: ExtensionValues) => {
  const { 'extension.ends_at': end, 'extension.redeem_until': redeem } = values
  if (end === '') return null
  return {
    ends_at: parseClubDateTime(end),
    redeem_until: redeem === '' ? null : parseClubDateTime(redeem),
    authorized_until: values['extension.authorized_until'] || null,
  }
}
