import { useEffect } from 'react'

/** Keeps the screen on while the page is looked at, where the browser can. */
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
        // A battery that is nearly empty refuses: the screen then goes dark as it always does.
      }
    }
    const holdAgain = () => void hold()
    // The browser lets go whenever the page is hidden.
    document.addEventListener('visibilitychange', holdAgain)
    holdAgain()
    return () => {
      gone = true
      document.removeEventListener('visibilitychange', holdAgain)
      void held?.release().catch(() => {})
    }
  }, [])
}
