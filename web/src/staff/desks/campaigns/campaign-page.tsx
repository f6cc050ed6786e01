import { Link, useLocation } from 'wouter'
import type { StaffCampaign } from '@clube/contract/campaigns/campaign.ts'
import { EmptyState } from '../../../kit/feedback/empty-state.tsx'
import { staffPaths } from '../../app/paths.ts'
import { DeskPage, LoadingRows, LoadProblem } from '../../parts/desk-page.tsx'
import { KeyHints } from '../../parts/key-hints.tsx'
import { useShortcuts } from '../../parts/shortcuts.ts'
import { CampaignFacts } from './campaign-facts.tsx'
import { CampaignSteps } from './campaign-steps.tsx'
import css from './campaigns.module.css'
import { useStaffCampaigns } from './use-staff-campaigns.ts'

const backToList = <Link href={staffPaths.campaigns}>Voltar às promoções</Link>

/** One campaign: everything decided, what is missing, and the steps that may follow. */
export function CampaignPage({ id }: { id: string }) {
  const list = useStaffCampaigns()
  const campaign = list.data?.find(({ campaign_id }) => campaign_id === id)
  if (campaign) return <Found campaign={campaign} />
  return (
    <DeskPage title="Promoção" actions={backToList}>
      {list.isPending && <LoadingRows />}
      {list.isError && <LoadProblem error={list.error} onRetry={() => void list.refetch()} />}
      {list.isSuccess && <EmptyState drawing="search">Promoção não encontrada.</EmptyState>}
    </DeskPage>
  )
}

function Found({ campaign }: { campaign: StaffCampaign }) {
  const [, navigate] = useLocation()
  const isDraft = campaign.state === 'draft'
  useShortcuts({
    b: () => navigate(staffPaths.campaigns),
    e: () => {
      if (isDraft) navigate(`${staffPaths.campaigns}/${campaign.campaign_id}/editar`)
    },
  })
  return (
    <DeskPage title={campaign.title} actions={backToList}>
      <KeyHints hints={[['B', 'voltar'], ...(isDraft ? ([['E', 'editar']] as const) : [])]} />
      <div className={css.page}>
        <CampaignSteps campaign={campaign} />
        <CampaignFacts campaign={campaign} />
      </div>
    </DeskPage>
  )
}
