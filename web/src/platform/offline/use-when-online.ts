import { useEffect, useRef } from 'react'

/** Runs an action once the device is online again. */
export function useWhenOnline(action: () => unknown): void {
  const current = useRef(action)
  useEffect(() => {
    current.current = action
  })
  useEffect(() => {
    const run = () => void current.current()
    window.addEventListener('online', run)
    return () => window.removeEventListener('online', run)
  }, [])
}
