import { useEffect, useRef, useState } from 'react'

/** Spec §9. */
const counterMs = 1_000

const numberFormat = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 0 })

/** A number that counts up to its value (spec §2). Screen readers get the final value only; reduced motion skips the animation. */
export function Counter({ value }: { value: number }) {
  const [shown, setShown] = useState(value)
  const from = useRef(0)
  useEffect(() => {
    const start = from.current
    from.current = value
    if (start === value) return
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
      setShown(value)
      return
    }
    let startedAt: number | undefined
    let frame = requestAnimationFrame(function step(timestamp) {
      startedAt ??= timestamp
      const progress = Math.min(1, (timestamp - startedAt) / counterMs)
      // Ease out.
      setShown(start + (value - start) * (1 - (1 - progress) ** 3))
      if (progress < 1) frame = requestAnimationFrame(step)
    })
    return () => cancelAnimationFrame(frame)
  }, [value])

  return (
    <>
      <span className="figures" aria-hidden="true">
        {numberFormat.format(shown)}
      </span>
      <span className="sr-only">{numberFormat.format(value)}</span>
    </>
  )
}
