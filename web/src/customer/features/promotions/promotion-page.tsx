import { endSentence } from '@clube/contract/kernel/club-time.ts'
import type { Audience, CampaignPage } from '@clube/contract/campaigns/campaign.ts'
import { formatUses, promotionKindProperties } from '@clube/contract/kernel/promotion-kinds.ts'
import { Fragment, Suspense, type ReactNode } from 'react'
import { Link, useParams } from 'wouter'
import { Notice } from '../../../kit/feedback/notice.tsx'
import { Progress } from '../../../kit/feedback/progress.tsx'
import { Skeleton } from '../../../kit/feedback/skeleton.tsx'
import { Section } from '../../../kit/page/section.tsx'
import { Chip } from '../../../kit/surface/chip.tsx'
import { Loaded } from '../../../parts/club-data/loaded.tsx'
import { useCampaign } from '../../../parts/club-data/use-campaigns.ts'
import { useCredit } from '../../../parts/club-data/use-credit.ts'
import { formatEnd, formatShortDateTime } from '../../../parts/club-time.ts'
import { consentTitles } from '@clube/contract/consent/consent-titles.ts'
import { ForwardLink } from '../../../parts/forward-link/forward-link.tsx'
import { LinkButton } from '../../../parts/link-button.tsx'
import { formatCents } from '../../../parts/money.ts'
import { Page } from '../../../parts/page/page.tsx'
import { SpendRuleSentences } from '../../../parts/spend-rule.tsx'
import { useSettled } from '../../../parts/use-settled.ts'
import { formatTimeLeft, useServerNow } from '../../../parts/voucher/countdown.tsx'
import { useClub } from '../../../platform/app/app-context.tsx'
import { paths, signInPathFor } from '../../../platform/navigation/paths.ts'
import { CampaignPicture } from '../../promotions/campaign-card.tsx'
import { formatCampaignPeriod, isCancelled, stockLeft } from '../../promotions/campaign-labels.ts'
import { CreditProgress } from '../../promotions/credit-progress.tsx'
import type { NowEntry } from '../../promotions/promotion.ts'
import { promotionPages } from '../../promotions/promotion-pages.ts'
import { useOffer, usePromotion } from '../../promotions/promotions.ts'
import css from './promotions.module.css'

/** One promotion: description, eligibility, period, and the primary action. */
export function PromotionPage() {
  const { slug } = useParams<{ slug: string }>()
  const campaign = useCampaign(slug)
  const skeleton = (
    <>
      <Skeleton shape="picture" />
      <Skeleton count={6} />
    </>
  )
  return (
    <Page
      title={campaign.data?.title ?? 'Promoção'}
      back={{ href: paths.promotions, label: 'Promoções' }}
      width="wide"
    >
      <Loaded query={campaign} loadingText="Carregando a promoção" skeleton={skeleton}>
        {(found) => (
          <Suspense fallback={skeleton}>
            <Promotion campaign={found} skeleton={skeleton} />
          </Suspense>
        )}
      </Loaded>
    </Page>
  )
}

function Promotion({ campaign, skeleton }: { campaign: CampaignPage; skeleton: ReactNode }) {
  const { chip, left, hold, stock, isCounting } = useOffer(campaign)
  const { credit, isLoading } = useMyCredit(campaign)
  if (!useSettled(isLoading)) return skeleton
  return (
    <div className={css.columns}>
      <div className={css.picture}>
        <CampaignPicture kind={campaign.kind} seed={campaign.cd_identificador} />
      </div>
      <div className={css.offer}>
        <div className={`row ${css.state}`}>
          <span className="soft">{promotionKindProperties[campaign.kind].title}</span>
          {chip && <Chip tone={chip.tone}>{chip.label}</Chip>}
        </div>
        <p className={css.summary}>{campaign.summary}</p>
        {stock ? (
          <Progress
            label="O que ainda há"
            value={stock.remaining}
            max={stock.total}
            valueText={stockLeft(stock)}
          />
        ) : isCounting ? (
          <div className={css.counting} aria-hidden="true">
            <Progress label="O que ainda há" value={0} max={1} valueText={'\u00a0'} />
          </div>
        ) : (
          left !== '' && <p className={css.left}>{left ?? '\u00a0'}</p>
        )}
        {credit && (
          <Section title="Suas notas nesta promoção">
            <CreditProgress credit={credit} />
            {campaign.state === 'active' && <ForwardLink href={paths.newReceipt} title="Cadastrar nota" />}
          </Section>
        )}
        {hold ? <Hold {...hold} /> : <PrimaryAction campaign={campaign} />}
      </div>
      <div className={`stack ${css.text}`}>
        {campaign.description.split(/\n\s*\n/).map((paragraph, index) => (
          <p key={index}>{paragraph}</p>
        ))}
      </div>
      <PromotionFacts campaign={campaign} />
    </div>
  )
}

/** What the signed-in person's receipts give; none if it fails to load, because the page is usable without it. */
function useMyCredit({ campaign_id, spend_rule, eligibility }: CampaignPage) {
  const isShown = spend_rule !== null && eligibility !== null
  const { data, isLoading } = useCredit({ enabled: isShown })
  return { credit: isShown && data?.find((each) => each.campaign_id === campaign_id), isLoading }
}

