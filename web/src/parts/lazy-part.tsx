import { useEffect, type ReactNode } from 'react'
import { LazyLoader } from '../kit/feedback/lazy-loader.tsx'
import { Skeleton } from '../kit/feedback/skeleton.tsx'
import { trackPending } from '../kit/overlay/pending-count.ts'
import { showToast } from '../kit/toast/toast-store.ts'
import { networkMessage } from '../platform/api/explain.ts'
import {
  lazyPage,
  recordChunkFailure,
  retryFailedLoads,
  type LazyPage,
} from '../platform/navigation/lazy-page.tsx'

/**
 * A part of a page whose code is loaded separately, such as a later step or a form that a button opens.
 * `fallback` is shown if the code arrives late.
 */
export function lazyPart<Props extends object>(
  load: Parameters<typeof lazyPage<Props>>[0],
  fallback: ReactNode = <Skeleton shape="card" />,
): LazyPage<Props> {
  const Part = lazyPage(load)
  const LazyPart = (props: Props) => (
    <LazyLoader fallback={fallback}>
      <Part {...props} />
    </LazyLoader>
  )
  return Object.assign(LazyPart, { preload: Part.preload })
}

type Part = { preload: () => Promise<unknown> }

/**
 * Loads the code of a part that a button opens, under the loading overlay.
 * @returns whether it is loaded; otherwise a toast says that the connection failed, or the page reloads if nothing else helps
 */
export async function loadPart({ preload }: Part): Promise<boolean> {
  try {
    await trackPending(preload())
    return true
  } catch {
    if (recordChunkFailure()) window.location.reload()
    showToast({ message: networkMessage, type: 'error' })
    return false
  }
}

/** Loads the code of parts while an earlier one is shown. If that fails, it is loaded again once the part is shown. */
export function usePreload(...parts: readonly Part[]): void {
  useEffect(() => {
    for (const { preload } of parts) preload().catch(retryFailedLoads)
    // Parts are constants of their modules.
  }, [])
}
