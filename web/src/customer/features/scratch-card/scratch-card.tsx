import type { WonPrize } from '@clube/contract/scratch-card/calls.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Button } from '../../../kit/button/button.tsx'
import { Outline } from '../../../kit/icon/icon.tsx'
import { prizeIconPaths } from './prize-icon-paths.ts'
import { createScratchSurface } from './scratch-surface.ts'
import { useScratchSound } from './scratch-sound.ts'
import css from './scratch-card.module.css'

type ScratchCardProps = {
  /** Null for a card without a prize. */
  prize: WonPrize | null
  /** Whether the result is still under the foil. */
  isCovered: boolean
  /** Called once, when enough is scratched or the button was pressed. */
  onRevealed: () => void
}

/**
 * A card with its result under foil. Foil and face are hidden from screen readers, which get the result from the text
 * below the card once it is revealed.
 */
export function ScratchCard({ prize, isCovered, onRevealed }: ScratchCardProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  // The foil stays until it has faded.
  const [hasFoil, setHasFoil] = useState(isCovered)
  const sound = useScratchSound()
  const handleScratching = useEffectEvent(sound.setPlaying)
  const handleScratched = useEffectEvent(onRevealed)

  useEffect(() => {
    if (!canvas.current || !isCovered) return
    const surface = createScratchSurface(canvas.current, {
      onScratching: (isScratching) => handleScratching(isScratching),
      onScratched: () => handleScratched(),
    })
    return surface.destroy
  }, [isCovered])
  useEffect(() => {
    if (isCovered) return
    handleScratching(false)
    const timer = setTimeout(() => setHasFoil(false), fadeMs)
    return () => clearTimeout(timer)
  }, [isCovered])

  return (
    <div className="stack">
      <div className={css.card} data-result={prize ? 'won' : 'lost'}>
        <Face prize={prize} />
        {hasFoil && (
          <canvas
            ref={canvas}
            className={css.foil}
            data-revealed={isCovered ? undefined : ''}
            aria-hidden="true"
          />
        )}
        {prize && !isCovered && hasFoil && <Confetti />}
      </div>
      {isCovered && (
        <>
          <p className={css.hint}>Raspe com o dedo ou toque no botão.</p>
          <Button onClick={onRevealed}>Revelar resultado</Button>
          <Button variant="quiet" onClick={sound.toggle}>
            {sound.isOn ? 'Desligar o som' : 'Ligar o som'}
          </Button>
        </>
      )}
    </div>
  )
}

/** As long as the CSS transition and the confetti. */
const fadeMs = 1_400

/** The face of the card, as printed under the foil. */
const Face = ({ prize }: { prize: WonPrize | null }) => (
  <div className={css.face} aria-hidden="true">
    <span className={css.seal}>
      <Outline path={prize ? prizeIconPaths[prize.kind] : prizeIconPaths.points} size={34} />
    </span>
    <strong className={css.title}>{prize ? prize.title : 'Não foi desta vez'}</strong>
    <span className={css.label}>{prize ? 'Você ganhou' : 'Sem prêmio'}</span>
  </div>
)

const pieces = 14

/**
 * Pieces of paper that fly out of a winning card; none under reduced motion. They start shortly after the result, which
 * slow phones would otherwise show later.
 */
function Confetti() {
  const [isFlying, setFlying] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setFlying(true), confettiDelayMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    isFlying && (
      <div className={css.confetti} aria-hidden="true">
        {Array.from({ length: pieces }, (_, index) => (
          <i key={index} style={{ '--piece': index } as Record<string, number>} />
        ))}
      </div>
    )
  )
}

const confettiDelayMs = 80
