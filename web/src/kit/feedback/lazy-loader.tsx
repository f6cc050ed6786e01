import { Suspense, useEffect, useState, type ReactNode } from 'react'

/** Spec §9: delay before a loading state is shown, in milliseconds. */
const lazyLoaderDelayMs = 200

type DelayedProps = { children: ReactNode; delayMs?: number }

/** Shows its children after a delay, so that fast loading does not flash. */
export function Delayed({ children, delayMs = lazyLoaderDelayMs }: DelayedProps) {
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), delayMs)
    return () => clearTimeout(timer)
  }, [delayMs])
  return late ? children : null
}

/** Lazy content whose skeleton is shown only after 200 ms. */
export function LazyLoader({ children, fallback, delayMs }: DelayedProps & { fallback: ReactNode }) {
  return (
    <Suspense fallback={<Delayed delayMs={delayMs ?? lazyLoaderDelayMs}>{fallback}</Delayed>}>
      {children}
    </Suspense>
  )
}
