import type { CampaignPage } from '@clube/contract/campaigns/campaign.ts'
import type { Partner } from '@clube/contract/partner-points/calls.ts'
import { amountRefusals, unavailablePartnerRefusals } from '@clube/contract/partner-points/refusals.ts'
import { fillMessage } from '@clube/contract/kernel/refusals.ts'
import { useEffect, useState } from 'react'
import { useParams } from 'wouter'
import { Button } from '../../../kit/button/button.tsx'
import { Notice } from '../../../kit/feedback/notice.tsx'
import { useForm } from '../../../kit/form/use-form.ts'
import { Loaded } from '../../../parts/club-data/loaded.tsx'
import { useCampaign } from '../../../parts/club-data/use-campaigns.ts'
import { LinkButton } from '../../../parts/link-button.tsx'
import { Page } from '../../../parts/page/page.tsx'
import { paths } from '../../../platform/navigation/paths.ts'
import { AmountField } from './amount-field.tsx'
import { amountError, formatTypedPoints, pointsOf } from './amount.ts'
import { ConfirmRedemption } from './confirm-redemption.tsx'
import { linkPathFrom, partnerPaths } from './partner-paths.ts'
import css from './partner-points.module.css'
import { sentQuote, type Quote } from './saved-redemption.ts'
import { ProcessingRedemptions } from './processing-redemptions.tsx'
import { offerOf, usePartners } from './use-partners.ts'
import { useQuote } from './use-quote.ts'

/** The exchange of a promotion: choose points, see what they are worth, confirm. */
export function RedeemPage() {
  const { slug } = useParams<{ slug: string }>()
  const campaign = useCampaign(slug)
  const partners = usePartners()
  return (
    <Page
      title={campaign.data?.title ?? 'Resgatar pontos'}
      back={{ href: paths.promotion(slug), label: 'Sobre a promoção' }}
    >
      <Loaded query={campaign} loadingText="Carregando a promoção">
        {(found) => (
          <Loaded query={partners} loadingText="Carregando o programa parceiro">
            {(list) => <Offer campaign={found} partners={list} />}
          </Loaded>
        )}
      </Loaded>
    </Page>
  )
}

type PartnerOffer = Partner['campaigns'][number]

function Offer({ campaign, partners }: { campaign: CampaignPage; partners: readonly Partner[] }) {
  const [sent, setSent] = useState(() => sentQuote.read(campaign.campaign_id))
  const found = offerOf(partners, campaign.campaign_id)
  const { eligible = true, reasons = [] } = campaign.eligibility ?? {}
  // A request without a response is repeated even if the rules have changed since.
  if (!eligible && !sent)
    return (
      <Notice tone="warn">
        {reasons.map(({ code, message }) => (
          <p key={code}>{message}</p>
        ))}
      </Notice>
    )
  if (!found)
    return (
      <>
        <Notice tone="warn">Esta promoção não troca pontos no momento.</Notice>
        <LinkButton href={partnerPaths.partners}>Ver programas parceiros</LinkButton>
      </>
    )
  const { partner, offer } = found
  if (!partner.is_on && !sent)
    return (
      <Notice tone="warn">
        {fillMessage(unavailablePartnerRefusals['partner-points.switched-off'].message, {
          partner: partner.name,
        })}
      </Notice>
    )
  if (!partner.link && !sent)
    return (
      <>
        <Notice>
          {fillMessage(amountRefusals['partner-points.not-linked'].message, { partner: partner.name })}
        </Notice>
        <LinkButton href={linkPathFrom(partner.partner, offer.slug)}>Vincular conta</LinkButton>
      </>
    )
  return (
    <ExchangeSteps
      campaign={campaign}
      partner={partner}
      offer={offer}
      sent={sent}
      onAnswered={() => setSent(null)}
    />
  )
}

type ExchangeStepsProps = {
  campaign: CampaignPage
  partner: Partner
  offer: PartnerOffer
  /** The quote whose redemption got no response, from before the page was opened. */
  sent: Quote | null
  onAnswered: () => void
}

type Step =
  | { kind: 'choosing'; text: string; isReturn: boolean }
  | { kind: 'confirming'; quote: Quote; notice: string | null }

/** Choosing the points, then confirming their quote. */
function ExchangeSteps({ campaign, partner, offer, sent, onAnswered }: ExchangeStepsProps) {
  const [step, setStep] = useState<Step>(() =>
    sent
      ? { kind: 'confirming', quote: sent, notice: null }
      : { kind: 'choosing', text: formatTypedPoints(String(offer.minimum)), isReturn: false },
  )
  if (step.kind === 'confirming')
    return (
      <ConfirmRedemption
        campaign={campaign}
        partner={partner}
        quote={step.quote}
        notice={step.notice}
        onQuote={(quote, notice) => setStep({ kind: 'confirming', quote, notice })}
        onAnswered={onAnswered}
        onBack={() =>
          setStep({
            kind: 'choosing',
            text: formatTypedPoints(String(step.quote.partner_points)),
            isReturn: true,
          })
        }
      />
    )
  return (
    <ChoosePoints
      partner={partner}
      offer={offer}
      initial={step.text}
      isReturn={step.isReturn}
      onQuote={(quote) => setStep({ kind: 'confirming', quote, notice: null })}
    />
  )
}

type ChoosePointsProps = {
  partner: Partner
  offer: PartnerOffer
  initial: string
  /** Whether the person came back to change the points. */
  isReturn: boolean
  onQuote: (quote: Quote) => void
}

function ChoosePoints({ partner: { name, link }, offer, initial, isReturn, onQuote }: ChoosePointsProps) {
  const { pending, refusal, request } = useQuote(offer.campaign_id, onQuote)
  const form = useForm({
    initial: { points: initial },
    rules: { points: (text) => amountError(text, offer) },
    onSubmit: ({ points }): Promise<void> => request(pointsOf(points), form),
  })
  // The button that led back here is no longer on the screen.
  useEffect(() => {
    if (isReturn) form.focus('points')
  }, [])
  return (
    <>
      <ProcessingRedemptions />
      <form className={`stack raised ${css.choose}`} {...form.props}>
        <AmountField
          {...form.field('points')}
          label={`Quantos pontos do ${name} você quer trocar?`}
          limits={offer}
        />
        {refusal !== null && (
          <div role="alert">
            <Notice tone="warn">{refusal}</Notice>
          </div>
        )}
        <Button type="submit" pending={pending} disabled={offer.left_today === 0}>
          Ver quanto valem
        </Button>
      </form>
      {offer.left_today === 0 && offer.limit_per_day !== null && (
        <Notice tone="warn">
          {fillMessage(amountRefusals['partner-points.daily-limit'].message, { n: offer.limit_per_day })}
        </Notice>
      )}
      <p className="soft small">
        Nada é trocado agora: você vê a cotação, que vale por cinco minutos, e confirma se quiser.
        {link && ` Sua conta do ${name} termina em ${link.member_end}.`}
      </p>
    </>
  )
}
