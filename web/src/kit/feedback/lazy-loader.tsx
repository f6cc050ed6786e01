import { Suspense, useEffect, useState, type ReactNode } from 'react'

/** Spec §9: how long a wait may last before it is shown. */
const lazyLoaderDelayMs = 200

type DelayedProps = { children: ReactNode; delayMs?: number }

/** Shows what it holds only after a while, so that what is quick does not flash. */
export function Delayed({ children, delayMs = lazyLoaderDelayMs }: DelayedProps) {
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), delayMs)
    return () => clearTimeout(timer)
  }, [delayMs])
  return late ? children : null
}

/** What loads later, with its skeleton shown only when it takes longer than 200 ms. */
export function LazyLoader({ children, fallback, delayMs }: DelayedProps & { fallback: ReactNode }) {
  return (
    <Suspense fallback={<Delayed delayMs={delayMs ?? lazyLoaderDelayMs}>{fallback}</Delayed>}>
      {children}
    </Suspense>
  )
}
