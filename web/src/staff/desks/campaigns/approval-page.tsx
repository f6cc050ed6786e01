import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { approveCampaignCall, returnCampaignCall } from '@clube/contract/campaigns/campaign-staff-calls.ts'
import type { StaffCampaign } from '@clube/contract/campaigns/campaign.ts'
import { Button } from '../../../kit/button/button.tsx'
import { EmptyState } from '../../../kit/feedback/empty-state.tsx'
import { Notice } from '../../../kit/feedback/notice.tsx'
import { Skeleton } from '../../../kit/feedback/skeleton.tsx'
import { Loaded } from '../../../parts/club-data/loaded.tsx'
import { staffPaths } from '../../app/paths.ts'
import { ConfirmButton } from '../../parts/confirm-button.tsx'
import { DeskPage } from '../../parts/desk-page.tsx'
import { formatInstant } from '../../parts/instant.ts'
import { KeyHints } from '../../parts/key-hints.tsx'
import { ReasonDialog } from '../../parts/reason-dialog.tsx'
import { useStaffIdentity } from '../../parts/staff-session.ts'
import { CampaignFacts } from './campaign-facts.tsx'
import css from './campaigns.module.css'
import { KindNotBuilt, LegalGate } from './gate-notices.tsx'
import { MissingList } from './missing-list.tsx'
import { StateChip } from './state-chip.tsx'
import { useCampaignStep } from './use-campaign-step.ts'
import { useCampaignsInReview } from './use-staff-campaigns.ts'

const backToQueue = <Link href={staffPaths.approvals}>Voltar às aprovações</Link>

/** One campaign before its second signature. */
export function ApprovalPage({ id }: { id: string }) {
  const list = useCampaignsInReview()
  const campaign = list.data?.find(({ campaign_id }) => campaign_id === id)
  if (campaign) return <Found campaign={campaign} />
  return (
    <DeskPage title="Aprovação" actions={backToQueue}>
      <Loaded query={list} skeleton={<Skeleton shape="field" count={5} />}>
        {() => <EmptyState drawing="search">Esta promoção não espera mais uma assinatura.</EmptyState>}
      </Loaded>
    </DeskPage>
  )
}

function Found({ campaign }: { campaign: StaffCampaign }) {
  const [, navigate] = useLocation()
  const [isReturning, setReturning] = useState(false)
  const { pending, step } = useCampaignStep()
  const { staff_id } = useStaffIdentity()
  const { campaign_id } = campaign
  const maySign = campaign.is_kind_built && !campaign.edited_by.includes(staff_id)
  const leave = () => navigate(staffPaths.approvals)
  const approve = async () => {
    const isApproved = await step((send) => send(approveCampaignCall, { body: { campaign_id } }), {
      success: ({ data }) => approvedText(data),
    })
    if (isApproved) leave()
  }
  const giveBack = async (reason: string) => {
    const isBack = await step((send) => send(returnCampaignCall, { body: { campaign_id, reason } }), {
      success: 'Promoção devolvida.',
    })
    setReturning(false)
    if (isBack) leave()
  }
  return (
    <DeskPage title={campaign.title} actions={backToQueue}>
      <KeyHints
        hints={[
          ['D', 'devolver', () => setReturning(true)],
          ['B', 'voltar', leave],
        ]}
      />
      <div className={`sides ${css.page}`}>
        <section className={`panel ${css.standing}`} aria-labelledby="assinatura">
          <div className="row spread">
            <h2 id="assinatura">Segunda assinatura</h2>
            <StateChip campaign={campaign} />
          </div>
          <LegalGate kind={campaign.kind} />
          <KindNotBuilt campaign={campaign} />
          <MissingList campaign={campaign} />
          <SignatureNote campaign={campaign} />
          <div className="row">
            {maySign && (
              <ConfirmButton
                look="primary"
                question="Confirmar: aprovar"
                pending={pending}
                onConfirm={approve}
              >
                Aprovar
              </ConfirmButton>
            )}
            <Button compact look="outline" onClick={() => setReturning(true)}>
              Devolver
            </Button>
          </div>
        </section>
        <CampaignFacts campaign={campaign} />
      </div>
      <ReasonDialog
        open={isReturning}
        onClose={() => setReturning(false)}
        title="Devolver a promoção"
        label="O que precisa mudar?"
        helper="Quem escreveu a promoção vai ler esta frase."
        multiline
        button="Devolver para quem escreveu"
        onReason={giveBack}
      />
    </DeskPage>
  )
}

const approvedText = ({ state, starts_at }: StaffCampaign): string =>
  state === 'active'
    ? 'Promoção aprovada. Ela já está no ar.'
    : `Promoção aprovada. Começa sozinha em ${formatInstant(starts_at)}.`

/** What the signature means, or why this person cannot sign. */
function SignatureNote({ campaign }: { campaign: StaffCampaign }) {
  const { staff_id } = useStaffIdentity()
  if (campaign.edited_by.includes(staff_id))
    return (
      <Notice tone="warn">
        Você escreveu parte desta promoção. Quem aprova é outra pessoa; você ainda pode devolvê-la.
      </Notice>
    )
  if (!campaign.is_kind_built) return null
  return (
    <p className="soft small">
      Leia tudo, também os documentos. Com a sua assinatura a promoção começa sozinha na data marcada, e
      ninguém mais a altera.
    </p>
  )
}
