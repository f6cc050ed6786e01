import { useState } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import { createCampaignCall, updateCampaignCall } from '@clube/contract/campaigns/campaign-staff-calls.ts'
import type { StaffCampaign } from '@clube/contract/campaigns/campaign.ts'
import { EmptyState } from '../../../kit/feedback/empty-state.tsx'
import { trackPending } from '../../../kit/overlay/pending-count.ts'
import { showToast } from '../../../kit/toast/toast-store.ts'
import type { Failure } from '../../../platform/api/failure.ts'
import { showFailure } from '../../../platform/api/show-failure.ts'
import { useSend } from '../../../platform/app/app-context.tsx'
import { staffPaths } from '../../app/paths.ts'
import { DeskPage, LoadingRows, LoadProblem } from '../../parts/desk-page.tsx'
import { CampaignFormView } from './campaign-form.tsx'
import { campaignBody, campaignValues, type CampaignValues } from './campaign-values.ts'
import type { PlanForm } from './plan-form.ts'
import { useRefreshCampaigns, useStaffCampaigns } from './use-staff-campaigns.ts'

const pathOf = (id: string) => `${staffPaths.campaigns}/${id}`

/** A campaign that is not there yet. */
export function NewCampaignPage() {
  const send = useSend()
  const saved = useSaved()
  const [initial] = useState(() => campaignValues(null))
  const save = async (values: CampaignValues, form: PlanForm): Promise<void> => {
    const sent = await trackPending(send(createCampaignCall, { body: campaignBody(values) }))
    if (!sent.ok) return showFailure(onField(sent.failure), { form })
    await saved(sent.data)
  }
  return (
    <DeskPage title="Nova promoção" actions={<Link href={staffPaths.campaigns}>Voltar às promoções</Link>}>
      <CampaignFormView initial={initial} isNew focusOn="title" onSave={save} />
    </DeskPage>
  )
}

/** A draft that is written on. */
export function EditCampaignPage({ id }: { id: string }) {
  const list = useStaffCampaigns()
  const campaign = list.data?.find(({ campaign_id }) => campaign_id === id)
  return (
    <DeskPage
      title={campaign ? `Editar ${campaign.title}` : 'Editar promoção'}
      actions={<Link href={pathOf(id)}>Voltar à promoção</Link>}
    >
      {list.isPending && <LoadingRows />}
      {list.isError && <LoadProblem error={list.error} onRetry={() => void list.refetch()} />}
      {list.isSuccess && !campaign && <EmptyState drawing="search">Promoção não encontrada.</EmptyState>}
      {campaign &&
        (campaign.state === 'draft' ? (
          <Draft campaign={campaign} />
        ) : (
          <EmptyState drawing="receipt" action={<Link href={pathOf(id)}>Ver a promoção</Link>}>
            Só um rascunho pode ser alterado.
          </EmptyState>
        ))}
    </DeskPage>
  )
}

function Draft({ campaign }: { campaign: StaffCampaign }) {
  const send = useSend()
  const saved = useSaved()
  const focusOn = new URLSearchParams(useSearch()).get('campo')
  // What is loaded again meanwhile must not be typed over.
  const [initial] = useState(() => campaignValues(campaign))
  const { campaign_id } = campaign
  const save = async (values: CampaignValues, form: PlanForm): Promise<void> => {
    const { slug: _slug, kind: _kind, ...plan } = campaignBody(values)
    const sent = await trackPending(send(updateCampaignCall, { body: { campaign_id, ...plan } }))
    if (!sent.ok) return showFailure(onField(sent.failure), { form })
    await saved(sent.data)
  }
  return <CampaignFormView initial={initial} isNew={false} focusOn={focusOn} onSave={save} />
}

/** What follows a saved draft: its page, with what it still needs. */
function useSaved() {
  const [, navigate] = useLocation()
  const refresh = useRefreshCampaigns()
  return async ({ campaign_id }: StaffCampaign): Promise<void> => {
    showToast({ message: 'Rascunho salvo.', type: 'success' })
    await refresh()
    navigate(pathOf(campaign_id))
  }
}

/** Whatever is wrong inside the settings belongs to the one field that holds them. */
const onField = (failure: Failure): Failure =>
  'errors' in failure
    ? {
        ...failure,
        errors: failure.errors.map(({ path, message }) => ({
          path: path.startsWith('settings.') ? 'settings' : path,
          message,
        })),
      }
    : failure
