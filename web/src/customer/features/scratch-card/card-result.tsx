import type { DrawnCard, WonPrize } from '@clube/contract/scratch-card/calls.ts'
import { useEffect, useRef, type ReactNode } from 'react'
import { Counter } from '../../../kit/feedback/counter.tsx'
import { formatEnd } from '../../../parts/club-time.ts'
import { ForwardLink } from '../../../parts/forward-link/forward-link.tsx'
import { LinkButton } from '../../../parts/link-button.tsx'
import { formatCents } from '../../../parts/money.ts'
import { paths } from '../../../platform/navigation/paths.ts'
import css from './card-result.module.css'
import { scratchPaths } from './scratch-paths.ts'

type CardResultProps = {
  card: DrawnCard
  /** Null while unknown, and for a card without a prize. */
  award_id: string | null
  /** Whether it was just revealed: then the heading gets the focus, and screen readers announce it once. */
  isNew: boolean
  /** The evidence. */
  children: ReactNode
}

/** The result of a card in words, what to do with a prize, and the evidence for the holder. */
export function CardResult({ card, award_id, isNew, children }: CardResultProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isNew) heading.current?.focus({ preventScroll: true })
  }, [isNew])
  const { prize } = card
  return (
    <section className={`stack ${css.result}`} aria-labelledby="resultado">
      <h2 ref={heading} id="resultado" tabIndex={-1}>
        {prize ? (
          <>
            {/* The card above shows the prize, but is hidden from screen readers. */}
            <span aria-hidden="true">Você ganhou!</span>
            <span className="sr-only">Você ganhou: {prize.title}!</span>
          </>
        ) : (
          'Esta raspadinha não tinha prêmio.'
        )}
      </h2>
      {prize ? <Prize prize={prize} award_id={award_id} /> : <p>Obrigado por participar.</p>}
      {children}
    </section>
  )
}

function Prize({ prize, award_id }: { prize: WonPrize; award_id: string | null }) {
  const { kind, value_cents, points, pickup_place, pickup_until } = prize
  if (kind === 'points' && points !== null)
    return (
      <>
        <p className={css.value}>
          + <Counter value={points} /> {points === 1 ? 'ponto' : 'pontos'}
        </p>
        <p>Os pontos já estão no seu saldo.</p>
        <LinkButton variant="outline" href={paths.points}>
          Ver meus pontos
        </LinkButton>
      </>
    )
  return (
    <>
      {kind === 'card' && value_cents % 100 === 0 ? (
        <p className={css.value}>
          R$ <Counter value={value_cents / 100} />
        </p>
      ) : (
        <p className="soft figures">No valor de {formatCents(value_cents)}</p>
      )}
      {pickup_place !== null && pickup_until !== null && (
        <p>
          Retire até {formatEnd(pickup_until)}, {pickup_place}. Leve um documento com foto.
        </p>
      )}
      {award_id !== null && <LinkButton href={scratchPaths.award(award_id)}>Ver meu prêmio</LinkButton>}
    </>
  )
}

/** What a person needs to verify later that the result was not changed. */
export const Evidence = ({ card: { position, head }, slug }: { card: DrawnCard; slug: string | null }) => (
  <details className={css.evidence}>
    <summary>Como conferir este resultado</summary>
    <div className="stack">
      <p>
        A sua raspadinha foi a de número {position.toLocaleString('pt-BR')} do baralho, que foi lacrado antes
        da primeira. Guarde esse número e o resumo abaixo: no fim da promoção, a prova compara os dois e
        mostra se alguma raspadinha até a sua foi mudada.
      </p>
      <p>
        <code className={css.head}>{(head.match(/.{1,8}/g) ?? []).join(' ')}</code>
      </p>
      {slug !== null && <ForwardLink href={scratchPaths.proof(slug)} title="Ver a prova desta promoção" />}
    </div>
  </details>
)
