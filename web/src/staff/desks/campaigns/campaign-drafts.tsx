import { deleteDraftCall, type CampaignDraft } from '@clube/contract/campaigns/draft-calls.ts'
import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'wouter'
import { Notice } from '../../../kit/feedback/notice.tsx'
import { useAction } from '../../../parts/use-action.ts'
import { staffPaths } from '../../app/paths.ts'
import { ConfirmButton, LinkButton } from '../../parts/buttons.tsx'
import css from './campaigns.module.css'
import { formatInstant } from '../../parts/instant.ts'
import { fieldTitle, formatMissing } from './campaign-labels.ts'
import { campaignErrors, draftValues } from './campaign-values.ts'
import { useCampaignDrafts } from './use-campaigns.ts'

/** The draft's name, or a placeholder. */
export const draftTitle = ({ values: { title } }: CampaignDraft): string =>
  typeof title === 'string' && title.trim() !== '' ? title : 'Promoção sem nome'

/** Incomplete drafts of new campaigns on their list; hidden if the list is empty. */
export function CampaignDrafts() {
  const { data = [] } = useCampaignDrafts()
  const drafts = data.filter(({ campaign_id }) => !campaign_id)
  if (drafts.length === 0) return null
  return (
    <section className="panel" aria-labelledby="drafts">
      <h2 id="drafts">Rascunhos incompletos</h2>
      <ul className="stack">
        {drafts.map((draft) => (
          <li key={draft.draft_id}>
            <Link href={staffPaths.campaignDraft(draft.draft_id)}>{draftTitle(draft)}</Link>{' '}
            <span className="soft small">
              {formatMissing(campaignErrors(draftValues(draft)).size)} · Alterado em{' '}
              {formatInstant(draft.updated_at)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

type MissingFieldsProps = {
  errors: ReadonlyMap<string, string>
  kind: string
  onFix: (path: string) => void
}

/** What is missing in a draft, with links to the fields. Focused after the draft is saved. */
export function MissingFields(props: MissingFieldsProps) {
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => list.current?.focus(), [])
  if (props.errors.size === 0)
    return <Notice tone="good">Nada falta no plano: salve para conferir os documentos e enviar.</Notice>
  return (
    <Notice tone="warn">
      <ul ref={list} className={`stack ${css.missing}`} tabIndex={-1} aria-label="O que falta">
        {[...props.errors].map(([path, message]) => (
          <li key={path}>
            <strong>{fieldTitle(path, props.kind)}:</strong> {message}{' '}
            <LinkButton onClick={() => props.onFix(path)}>Preencher</LinkButton>
          </li>
        ))}
      </ul>
    </Notice>
  )
}

/** Deletes an incomplete draft, or the incomplete changes of a campaign. */
export function DeleteDraft({ draft: { draft_id, revision, campaign_id } }: { draft: CampaignDraft }) {
  const [, navigate] = useLocation()
  const { pending, run } = useAction()
  const remove = () =>
    run((send) => send(deleteDraftCall, { body: { draft_id, revision } }), {
      success: campaign_id ? 'Mudanças descartadas.' : 'Rascunho apagado.',
      onSuccess: () =>
        navigate(campaign_id ? staffPaths.campaign(campaign_id) : staffPaths.campaigns, { replace: true }),
      refresh: [['campaigns']],
    })
  return (
    <ConfirmButton
      question={campaign_id ? 'Confirmar: descartar' : 'Confirmar: apagar'}
      consequence={
        <p>
          {campaign_id
            ? 'A promoção volta ao que era quando foi salva completa pela última vez.'
            : 'O que foi escrito neste rascunho se perde.'}
        </p>
      }
      pending={pending}
      onConfirm={remove}
    >
      {campaign_id ? 'Descartar mudanças' : 'Apagar rascunho'}
    </ConfirmButton>
  )
}
