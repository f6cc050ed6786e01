import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { approveCampaignCall, returnCampaignCall } from '@clube/contract/campaigns/campaign-staff-calls.ts'
import type { StaffCampaign } from '@clube/contract/campaigns/campaign.ts'
import { Button } from '../../../kit/button/button.tsx'
import { EmptyState } from '../../../kit/feedback/empty-state.tsx'
import { Notice } from '../../../kit/feedback/notice.tsx'
import { useSend } from '../../../platform/app/app-context.tsx'
import { staffPaths } from '../../app/paths.ts'
import { ConfirmButton } from '../../parts/confirm-button.tsx'
import { DeskPage, LoadingRows, LoadProblem } from '../../parts/desk-page.tsx'
import { instantInWords } from '../../parts/instant.ts'
import { KeyHints } from '../../parts/key-hints.tsx'
import { useShortcuts } from '../../parts/shortcuts.ts'
import { useStaffIdentity } from '../../parts/staff-session.ts'
import { CampaignFacts } from './campaign-facts.tsx'
import css from './campaigns.module.css'
import { KindNotBuilt, LegalGate } from './gate-notices.tsx'
import { MissingList } from './missing-list.tsx'
import { ReturnDialog } from './return-dialog.tsx'
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
      {list.isPending && <LoadingRows />}
      {list.isError && <LoadProblem error={list.error} onRetry={() => void list.refetch()} />}
      {list.isSuccess && (
        <EmptyState drawing="search">Esta promoção não espera mais uma assinatura.</EmptyState>
      )}
    </DeskPage>
  )
}

function Found({ campaign }: { campaign: StaffCampaign }) {
  const [, navigate] = useLocation()
  const [isReturning, setReturning] = useState(false)
  const send = useSend()
  const { take, isPending } = useCampaignStep()
  const { staff_id } = useStaffIdentity()
  const { campaign_id } = campaign
  const maySign = campaign.is_kind_built && !campaign.edited_by.includes(staff_id)
  const leave = () => navigate(staffPaths.approvals)
  useShortcuts({ b: leave, d: () => setReturning(true) })
  const approve = async () => {
    if (await take(send(approveCampaignCall, { body: { campaign_id } }), approvedWords)) leave()
  }
  const giveBack = async (reason: string) => {
    const sending = send(returnCampaignCall, { body: { campaign_id, reason } })
    const isBack = await take(sending, () => 'Promoção devolvida.')
    setReturning(false)
    if (isBack) leave()
  }
  return (
    <DeskPage title={campaign.title} actions={backToQueue}>
      <KeyHints
        hints={[
          ['D', 'devolver'],
          ['B', 'voltar'],
        ]}
      />
      <div className={css.page}>
        <section className={css.panel} data-sticky="" aria-labelledby="assinatura">
          <div className={css.head}>
            <h2 id="assinatura">Segunda assinatura</h2>
            <StateChip campaign={campaign} />
          </div>
          <LegalGate kind={campaign.kind} />
          <KindNotBuilt campaign={campaign} />
          <MissingList campaign={campaign} />
          <SignatureNote campaign={campaign} />
          <div className={css.deeds}>
            {maySign && (
              <ConfirmButton
                look="primary"
                question="Confirmar: aprovar"
                pending={isPending}
                onConfirm={() => void approve()}
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
      <ReturnDialog open={isReturning} onClose={() => setReturning(false)} onReturn={giveBack} />
    </DeskPage>
  )
}

const approvedWords = ({ state, starts_at }: StaffCampaign): string =>
  state === 'active'
    ? 'Promoção aprovada. Ela já está no ar.'
    : `Promoção aprovada. Começa sozinha em ${instantInWords(starts_at)}.`

/** What the signature means, or why it is somebody else's. */
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
    <p className={css.soft}>
      Leia tudo, também os documentos. Com a sua assinatura a promoção começa sozinha na data marcada, e
      ninguém mais a altera.
    </p>
  )
}
