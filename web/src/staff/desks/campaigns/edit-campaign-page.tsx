import { useEffect, useState, type FormEvent, type ReactNode } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import { createCampaignCall, updateCampaignCall } from '@clube/contract/campaigns/campaign-staff-calls.ts'
import type { StaffCampaign } from '@clube/contract/campaigns/campaign.ts'
import { saveDraftCall, type CampaignDraft } from '@clube/contract/campaigns/draft-calls.ts'
import { EmptyState } from '../../../kit/feedback/empty-state.tsx'
import { Skeleton } from '../../../kit/feedback/skeleton.tsx'
import type { FormOptions } from '../../../kit/form/use-form.ts'
import { FormDraft } from '../../../parts/draft/form-draft.tsx'
import { useDraft } from '../../../parts/draft/use-draft.ts'
import { Loaded } from '../../../parts/club-data/loaded.tsx'
import { useAction } from '../../../parts/use-action.ts'
import { useActionForm } from '../../../parts/use-action-form.ts'
import type { Send } from '../../../platform/api/client.ts'
import type { Sent } from '../../../platform/api/failure.ts'
import { staffPaths } from '../../app/paths.ts'
import { implementedEditors } from '../../promotions/promotion-editors.ts'
import { SubmitButton } from '../../parts/buttons.tsx'
import { DeskPage } from '../../parts/desk-page.tsx'
import { campaignDraftSchema } from './campaign-draft.ts'
import { DeleteDraft, draftTitle, MissingFields } from './campaign-drafts.tsx'
import { formatMissing } from './campaign-labels.ts'
import {
  campaignBody,
  campaignErrors,
  campaignValues,
  copiedValues,
  draftFields,
  draftValues,
  settingsPath,
  type CampaignValues,
} from './campaign-values.ts'
import { FoundCampaign } from './campaign-view.tsx'
import css from './campaigns.module.css'
import { DocumentFields, LegalFields } from './legal-fields.tsx'
import { AudienceFields, LimitFields, PeriodFields, SettingsFields, MainFields } from './plan-fields.tsx'
import { useCampaignDrafts, useStaffCampaigns } from './use-campaigns.ts'

/** The form for a new campaign: empty, or with the values of an incomplete draft or of another campaign. */
export function NewCampaignPage() {
  const query = new URLSearchParams(useSearch())
  const [copied, draft_id] = [query.get('copia'), query.get('rascunho')]
  const back = <Link href={staffPaths.campaigns}>Voltar às promoções</Link>
  const list = useStaffCampaigns()
  if (draft_id !== null) return <DraftPage id={draft_id} back={back} />
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

/** The form of an incomplete draft. */
function DraftPage({ id, back }: { id: string; back: ReactNode }) {
  const list = useCampaignDrafts()
  const draft = list.data?.find(({ draft_id }) => draft_id === id)
  return (
    <DeskPage title={draft ? draftTitle(draft) : 'Rascunho'} actions={back}>
      <Loaded query={list} skeleton={<Skeleton shape="field" count={5} />}>
        {() =>
          draft ? (
            <NewCampaignForm draft={`campaign/draft-${id}`} initial={draftValues(draft)} opened={draft} />
          ) : (
            <EmptyState illustration="search">
              Este rascunho não existe mais: foi concluído ou apagado.
            </EmptyState>
          )
        }
      </Loaded>
    </DeskPage>
  )
}

type NewCampaignFormProps = Pick<CampaignFormProps, 'draft' | 'initial'> & { opened?: CampaignDraft }

/** The incomplete draft that a form shows, and how it is saved: of a new campaign, or the changes of an existing one. */
function useIncompleteDraft(
  opened: CampaignDraft | undefined,
  { campaign, onRefreshed }: { campaign?: CampaignReference; onRefreshed?: (saved: CampaignDraft) => void },
) {
  const { run } = useAction()
  // The revision that this form read or saved, not one that another person saved in the meantime.
  const [incomplete, setIncomplete] = useState(opened)
  const reference = incomplete && { draft_id: incomplete.draft_id, revision: incomplete.revision }
  const saveIncomplete = (values: CampaignValues, onSaved: () => void) => {
    const first = campaign && !reference ? { campaign } : {}
    const body = { draft: reference ?? null, values: draftFields(values), ...first }
    return run((send) => send(saveDraftCall, { body }), {
      success: `Rascunho salvo. ${formatMissing(campaignErrors(values).size)}.`,
      onSuccess: (saved) => {
        onSaved()
        if (opened || campaign) setIncomplete(saved)
      },
      refresh: [['campaigns']],
      ...(onRefreshed && { onRefreshed }),
    })
  }
  return { incomplete, saveIncomplete, replaced: reference ? { draft: reference } : {} }
}

type CampaignReference = Pick<StaffCampaign, 'campaign_id' | 'revision'>

/** A complete plan becomes a campaign; an incomplete one is stored as a draft, whose page lists what is missing. */
function NewCampaignForm({ opened, ...props }: NewCampaignFormProps) {
  const [, navigate] = useLocation()
  const { incomplete, saveIncomplete, replaced } = useIncompleteDraft(opened, {
    onRefreshed: ({ draft_id }) => navigate(staffPaths.campaignDraft(draft_id), { replace: true }),
  })
  return (
    <CampaignForm
      isNew
      {...props}
      focusOn={incomplete ? null : 'title'}
      incomplete={incomplete}
      saveIncomplete={saveIncomplete}
      save={(send, values) => send(createCampaignCall, { body: { ...campaignBody(values), ...replaced } })}
    />
  )
}

/** The form for an existing draft. */
export function EditCampaignPage({ id }: { id: string }) {
  const focusOn = new URLSearchParams(useSearch()).get('campo')
  const drafts = useCampaignDrafts()
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
          <Loaded query={drafts} skeleton={<Skeleton shape="field" count={5} />}>
            {(all) => (
              <EditCampaignForm
                campaign={campaign}
                focusOn={focusOn}
                opened={all.find(({ campaign_id }) => campaign_id === id)}
              />
            )}
          </Loaded>
        ) : (
          <EmptyState
            illustration="receipt"
            action={<Link href={staffPaths.campaign(id)}>Ver a promoção</Link>}
          >
            Só um rascunho pode ser alterado.
          </EmptyState>
        )
      }
    </FoundCampaign>
  )
}

