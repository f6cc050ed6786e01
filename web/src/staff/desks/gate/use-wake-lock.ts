import { useEffect } from 'react'

/** Keeps the screen on while the page is visible, if the browser supports it. */
export function useWakeLock(): void {
  useEffect(() => {
    const { wakeLock } = navigator as Partial<Navigator>
    if (!wakeLock) return
    let gone = false
    let held: WakeLockSentinel | undefined
    const hold = async () => {
      if (document.visibilityState !== 'visible') return
      try {
        held = await wakeLock.request('screen')
        if (gone) await held.release()
      } catch {
        // Refused when the battery is low: the screen then turns off as usual.
      }
    }
    const holdAgain = () => void hold()
    // The browser releases the lock when the page is hidden.
    document.addEventListener('visibilitychange', holdAgain)
    holdAgain()
    return () => {
      gone = true
      document.removeEventListener('visibilitychange', holdAgain)
      void held?.release().catch(() => {})
    }
  }, [])
}
