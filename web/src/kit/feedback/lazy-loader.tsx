import { Suspense, useEffect, useState, type ReactNode } from 'react'

/** Spec §9: delay before a loading state is shown. The gallery shortens it. */
export const lazyLoaderDelay = { ms: 200 }

/** Shows its children after a delay, so that fast loading does not flash. */
export function Delayed({ children }: { children: ReactNode }) {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), lazyLoaderDelay.ms)
    return () => clearTimeout(timer)
  }, [])
  return isLate ? children : null
}

/** Lazy content whose skeleton is shown only after 200 ms. */
export function LazyLoader({ children, fallback }: { children: ReactNode; fallback: ReactNode }) {
  return <Suspense fallback={<Delayed>{fallback}</Delayed>}>{children}</Suspense>
}