type EditCampaignFormProps = {
  campaign: StaffCampaign
  focusOn: string | null
  /** The incomplete changes to continue. */
  opened: CampaignDraft | undefined
}

function EditCampaignForm({ campaign, focusOn, opened }: EditCampaignFormProps) {
  const { campaign_id, kind, slug, settings } = campaign
  // The revision that this form shows, not one that another person saved in the meantime.
  const [revision] = useState(campaign.revision)
  const { incomplete, saveIncomplete, replaced } = useIncompleteDraft(opened, {
    campaign: { campaign_id, revision },
  })
  return (
    <CampaignForm
      isNew={false}
      draft={`campaign/${campaign_id}`}
      initial={opened ? { ...draftValues(opened), kind, slug, settings } : campaignValues(campaign)}
      focusOn={incomplete ? null : focusOn}
      incomplete={incomplete}
      saveIncomplete={saveIncomplete}
      save={(send, values) => {
        const { slug: _slug, kind: _kind, ...plan } = campaignBody(values)
        return send(updateCampaignCall, { body: { campaign_id, revision, ...plan, ...replaced } })
      }}
    />
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
  /** Stores a plan with missing fields. */
  saveIncomplete: (values: CampaignValues, onSaved: () => void) => unknown
  /** The incomplete draft that the form shows. */
  incomplete?: CampaignDraft | undefined
}

/** The plan of a campaign. Saving opens the campaign's page, which lists the missing items. */
function CampaignForm(props: CampaignFormProps) {
  const { isNew, draft: name, initial, focusOn, save, saveIncomplete, incomplete } = props
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
  const onSubmit = (event: FormEvent) => {
    if (campaignErrors(form.values).size === 0) return form.props.onSubmit(event)
    event.preventDefault()
    saveIncomplete(form.values, draft.erase)
  }
  return (
    <form {...form.props} onSubmit={onSubmit} className={`stack ${css.form}`} autoComplete="off">
      <FormDraft draft={draft} form={form} />
      {incomplete && (
        <MissingFields errors={campaignErrors(form.values)} kind={form.values.kind} onFix={form.focus} />
      )}
      <MainFields {...parts} />
      <PeriodFields {...parts} />
      <AudienceFields {...parts} />
      <LimitFields {...parts} />
      <SettingsFields {...parts} />
      <LegalFields {...parts} />
      <DocumentFields {...parts} />
      <div className={`row ${css.save}`}>
        <SubmitButton form={form}>Salvar rascunho</SubmitButton>
        {incomplete && <DeleteDraft draft={incomplete} />}
      </div>
    </form>
  )
}

type Rules = NonNullable<FormOptions<CampaignValues>['rules']>

/** Number of prizes and multipliers that are validated as they are typed; the server validates any number. */
const validatedRows = 50

/** Every field is validated by the schema of the call, and so are the rows that can be added. */
const rules = (initial: CampaignValues): Rules => {
  const rule = (path: string) => (_value: unknown, values: CampaignValues) => campaignErrors(values).get(path)
  const rows = Array.from({ length: validatedRows }, (_each, index) => [
    ...['title', 'quantity', 'value_cents'].map((part) => `legal.prize_list.${index}.${part}`),
    ...['percent', 'weekdays', 'shop_ids'].map((part) => `spend_rule.multipliers.${index}.${part}`),
  ]).flat()
  const settingsRows = implementedEditors
    .flatMap(({ settings }) => settings.rowFields ?? [])
    .map(settingsPath)
  return Object.fromEntries(
    [...Object.keys(initial), ...rows, ...settingsRows].map((path) => [path, rule(path)]),
  ) as Rules
}
