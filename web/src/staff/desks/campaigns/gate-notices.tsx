import type { StaffCampaign } from '@clube/contract/campaigns/campaign.ts'
import { promotionKindFacts, type PromotionKind } from '@clube/contract/kernel/promotion-kinds.ts'
import { Notice } from '../../../kit/feedback/notice.tsx'

/** Legal requirements that such a promotion must meet before it starts. */
export function LegalGate({ kind }: { kind: PromotionKind }) {
  if (!promotionKindFacts[kind].needs_certificate) return null
  return (
    <p className="soft small">
      {promotionKindFacts[kind].title} distribui prêmios: pela Lei 5.768/1971 só pode começar com certificado
      de autorização, regulamento publicado e lista de prêmios.
    </p>
  )
}

/** A kind that the product cannot serve yet can be drafted but not signed. */
export function KindNotBuilt({ campaign: { kind, is_kind_built } }: { campaign: StaffCampaign }) {
  if (is_kind_built) return null
  return (
    <Notice tone="warn">
      O tipo {promotionKindFacts[kind].title} ainda não está disponível neste clube: a promoção pode ser
      escrita e enviada, mas ninguém consegue aprová-la.
    </Notice>
  )
}
