import { useState } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import { createCampaignCall, updateCampaignCall } from '@clube/contract/campaigns/campaign-staff-calls.ts'
import type { StaffCampaign } from '@clube/contract/campaigns/campaign.ts'
import { EmptyState } from '../../../kit/feedback/empty-state.tsx'
import { Skeleton } from '../../../kit/feedback/skeleton.tsx'
import { Loaded } from '../../../parts/club-data/loaded.tsx'
import { useAction } from '../../../parts/use-action.ts'
import type { Send } from '../../../platform/api/client.ts'
import type { Sent } from '../../../platform/api/failure.ts'
import { showFailure } from '../../../platform/api/show-failure.ts'
import { staffPaths } from '../../app/paths.ts'
import { DeskPage } from '../../parts/desk-page.tsx'
import { CampaignFormView } from './campaign-form.tsx'
import { campaignBody, campaignValues } from './campaign-values.ts'
import type { PlanForm } from './plan-form.ts'
import { useStaffCampaigns } from './use-staff-campaigns.ts'

/** The form for a new campaign. */
export function NewCampaignPage() {
  const save = useSaveCampaign()
  const [initial] = useState(() => campaignValues(null))
  return (
    <DeskPage title="Nova promoção" actions={<Link href={staffPaths.campaigns}>Voltar às promoções</Link>}>
      <CampaignFormView
        initial={initial}
        isNew
        focusOn="title"
        onSave={(values, form) =>
          save(form, (send) => send(createCampaignCall, { body: campaignBody(values) }))
        }
      />
    </DeskPage>
  )
}

/** The form for an existing draft. */
export function EditCampaignPage({ id }: { id: string }) {
  const list = useStaffCampaigns()
  const campaign = list.data?.find(({ campaign_id }) => campaign_id === id)
  return (
    <DeskPage
      title={campaign ? `Editar ${campaign.title}` : 'Editar promoção'}
      actions={<Link href={staffPaths.campaign(id)}>Voltar à promoção</Link>}
    >
      <Loaded query={list} skeleton={<Skeleton shape="field" count={5} />}>
        {() =>
          campaign === undefined ? (
            <EmptyState drawing="search">Promoção não encontrada.</EmptyState>
          ) : campaign.state === 'draft' ? (
            <Draft campaign={campaign} />
          ) : (
            <EmptyState drawing="receipt" action={<Link href={staffPaths.campaign(id)}>Ver a promoção</Link>}>
              Só um rascunho pode ser alterado.
            </EmptyState>
          )
        }
      </Loaded>
    </DeskPage>
  )
}

function Draft({ campaign }: { campaign: StaffCampaign }) {
  const save = useSaveCampaign()
  const focusOn = new URLSearchParams(useSearch()).get('campo')
  // Data that is loaded again must not overwrite what was typed.
  const [initial] = useState(() => campaignValues(campaign))
  const { campaign_id } = campaign
  return (
    <CampaignFormView
      initial={initial}
      isNew={false}
      focusOn={focusOn}
      onSave={(values, form) => {
        const { slug: _slug, kind: _kind, ...plan } = campaignBody(values)
        return save(form, (send) => send(updateCampaignCall, { body: { campaign_id, ...plan } }))
      }}
    />
  )
}

/** Saves a draft and opens its page, which lists what is missing. */
function useSaveCampaign() {
  const [, navigate] = useLocation()
  const { run } = useAction()
  return async (form: PlanForm, request: (send: Send) => Promise<Sent<StaffCampaign>>): Promise<void> => {
    let saved = ''
    const isSaved = await run(request, {
      success: 'Rascunho salvo.',
      onSuccess: ({ campaign_id }) => {
        saved = campaign_id
      },
      onFailure: (failure) => {
        showFailure(failure, { form })
        return true
      },
      refresh: [['campaigns']],
    })
    // Only now: the page finds the campaign in the lists that have just been loaded again.
    if (isSaved) navigate(staffPaths.campaign(saved))
  }
}
