import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { approveCampaignCall, returnCampaignCall } from '@clube/contract/campaigns/campaign-staff-calls.ts'
import type { StaffCampaign } from '@clube/contract/campaigns/campaign.ts'
import { Notice } from '../../../kit/feedback/notice.tsx'
import { useDialog } from '../../../kit/surface/dialog.tsx'
import { staffPaths } from '../../app/paths.ts'
import { ConfirmButton, DeskButton, OutlineButton } from '../../parts/buttons.tsx'
import { formatInstant } from '../../parts/instant.ts'
import { KeyHints } from '../../parts/desk-page.tsx'
import { ReasonDialog } from '../../parts/reason-dialog.tsx'
import { useStaffIdentity } from '../../parts/staff-session.ts'
import { CampaignOverview, FoundCampaign, LegalNotice, Readiness } from './campaign-view.tsx'
import { useCampaignsInReview, useCampaignStep } from './use-campaigns.ts'

/** One campaign before its second signature. */
export const ApprovalPage = ({ id }: { id: string }) => (
  <FoundCampaign
    list={useCampaignsInReview()}
    id={id}
    titleOf={(campaign) => campaign?.title ?? 'Aprovação'}
    back={<Link href={staffPaths.approvals}>Voltar às aprovações</Link>}
    notFound="Esta promoção não espera mais uma assinatura."
  >
    {(campaign) => <Signature campaign={campaign} />}
  </FoundCampaign>
)

function Signature({ campaign }: { campaign: StaffCampaign }) {
  const [, navigate] = useLocation()
  const returning = useDialog()
  const waiving = useDialog()
  const { pending, step } = useCampaignStep()
  const { staff_id } = useStaffIdentity()
  const { campaign_id, kind, is_kind_built, revision, can_waive_certificate } = campaign
  // The list is polled while the page is open, but the person signs only a revision that they have read.
  const [readRevision, setReadRevision] = useState(revision)
  const isAuthor = campaign.edited_by.includes(staff_id)
  const canSign = is_kind_built && !isAuthor
  const leave = () => navigate(staffPaths.approvals)
  const approve = async (certificate_waiver?: string) => {
    const body = { campaign_id, revision: readRevision, certificate_waiver }
    const isApproved = await step(
      (send) => send(approveCampaignCall, { body }),
      ({ data }) => approvedText(data),
    )
    waiving.close()
    if (isApproved) leave()
    return isApproved
  }
  const returnCampaign = async (reason: string) => {
    const body = { campaign_id, reason }
    const isDone = await step((send) => send(returnCampaignCall, { body }), 'Promoção devolvida.')
    returning.close()
    if (isDone) leave()
    return isDone
  }
  return (
    <>
      <KeyHints
        hints={[
          ['D', 'devolver', returning.open],
          ['B', 'voltar', leave],
        ]}
      />
      <CampaignOverview campaign={campaign} title="Segunda assinatura">
        <LegalNotice kind={kind} can_waive_certificate={can_waive_certificate} />
        <Readiness campaign={campaign} />
        {isAuthor && (
          <Notice tone="warn">
            Você escreveu parte desta promoção. Quem aprova é outra pessoa; você ainda pode devolvê-la.
          </Notice>
        )}
        {canSign && readRevision !== revision && (
          <Notice tone="warn">
            A promoção mudou enquanto esta página estava aberta. Leia tudo de novo antes de aprovar.
          </Notice>
        )}
        {canSign && (
          <p className="soft small">
            Leia tudo, também os documentos. Com a sua assinatura a promoção começa sozinha na data marcada. O
            plano não muda mais; o regulamento e o término só mudam com outra segunda assinatura.
          </p>
        )}
        <div className="row">
          {canSign && readRevision !== revision && (
            <OutlineButton onClick={() => setReadRevision(revision)}>Li a versão nova</OutlineButton>
          )}
          {canSign && readRevision === revision && can_waive_certificate && (
            <DeskButton onClick={waiving.open}>Aprovar sem certificado</DeskButton>
          )}
          {canSign && readRevision === revision && !can_waive_certificate && (
            <ConfirmButton
              variant="primary"
              question="Confirmar: aprovar"
              consequence={approvalConsequence}
              pending={pending}
              onConfirm={() => approve()}
            >
              Aprovar
            </ConfirmButton>
          )}
          <OutlineButton onClick={returning.open}>Devolver</OutlineButton>
        </div>
      </CampaignOverview>
      <ReasonDialog
        {...waiving.props}
        title="Aprovar sem certificado"
        lead={approvalConsequence}
        label="Por que esta promoção não precisa do certificado?"
        helper="A equipe lê esta frase na página da promoção em Promoções, e a auditoria a guarda com o seu nome."
        rule={(reason) => waiverSchema.safeParse(reason).error?.issues[0]?.message}
        multiline
        draft={`campaign-waiver/${campaign_id}`}
        button="Aprovar sem certificado"
        onReason={approve}
      />
      <ReasonDialog
        {...returning.props}
        title="Devolver a promoção"
        label="O que precisa mudar?"
        helper="Quem escreveu a promoção vai ler esta frase."
        multiline
        draft={`campaign-return/${campaign_id}`}
        button="Devolver para quem escreveu"
        onReason={returnCampaign}
      />
    </>
  )
}

const waiverSchema = approveCampaignCall.body.shape.certificate_waiver

const approvalConsequence = (
  <p>
    A promoção começa sozinha na data marcada. O plano não muda mais; ela ainda pode ser pausada ou encerrada.
  </p>
)

const approvedText = ({ state, starts_at }: StaffCampaign): string =>
  state === 'active'
    ? 'Promoção aprovada. Ela já está no ar.'
    : `Promoção aprovada. Começa sozinha em ${formatInstant(starts_at)}.`
