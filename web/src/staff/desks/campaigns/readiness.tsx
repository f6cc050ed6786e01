import type { ReactNode } from 'react'
import type { StaffCampaign } from '@clube/contract/campaigns/campaign.ts'
import type { FieldError } from '@clube/contract/kernel/envelope.ts'
import { promotionKindFacts, type PromotionKind } from '@clube/contract/kernel/promotion-kinds.ts'
import { Notice } from '../../../kit/feedback/notice.tsx'
import { fieldTitle } from './campaign-labels.ts'

/** Legal requirements that such a promotion must meet before it starts. */
export function LegalNotice({ kind }: { kind: PromotionKind }) {
  if (!promotionKindFacts[kind].needs_certificate) return null
  return (
    <p className="soft small">
      {promotionKindFacts[kind].title} distribui prêmios: pela Lei 5.768/1971 só pode começar com certificado
      de autorização, regulamento publicado e lista de prêmios.
    </p>
  )
}

type ReadinessProps = {
  campaign: StaffCampaign
  /** Where each missing item is fixed. */
  linkOf?: (missing: FieldError) => ReactNode
}

/** What still prevents the signature: a kind that is not built, and each missing item under its field's label. */
export function Readiness({ campaign: { kind, missing, is_kind_built }, linkOf }: ReadinessProps) {
  return (
    <>
      {!is_kind_built && (
        <Notice tone="warn">
          O tipo {promotionKindFacts[kind].title} ainda não está disponível neste clube: a promoção pode ser
          escrita e enviada, mas ninguém consegue aprová-la.
        </Notice>
      )}
      {missing.length > 0 && (
        <Notice tone="warn">
          <ul className="stack" aria-label="O que falta">
            {missing.map((item) => (
              <li key={`${item.path} ${item.message}`}>
                <strong>{fieldTitle(item.path)}:</strong> {item.message} {linkOf?.(item)}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {missing.length === 0 && is_kind_built && <Notice tone="good">Nada falta para a assinatura.</Notice>}
    </>
  )
}
