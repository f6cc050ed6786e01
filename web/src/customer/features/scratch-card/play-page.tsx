import type { CampaignPage } from '@clube/contract/campaigns/campaign.ts'
import type { CreditProgress as CreditProgressOf } from '@clube/contract/campaigns/credit-calls.ts'
import type { DrawnCard, WaitingCard } from '@clube/contract/scratch-card/calls.ts'
import type { ScratchOffer } from '@clube/contract/scratch-card/offer-calls.ts'
import { drawRefusals } from '@clube/contract/scratch-card/refusals.ts'
import { useState } from 'react'
import { useParams } from 'wouter'
import { Button } from '../../../kit/button/button.tsx'
import { Notice } from '../../../kit/feedback/notice.tsx'
import { Section } from '../../../kit/page/section.tsx'
import { Loaded } from '../../../parts/club-data/loaded.tsx'
import { useCampaign } from '../../../parts/club-data/use-campaigns.ts'
import { useCredit } from '../../../parts/club-data/use-credit.ts'
import { ForwardLink } from '../../../parts/forward-link/forward-link.tsx'
import { formatCents } from '../../../parts/money.ts'
import { Page } from '../../../parts/page/page.tsx'
import { paths } from '../../../platform/navigation/paths.ts'
import { CreditProgress } from '../../promotions/credit-progress.tsx'
import { CardView } from './card-view.tsx'
import { CodeForm } from './code-form.tsx'
import { availableOf, formatCards } from './card-counts.ts'
import { coveredCards } from './covered-cards.ts'
import { readCode } from './saved-code.ts'
import { scratchPaths } from './scratch-paths.ts'
import { useDrawCard, useMyCards, useScratchOffer } from './use-scratch-cards.ts'

/** Draws cards of a promotion: by the code of a printed card or by receipts, then scratches them. */
export function PlayPage() {
  const { slug } = useParams<{ slug: string }>()
  const campaign = useCampaign(slug)
  if (campaign.data) return <Play campaign={campaign.data} />
  return (
    <Page title="Raspadinha" back={{ href: paths.promotions, label: 'Promoções' }}>
      <Loaded query={campaign} loadingText="Carregando a promoção">
        {() => null}
      </Loaded>
    </Page>
  )
}

function Play({ campaign }: { campaign: CampaignPage }) {
  const offer = useScratchOffer(campaign.campaign_id)
  const [card, setCard] = useState<DrawnCard | null>(null)
  return (
    <Page title={campaign.title} back={{ href: paths.promotion(campaign.slug), label: 'Sobre a promoção' }}>
      {card ? (
        <CardView
          key={card.position}
          card={card}
          slug={campaign.slug}
          isCovered
          again={
            <Button variant="outline" onClick={() => setCard(null)}>
              Raspar outra
            </Button>
          }
        />
      ) : (
        <Loaded query={offer} loadingText="Carregando a raspadinha">
          {(found) => <NextCard campaign={campaign} offer={found} onDrawn={setCard} />}
        </Loaded>
      )}
    </Page>
  )
}

type NextCardProps = {
  campaign: CampaignPage
  offer: ScratchOffer
  onDrawn: (card: DrawnCard) => void
}

/** How the person can get the next card, and what they can win. */
function NextCard({ campaign, offer, onDrawn }: NextCardProps) {
  const { pending, refusal, drawTyped, drawOwn } = useDrawCard(campaign, onDrawn)
  const { eligible = true, reasons = [] } = campaign.eligibility ?? {}
  const isOpen = eligible && offer.deck === 'sealed'
  const given = useGivenCards(campaign)
  const credit = useOwnCredit(campaign, offer)
  const earned = credit ? availableOf(credit) : 0
  return (
    <>
      <UnscratchedCards campaign_id={campaign.campaign_id} />
      {!eligible && (
        <Notice tone="warn">
          {reasons.map(({ code, message }) => (
            <p key={code}>{message}</p>
          ))}
        </Notice>
      )}
      {eligible && offer.deck === null && (
        <Notice tone="warn">{drawRefusals['scratch-card.not-sealed'].message}</Notice>
      )}
      {refusal !== null && (
        <div role="alert">
          <Notice tone="warn">{refusal}</Notice>
        </div>
      )}
      {isOpen && given.length > 0 && (
        <GivenCards cards={given} pending={pending} onDraw={(code) => void drawOwn(code)} />
      )}
      {isOpen && offer.earned_by.includes('paper') && (
        <CodeForm
          initial={readCode(campaign.campaign_id) ?? ''}
          variant={given.length + earned > 0 ? 'outline' : 'primary'}
          pending={pending}
          onCode={drawTyped}
        />
      )}
      {isOpen && credit && (
        <EarnedCards
          credit={credit}
          variant={given.length > 0 ? 'outline' : 'primary'}
          pending={pending}
          onDraw={() => void drawOwn('')}
        />
      )}
      <Prizes offer={offer} slug={campaign.slug} />
    </>
  )
}

