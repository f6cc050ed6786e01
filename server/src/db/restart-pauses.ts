/** Pause before the first restart, doubled after each exit. */
const initialPauseMs = 200
const maxPauseMs = 30_000
/** A process that ran for this long did not fail at startup. */
const stableMs = 60_000

/**
 * Pauses before a process is started again: from 0.2 to 30 seconds while it keeps failing.
 * @returns the pause in milliseconds, given how long the process ran
 */
export const createRestartPauses = (): ((ranForMs: number) => number) => {
  let nextMs = initialPauseMs
  return (ranForMs) => {
    const pauseMs = ranForMs > stableMs ? initialPauseMs : nextMs
    nextMs = Math.min(pauseMs * 2, maxPauseMs)
    return pauseMs
  }
}
