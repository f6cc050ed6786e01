import { Link, useLocation } from 'wouter'
import type { StaffCampaign } from '@clube/contract/campaigns/campaign.ts'
import { EmptyState } from '../../../kit/feedback/empty-state.tsx'
import { Skeleton } from '../../../kit/feedback/skeleton.tsx'
import { Loaded } from '../../../parts/club-data/loaded.tsx'
import { staffPaths } from '../../app/paths.ts'
import { DeskPage } from '../../parts/desk-page.tsx'
import { KeyHints } from '../../parts/key-hints.tsx'
import { CampaignFacts } from './campaign-facts.tsx'
import { CampaignSteps } from './campaign-steps.tsx'
import css from './campaigns.module.css'
import { useStaffCampaigns } from './use-staff-campaigns.ts'

const backToList = <Link href={staffPaths.campaigns}>Voltar às promoções</Link>

/** One campaign: its plan, what is missing, and the possible next steps. */
export function CampaignPage({ id }: { id: string }) {
  const list = useStaffCampaigns()
  const campaign = list.data?.find(({ campaign_id }) => campaign_id === id)
  if (campaign) return <Found campaign={campaign} />
  return (
    <DeskPage title="Promoção" actions={backToList}>
      <Loaded query={list} skeleton={<Skeleton shape="field" count={5} />}>
        {() => <EmptyState drawing="search">Promoção não encontrada.</EmptyState>}
      </Loaded>
    </DeskPage>
  )
}

function Found({ campaign }: { campaign: StaffCampaign }) {
  const [, navigate] = useLocation()
  const isDraft = campaign.state === 'draft'
  const edit = () => navigate(staffPaths.editCampaign(campaign.campaign_id))
  return (
    <DeskPage title={campaign.title} actions={backToList}>
      <KeyHints
        hints={[
          ['B', 'voltar', () => navigate(staffPaths.campaigns)],
          ...(isDraft ? [['E', 'editar', edit] as const] : []),
        ]}
      />
      <div className={`sides ${css.page}`}>
        <CampaignSteps campaign={campaign} />
        <CampaignFacts campaign={campaign} />
      </div>
    </DeskPage>
  )
}