/** Cards that were drawn and not scratched on this device. */
function UnscratchedCards({ campaign_id }: { campaign_id: string }) {
  const cards = useMyCards().data?.drawn ?? []
  const own = cards.filter((card) => card.campaign_id === campaign_id && coveredCards.has(card))
  return own.map((card) => (
    <ForwardLink
      key={card.position}
      variant="main"
      href={scratchPaths.card(card)}
      title="Você tem uma raspadinha para raspar"
      text="O resultado já está definido e guardado na sua conta."
    />
  ))
}

/** The cards that the desk gave the person in this promotion. */
function useGivenCards({ campaign_id }: CampaignPage): readonly WaitingCard[] {
  const { waiting = [] } = useMyCards().data ?? {}
  return waiting.filter((card) => card.campaign_id === campaign_id)
}

/** The person's receipts, if they earn cards. */
function useOwnCredit({ campaign_id, spend_rule }: CampaignPage, { earned_by }: ScratchOffer) {
  const { data } = useCredit({ enabled: spend_rule !== null && earned_by.includes('receipts') })
  return data?.find((each) => each.campaign_id === campaign_id)
}

type GivenCardsProps = {
  cards: readonly WaitingCard[]
  pending: boolean
  onDraw: (code: string) => void
}

const GivenCards = ({ cards, pending, onDraw }: GivenCardsProps) => (
  <Section title="Raspadinhas que você ganhou" className="stack raised">
    <p>Você tem {formatCards(cards.length)} do balcão.</p>
    <Button pending={pending} onClick={() => onDraw(cards[0]?.code ?? '')}>
      Raspar agora
    </Button>
  </Section>
)

type EarnedCardsProps = {
  credit: CreditProgressOf
  variant: 'primary' | 'outline'
  pending: boolean
  onDraw: () => void
}

/** The cards that receipts have earned, and the progress toward the next one. */
function EarnedCards({ credit, variant, pending, onDraw }: EarnedCardsProps) {
  const available = availableOf(credit)
  return (
    <Section title="Raspadinhas das suas notas" className="stack raised">
      {available > 0 && (
        <Button variant={variant} pending={pending} onClick={onDraw}>
          Raspar agora
        </Button>
      )}
      <CreditProgress credit={credit} />
      {!credit.has_ended && <ForwardLink href={paths.newReceipt} title="Cadastrar nota fiscal" />}
    </Section>
  )
}

/** The prizes of the whole deck, the rules, and where to verify them. */
const Prizes = ({
  offer: { cards, prizes, limit_per_day, deck },
  slug,
}: {
  offer: ScratchOffer
  slug: string
}) => (
  <Section title="O que dá para ganhar" className="stack raised">
    <ul className="lines">
      {prizes.map(({ title, quantity, value_cents }) => (
        <li key={title}>
          <strong>{title}</strong>
          <br />
          <span className="soft figures">
            {quantity.toLocaleString('pt-BR')} {quantity === 1 ? 'prêmio' : 'prêmios'} de{' '}
            {formatCents(value_cents)}
          </span>
        </li>
      ))}
    </ul>
    <p className="soft">
      São {cards.toLocaleString('pt-BR')} raspadinhas na promoção inteira
      {limit_per_day !== null && `, e cada pessoa raspa até ${formatCards(limit_per_day)} por dia`}. O
      resultado é definido quando o código é enviado; raspar só o mostra.
    </p>
    <div>
      <ForwardLink href={scratchPaths.mine} title="Minhas raspadinhas" />
      {deck !== null && (
        <ForwardLink href={scratchPaths.proof(slug)} title="Como conferir que ninguém mudou os resultados" />
      )}
    </div>
  </Section>
)
