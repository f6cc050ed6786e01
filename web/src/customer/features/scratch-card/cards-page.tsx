import type { DataOf } from '@clube/contract/kernel/call.ts'
import {
  awardStateTitles,
  type listMyScratchCardsCall,
  type WaitingCard,
} from '@clube/contract/scratch-card/calls.ts'
import { Link } from 'wouter'
import { Icon, Outline } from '../../../kit/icon/icon.tsx'
import { Section } from '../../../kit/page/section.tsx'
import { Chip } from '../../../kit/surface/chip.tsx'
import { Loaded } from '../../../parts/club-data/loaded.tsx'
import { useCredit } from '../../../parts/club-data/use-credit.ts'
import { formatEnd, formatShortDateTime } from '../../../parts/club-time.ts'
import { EmptyPersonalList } from '../../../parts/empty-list.tsx'
import { ForwardLink } from '../../../parts/forward-link/forward-link.tsx'
import { Page } from '../../../parts/page/page.tsx'
import { HiddenItemsNotice } from '../../../parts/password-needed/password-needed.tsx'
import { paths } from '../../../platform/navigation/paths.ts'
import { awardTones } from './award-item.ts'
import { availableOf, formatCards } from './card-counts.ts'
import css from './cards-page.module.css'
import { coveredCards } from './covered-cards.ts'
import { prizeIconPaths } from './prize-icon-paths.ts'
import { scratchPaths } from './scratch-paths.ts'
import { useMyCards } from './use-scratch-cards.ts'

type OwnCard = DataOf<typeof listMyScratchCardsCall>['drawn'][number]

/** Minhas raspadinhas: cards to scratch, then the results. */
export function CardsPage() {
  const earned = useEarnedCards()
  return (
    <Page title="Minhas raspadinhas">
      <Loaded query={useMyCards()} loadingText="Carregando suas raspadinhas">
        {({ waiting, drawn }) => {
          const covered = drawn.filter((card) => coveredCards.has(card))
          const scratched = drawn.filter((card) => !covered.includes(card))
          const given = groupsOf(waiting)
          if (drawn.length === 0 && waiting.length === 0 && earned.length === 0)
            return (
              <EmptyPersonalList illustration="ticket" href={paths.promotions} action="Ver promoções">
                Suas raspadinhas aparecem aqui.
              </EmptyPersonalList>
            )
          return (
            <>
              {covered.length + given.length + earned.length > 0 && (
                <Section title="Para raspar">
                  {covered.map((card) => (
                    <ForwardLink
                      key={`${card.campaign_id}/${card.position}`}
                      variant="main"
                      href={scratchPaths.card(card)}
                      title="Raspadinha fechada"
                      text={`O resultado está guardado desde ${formatShortDateTime(card.drawn_at)}.`}
                    />
                  ))}
                  {given.map(({ card: { campaign_id, campaign_title, cd_identificador }, count }) => (
                    <ForwardLink
                      key={campaign_id}
                      variant="main"
                      href={`${scratchPaths.entry}?cd_identificador=${cd_identificador}`}
                      title={`Você ganhou ${formatCards(count)}`}
                      text={`Do balcão, em ${campaign_title}.`}
                    />
                  ))}
                  {earned.map(({ slug, title, count }) => (
                    <ForwardLink
                      key={slug}
                      variant="main"
                      href={scratchPaths.play(slug)}
                      title={`Você tem ${formatCards(count)}`}
                      text={`Das suas notas em ${title}.`}
                    />
                  ))}
                </Section>
              )}
              {scratched.length > 0 && <Results cards={scratched} />}
              <HiddenItemsNotice />
            </>
          )
        }}
      </Loaded>
    </Page>
  )
}

/** The waiting cards of each promotion. */
const groupsOf = (cards: readonly WaitingCard[]): { card: WaitingCard; count: number }[] =>
  cards
    .filter((card, index) => cards.findIndex((each) => each.campaign_id === card.campaign_id) === index)
    .map((card) => ({
      card,
      count: cards.filter(({ campaign_id }) => campaign_id === card.campaign_id).length,
    }))

/** The number of cards that the person can draw now with the credit of their receipts, by promotion. */
function useEarnedCards(): { slug: string; title: string; count: number }[] {
  const { data = [] } = useCredit({ enabled: true })
  return data
    .filter(({ kind }) => kind === 'scratch_card')
    .map((credit) => ({ slug: credit.slug, title: credit.title, count: availableOf(credit) }))
    .filter(({ count }) => count > 0)
}

const Results = ({ cards }: { cards: readonly OwnCard[] }) => (
  <Section title="Resultados">
    <ul className={`stack ${css.cards}`}>
      {cards.map((card) => (
        <li key={`${card.campaign_id}/${card.position}`}>
          <Result card={card} />
        </li>
      ))}
    </ul>
  </Section>
)

function Result({ card }: { card: OwnCard }) {
  const { award, campaign_title, prize, drawn_at } = card
  const href =
    award && prize?.kind !== 'points' ? scratchPaths.award(award.award_id) : scratchPaths.card(card)
  return (
    <Link href={href} className={`raised ${css.card}`} data-result={prize ? 'won' : 'lost'}>
      <span className={css.icon}>
        {prize ? <Outline path={prizeIconPaths[prize.kind]} size={26} /> : <Icon name="close" size={22} />}
      </span>
      <span className="titled">
        <strong>{prize ? prize.title : 'Sem prêmio'}</strong>
        {award && (
          <span>
            <Chip tone={awardTones[award.state]}>{awardStateTitles[award.state]}</Chip>
          </span>
        )}
        {award?.state === 'pending' && prize && prize.pickup_until !== null && (
          <span className="figures">Retire até {formatEnd(prize.pickup_until)}</span>
        )}
        <span className="soft small">
          {campaign_title}, {formatShortDateTime(drawn_at)}
        </span>
      </span>
      <Icon name="next" />
    </Link>
  )
}
