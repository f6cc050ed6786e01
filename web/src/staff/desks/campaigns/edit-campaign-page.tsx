import { useEffect } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import { createCampaignCall, updateCampaignCall } from '@clube/contract/campaigns/campaign-staff-calls.ts'
import type { StaffCampaign } from '@clube/contract/campaigns/campaign.ts'
import { EmptyState } from '../../../kit/feedback/empty-state.tsx'
import type { FormOptions } from '../../../kit/form/use-form.ts'
import { FormDraft } from '../../../parts/draft/form-draft.tsx'
import { useDraft } from '../../../parts/draft/use-draft.ts'
import { useActionForm } from '../../../parts/use-action-form.ts'
import type { Send } from '../../../platform/api/client.ts'
import type { Sent } from '../../../platform/api/failure.ts'
import { staffPaths } from '../../app/paths.ts'
import { SubmitButton } from '../../parts/buttons.tsx'
import { DeskPage } from '../../parts/desk-page.tsx'
import { campaignDraftSchema } from './campaign-draft.ts'
import {
  campaignBody,
  campaignErrors,
  campaignValues,
  copiedValues,
  type CampaignValues,
} from './campaign-values.ts'
import { FoundCampaign } from './campaign-view.tsx'
import css from './campaigns.module.css'
import { DocumentFields, LegalFields } from './legal-fields.tsx'
import { AudienceFields, LimitFields, PeriodFields, SettingsFields, MainFields } from './plan-fields.tsx'
import { useStaffCampaigns } from './use-campaigns.ts'

/** The form for a new campaign, empty or filled in with the values of another one. */
export function NewCampaignPage() {
  const copied = new URLSearchParams(useSearch()).get('copia')
  const back = <Link href={staffPaths.campaigns}>Voltar às promoções</Link>
  const list = useStaffCampaigns()
  if (copied === null)
    return (
      <DeskPage title="Nova promoção" actions={back}>
        <NewCampaignForm draft="campaign/new" initial={campaignValues(null)} />
      </DeskPage>
    )
  return (
    <FoundCampaign
      list={list}
      id={copied}
      titleOf={(campaign) => (campaign ? `Nova promoção, cópia de ${campaign.title}` : 'Nova promoção')}
      back={back}
      notFound="Promoção não encontrada."
    >
      {(campaign) => <NewCampaignForm draft={`campaign/copy-${copied}`} initial={copiedValues(campaign)} />}
    </FoundCampaign>
  )
}

const NewCampaignForm = (props: Pick<CampaignFormProps, 'draft' | 'initial'>) => (
  <CampaignForm
    isNew
    {...props}
    focusOn="title"
    save={(send, values) => send(createCampaignCall, { body: campaignBody(values) })}
  />
)

/** The form for an existing draft. */
export function EditCampaignPage({ id }: { id: string }) {
  const focusOn = new URLSearchParams(useSearch()).get('campo')
  return (
    <FoundCampaign
      list={useStaffCampaigns()}
      id={id}
      titleOf={(campaign) => (campaign ? `Editar ${campaign.title}` : 'Editar promoção')}
      back={<Link href={staffPaths.campaign(id)}>Voltar à promoção</Link>}
      notFound="Promoção não encontrada."
    >
      {(campaign) =>
        campaign.state === 'draft' ? (
          <CampaignForm
            isNew={false}
            draft={`campaign/${id}`}
            initial={campaignValues(campaign)}
            focusOn={focusOn}
            save={(send, values) => {
              const { slug: _slug, kind: _kind, ...plan } = campaignBody(values)
              return send(updateCampaignCall, { body: { campaign_id: id, ...plan } })
            }}
          />
        ) : (
          <EmptyState drawing="receipt" action={<Link href={staffPaths.campaign(id)}>Ver a promoção</Link>}>
            Só um rascunho pode ser alterado.
          </EmptyState>
        )
      }
    </FoundCampaign>
  )
}

type CampaignFormProps = {
  /** Kind and slug of a stored draft cannot change. */
  isNew: boolean
  /** The name of the draft in the browser. */
  draft: string
  initial: CampaignValues
  /** The field to focus first. */
  focusOn: string | null
  save: (send: Send, values: CampaignValues) => Promise<Sent<StaffCampaign>>
}

/** The plan of a campaign. Saving opens the campaign's page, which lists the missing items. */
function CampaignForm({ isNew, draft: name, initial, focusOn, save }: CampaignFormProps) {
  const [, navigate] = useLocation()
  const draft = useDraft({ name, initial, omit: ['settings'], schema: campaignDraftSchema })
  const form = useActionForm({
    draft,
    initial: draft.initial,
    rules: rules(draft.original),
    request: save,
    success: 'Rascunho salvo.',
    refresh: [['campaigns']],
    // Only after the refresh: the page finds the campaign in the reloaded lists.
    onRefreshed: ({ campaign_id }) => navigate(staffPaths.campaign(campaign_id)),
  })
  const { focus } = form
  useEffect(() => {
    if (focusOn !== null) focus(focusOn)
    // Only once: later focus changes are the user's own.
  }, [])
  const parts = { form, isNew }
  return (
    <form {...form.props} className={`stack ${css.form}`} autoComplete="off">
      <FormDraft draft={draft} form={form} />
      <MainFields {...parts} />
      <PeriodFields {...parts} />
      <AudienceFields {...parts} />
      <LimitFields {...parts} />
      <SettingsFields {...parts} />
      <LegalFields {...parts} />
      <DocumentFields {...parts} />
      <div className={css.save}>
        <SubmitButton form={form}>Salvar rascunho</SubmitButton>
      </div>
    </form>
  )
}

type Rules = NonNullable<FormOptions<CampaignValues>['rules']>

/** Number of prizes that are validated as they are typed; the server validates any number. */
const validatedPrizes = 50

/** Every field is validated by the schema of the call, and so are the rows of the prizes. */
const rules = (initial: CampaignValues): Rules => {
  const rule = (path: string) => (_value: unknown, values: CampaignValues) => campaignErrors(values).get(path)
  const rows = Array.from({ length: validatedPrizes }, (_each, index) =>
    ['title', 'quantity', 'value_cents'].map((part) => `legal.prize_list.${index}.${part}`),
  ).flat()
  return Object.fromEntries([...Object.keys(initial), ...rows].map((path) => [path, rule(path)])) as Rules
}