/** Links to the person's hold while it can be confirmed; replaces the primary action, which opens the same page. */
function Hold({ until, ...entry }: NowEntry) {
  const leftMs = Date.parse(until ?? '') - useServerNow()
  return <ForwardLink {...entry} variant="main" clock={leftMs > 0 ? formatTimeLeft(leftMs) : undefined} />
}

/** The primary action, or the server's reasons why it is not available. */
function PrimaryAction({ campaign }: { campaign: CampaignPage }) {
  const { eligibility } = campaign
  if (!eligibility) {
    const entry = signInPathFor(paths.promotion(campaign.slug))
    return campaign.state === 'active' ? <LinkButton href={entry}>Entrar para participar</LinkButton> : null
  }
  if (isCancelled(campaign)) return <Notice tone="warn">Esta promoção foi cancelada antes de começar.</Notice>
  if (!eligibility.eligible)
    return (
      <Notice tone="warn">
        {eligibility.reasons.map(({ code, message }) => (
          <p key={code}>{message}</p>
        ))}
      </Notice>
    )
  const action = promotionPages[campaign.kind]?.primaryAction(campaign.slug)
  return action ? (
    <>
      {campaign.state === 'ended' && campaign.redeem_until && (
        <Notice>
          A promoção terminou.{' '}
          {endSentence(`O que suas notas já deram pode ser usado até ${formatEnd(campaign.redeem_until)}`)}
        </Notice>
      )}
      <LinkButton href={action.href}>{action.label}</LinkButton>
    </>
  ) : (
    <Notice>Participe no balcão de atendimento ou no totem do shopping.</Notice>
  )
}

/** Period, eligibility, documents, and the facts required by law. */
function PromotionFacts({ campaign }: { campaign: CampaignPage }) {
  const { minimum_age } = useClub()
  const Facts = usePromotion(campaign.kind)?.Facts
  const { spend_rule: spend, limit_per_customer: limit, redeem_until } = campaign
  const facts = {
    Período: isCancelled(campaign)
      ? formatCampaignPeriod(campaign)
      : `De ${formatShortDateTime(campaign.starts_at)} até ${formatEnd(campaign.ends_at)}`,
    'Quem pode participar': describeAudience(campaign.audience, minimum_age),
    'Notas fiscais': spend && <SpendRuleSentences kind={campaign.kind} rule={spend} />,
    'Limite por pessoa':
      limit === null ? null : formatUses(promotionKindProperties[campaign.kind].unit, limit),
    Retirada: redeem_until && `Até ${formatEnd(redeem_until)}`,
  }
  return (
    <Section title="Como funciona" className={`stack raised ${css.facts}`}>
      <dl className={css.list}>
        {Object.entries(facts).map(
          ([label, value]) =>
            value && (
              <Fragment key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </Fragment>
            ),
        )}
        {Facts && <Facts campaign={campaign} />}
      </dl>
      <Documents campaign={campaign} />
      <Legal campaign={campaign} />
    </Section>
  )
}

function describeAudience({ document_types, minimum_age }: Audience, clubAge: number): string {
  const people = document_types.includes('cpf')
    ? `pessoas com CPF a partir de ${minimum_age ?? clubAge} anos`
    : ''
  const companies = document_types.includes('cnpj') ? 'empresas com CNPJ' : ''
  const both = [people, companies].filter((part) => part !== '').join(' e ')
  return both.charAt(0).toUpperCase() + both.slice(1)
}

function Documents({ campaign }: { campaign: CampaignPage }) {
  const { slug: scope, spend_rule, regulation_version, terms_version } = campaign
  const versions = { promotion_regulation: regulation_version, promotion_terms: terms_version }
  const links = (Object.keys(versions) as (keyof typeof versions)[]).flatMap((kind) => {
    const version = versions[kind]
    if (version === null) return []
    const search = new URLSearchParams({ version, scope }).toString()
    return (
      <Link key={kind} href={`${paths.document(kind)}?${search}`}>
        {consentTitles[kind]}
      </Link>
    )
  })
  // Receipts of every participating shop count.
  if (spend_rule)
    links.unshift(
      <Link key="shops" href={paths.shops}>
        Lojas participantes
      </Link>,
    )
  return links.length > 0 && <p className={`row ${css.links}`}>{links}</p>
}

function Legal({ campaign }: { campaign: CampaignPage }) {
  const { certificate_number, authority, prize_list } = campaign.legal
  if (!certificate_number && prize_list.length === 0) return null
  return (
    <>
      {prize_list.length > 0 && (
        <>
          <h3>Prêmios</h3>
          <ul className={css.prizes}>
            {prize_list.map(({ title, quantity, value_cents }) => (
              <li key={title}>
                {quantity.toLocaleString('pt-BR')} × {title}, {formatCents(value_cents)} cada
              </li>
            ))}
          </ul>
        </>
      )}
      {certificate_number && (
        <p className="soft">
          Certificado de autorização {certificate_number}
          {authority && `, ${authority}`}
        </p>
      )}
    </>
  )
}
