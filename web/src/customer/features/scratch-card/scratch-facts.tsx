import type { CampaignPage } from '@clube/contract/campaigns/campaign.ts'
import { Link } from 'wouter'
import { formatCards } from './card-counts.ts'
import { scratchPaths } from './scratch-paths.ts'
import css from './scratch-facts.module.css'
import { useScratchOffer } from './use-scratch-cards.ts'

/** How many cards there are, how many a person can draw per day, and the proof; empty until loaded. */
export function ScratchFacts({ campaign: { campaign_id, slug } }: { campaign: CampaignPage }) {
  const { data } = useScratchOffer(campaign_id)
  if (!data) return null
  const { cards, limit_per_day, deck } = data
  return (
    <>
      <dt>Raspadinhas</dt>
      <dd>
        {cards.toLocaleString('pt-BR')} na promoção inteira
        {limit_per_day !== null && `, até ${formatCards(limit_per_day)} por pessoa e dia`}
      </dd>
      {deck !== null && (
        <>
          <dt>Prova</dt>
          <dd>
            <Link href={scratchPaths.proof(slug)} className={css.proof}>
              Conferir que ninguém muda os resultados
            </Link>
          </dd>
        </>
      )}
    </>
  )
}
