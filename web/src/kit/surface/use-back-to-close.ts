import { useEffect, useEffectEvent } from 'react'

/** Distinguishes the history entries below from those of pages. */
const marker = { isSheet: true }
const isSheetEntryCurrent = (): boolean => (window.history.state as typeof marker | null)?.isSheet === true

/** Removes the entry of the sheet that was closed last, unless another one opens immediately and reuses it. */
let removal: ReturnType<typeof setTimeout> | undefined

/**
 * Gives a sheet a history entry of its own while it is mounted, so that the back button closes it in every browser;
 * `closeDialogsOnBack` works in only some of them.
 */
export function useBackToClose(onClose: () => void): void {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    clearTimeout(removal)
    if (!isSheetEntryCurrent()) window.history.pushState(marker, '')
    const handleBack = () => close()
    window.addEventListener('popstate', handleBack)
    return () => {
      window.removeEventListener('popstate', handleBack)
      removal = setTimeout(() => isSheetEntryCurrent() && window.history.back())
    }
  }, [])
}
