import type { DatabaseUnavailable } from './database-failure.ts'

/** Receives the outcome of every statement; reports the start and the end of each outage once. */
export type OutageLog = {
  readonly failed: (error: DatabaseUnavailable) => void
  readonly succeeded: () => void
}

/** An outage ends when no statement has failed for this long: connections lost within it count as one outage. */
const quietMs = 3_000

type State =
  | { kind: 'available' }
  | { kind: 'unavailable'; since: number; last_failure: number; failures: number }

export const createOutageLog = (
  report: {
    began: (error: DatabaseUnavailable) => void
    ended: (outage: { seconds: number; failures: number }) => void
  },
  clock: () => number = () => performance.now(),
): OutageLog => {
  let state: State = { kind: 'available' }
  return {
    failed: (error) => {
      const now = clock()
      if (state.kind === 'available') {
        state = { kind: 'unavailable', since: now, last_failure: now, failures: 1 }
        report.began(error)
      } else {
        state.last_failure = now
        state.failures += 1
      }
    },
    succeeded: () => {
      if (state.kind === 'available' || clock() - state.last_failure < quietMs) return
      const { since, last_failure, failures } = state
      state = { kind: 'available' }
      report.ended({ seconds: Math.ceil((last_failure - since) / 1000), failures })
    },
  }
}

/** Reports nothing: for programs that exit on their first failure. */
export const noOutageLog: OutageLog = { failed: () => {}, succeeded: () => {} }
