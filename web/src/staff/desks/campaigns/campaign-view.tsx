import { useId, type ReactNode } from 'react'
import { campaignStateTitles, type CampaignState } from '@clube/contract/campaigns/campaign-states.ts'
import type { StaffCampaign } from '@clube/contract/campaigns/campaign.ts'
import type { FieldError } from '@clube/contract/kernel/envelope.ts'
import { promotionKindProperties, type PromotionKind } from '@clube/contract/kernel/promotion-kinds.ts'
import { EmptyState } from '../../../kit/feedback/empty-state.tsx'
import { Notice } from '../../../kit/feedback/notice.tsx'
import { Skeleton } from '../../../kit/feedback/skeleton.tsx'
import type { Tone } from '../../../kit/surface/chip.tsx'
import { Loaded } from '../../../parts/club-data/loaded.tsx'
import type { QueryResult } from '../../../platform/server-data/query-observer.ts'
import { DeskPage } from '../../parts/desk-page.tsx'
import { StateChip } from '../../parts/fact-list.tsx'
import { CampaignFacts } from './campaign-facts.tsx'
import { fieldTitle } from './campaign-labels.ts'
import css from './campaigns.module.css'

const stateTones = {
  draft: undefined,
  in_review: 'warn',
  scheduled: 'accent',
  active: 'good',
  paused: 'warn',
  ended: undefined,
  archived: undefined,
} as const satisfies Record<CampaignState, Tone>

/** A campaign's state as text and color. */
export const CampaignStateChip = ({ campaign: { state } }: { campaign: StaffCampaign }) => (
  <StateChip title={campaignStateTitles[state]} tone={stateTones[state]} />
)

type FoundCampaignProps = {
  list: QueryResult<StaffCampaign[]>
  id: string
  /** The page's title; the campaign is undefined until it is loaded. */
  titleOf: (campaign: StaffCampaign | undefined) => string
  back: ReactNode
  /** Shown if the list has no such campaign. */
  notFound: string
  children: (campaign: StaffCampaign) => ReactNode
}

/** A page about one campaign of a list. */
export function FoundCampaign({ list, id, titleOf, back, notFound, children }: FoundCampaignProps) {
  const campaign = list.data?.find(({ campaign_id }) => campaign_id === id)
  return (
    <DeskPage title={titleOf(campaign)} actions={back}>
      <Loaded query={list} skeleton={<Skeleton shape="field" count={5} />}>
        {() => (campaign ? children(campaign) : <EmptyState illustration="search">{notFound}</EmptyState>)}
      </Loaded>
    </DeskPage>
  )
}

type CampaignOverviewProps = { campaign: StaffCampaign; title: string; children: ReactNode }

/** The campaign's state and possible actions, beside its facts. */
export function CampaignOverview({ campaign, title, children }: CampaignOverviewProps) {
  const id = useId()
  return (
    <div className={`sides ${css.page}`}>
      <section className={`panel ${css.status}`} aria-labelledby={id}>
        <div className="row spread">
          <h2 id={id}>{title}</h2>
          <CampaignStateChip campaign={campaign} />
        </div>
        {children}
      </section>
      <CampaignFacts campaign={campaign} />
    </div>
  )
}

/** Legal requirements that a campaign of this kind must meet before it starts, if the approver cannot waive them. */
export function LegalNotice({
  kind,
  can_waive_certificate = false,
}: {
  kind: PromotionKind
  can_waive_certificate?: boolean
}) {
  if (!promotionKindProperties[kind].needs_certificate) return null
  if (can_waive_certificate)
    return (
      <p className="soft small">
        Esta promoção não tem certificado de autorização, e nela tudo é trocado só por pontos. Quem aprova
        decide se ela pode começar assim, e escreve por quê.
      </p>
    )
  return (
    <p className="soft small">
      {promotionKindProperties[kind].title} distribui prêmios: pela Lei 5.768/1971 só pode começar com
      certificado de autorização, regulamento publicado e lista de prêmios.
    </p>
  )
}

type ReadinessProps = {
  campaign: StaffCampaign
  /** Where each missing item is fixed. */
  linkOf?: (missing: FieldError) => ReactNode
}

/**
 * What still prevents the signature: a kind that is not implemented, and each missing item under its field's label. Warnings
 * do not prevent it.
 */
export function Readiness({ campaign: { kind, missing, warnings, is_kind_built }, linkOf }: ReadinessProps) {
  return (
    <>
      {!is_kind_built && (
        <Notice tone="warn">
          O tipo {promotionKindProperties[kind].title} ainda não está disponível neste clube: a promoção pode
          ser escrita e enviada, mas ninguém consegue aprová-la.
        </Notice>
      )}
      {missing.length > 0 && (
        <Notice tone="warn">
          <ul className="stack" aria-label="O que falta">
            {missing.map((item) => (
              <li key={`${item.path} ${item.message}`}>
                <strong>{fieldTitle(item.path, kind)}:</strong> {item.message} {linkOf?.(item)}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {warnings.map((warning) => (
        <Notice key={warning} tone="warn">
          {warning}
        </Notice>
      ))}
      {missing.length === 0 && is_kind_built && <Notice tone="good">Nada falta para a assinatura.</Notice>}
    </>
  )
}
