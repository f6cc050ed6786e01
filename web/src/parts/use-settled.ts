import { useEffect, useState } from 'react'

/** How long a page waits for all its parts before it shows those that have arrived, in milliseconds. */
const limitMs = 3_000

/**
 * Whether a page can be shown: once none of its parts is loading, which then remains so, or after a time limit. Showing all
 * parts together keeps what is already on the screen in its place.
 */
export function useSettled(isLoading: boolean): boolean {
  const [isSettled, setSettled] = useState(!isLoading)
  if (!isLoading && !isSettled) setSettled(true)
  useEffect(() => {
    if (isSettled) return
    const timer = setTimeout(() => setSettled(true), limitMs)
    return () => clearTimeout(timer)
  }, [isSettled])
  return isSettled || !isLoading
}
