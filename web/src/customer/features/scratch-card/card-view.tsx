import type { DrawnCard } from '@clube/contract/scratch-card/calls.ts'
import { startTransition, useDeferredValue, useState, type ReactNode } from 'react'
import { HelpLink, participationSubject } from '../../../parts/help-link.tsx'
import { LinkButton } from '../../../parts/link-button.tsx'
import { CardResult, Evidence } from './card-result.tsx'
import { coveredCards } from './covered-cards.ts'
import { ScratchCard } from './scratch-card.tsx'
import { scratchPaths } from './scratch-paths.ts'
import { useMyCards } from './use-scratch-cards.ts'

type CardViewProps = {
  card: DrawnCard
  /** Slug of the promotion; null if it is no longer listed. */
  slug: string | null
  /** Whether it is still to be scratched. */
  isCovered: boolean
  /** A button for the next card, below the result. */
  again?: ReactNode
}

/** A drawn card: scratching it, then its result. */
export function CardView({ card, slug, isCovered: wasCovered, again }: CardViewProps) {
  const [isCovered, setCovered] = useState(wasCovered)
  // The list of cards may be loaded again while the result is shown.
  const [isNew] = useState(wasCovered)
  // What follows the result is rendered after it, so that a slow phone does not lay out everything in one task.
  const isComplete = useDeferredValue(!isCovered)
  const reveal = () => {
    coveredCards.remove(card)
    // A transition does not block input: the finger may still be moving.
    startTransition(() => setCovered(false))
  }
  const { campaign_id, position } = card
  const own = useMyCards().data?.drawn.find(
    (each) => each.campaign_id === campaign_id && each.position === position,
  )
  return (
    <>
      <ScratchCard prize={card.prize} isCovered={isCovered} onRevealed={reveal} />
      {!isCovered && (
        <>
          <CardResult card={card} award_id={own?.award?.award_id ?? null} isNew={isNew}>
            {isComplete && <Evidence card={card} slug={slug} />}
          </CardResult>
          {isComplete && (
            <div className="tight">
              {again}
              <LinkButton variant="quiet" href={scratchPaths.mine}>
                Minhas raspadinhas
              </LinkButton>
              {own && <HelpLink {...participationSubject(own)} subject={`raspadinha número ${position}`} />}
            </div>
          )}
        </>
      )}
    </>
  )
}
