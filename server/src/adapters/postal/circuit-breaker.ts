import type { Clock } from '../../ports/clock.ts'
import { PostalDirectoryUnavailable } from '../../ports/postal-directory.ts'
import type { PostalDirectory } from '../../ports/postal-directory.ts'

/** Time limit for a request to a directory. */
export const postalTimeoutMs = 1_500
/** Consecutive failures that open the circuit. */
export const failuresToOpen = 5
/** How long an open circuit rejects requests before a trial request. */
export const openMs = 30_000

type Circuit =
  | { readonly at: 'closed'; readonly failures: number }
  | { readonly at: 'open'; readonly until: number }
  /** A trial request is in flight; others are rejected. */
  | { readonly at: 'half-open' }

/** Circuit breaker for a failing directory. Results of requests started before it opened are ignored. */
export function withCircuitBreaker(directory: PostalDirectory, clock: Clock): PostalDirectory {
  let circuit: Circuit = { at: 'closed', failures: 0 }

  function admit(): 'trial' | 'normal' {
    if (circuit.at === 'closed') return 'normal'
    if (circuit.at === 'half-open' || clock().getTime() < circuit.until)
      throw new PostalDirectoryUnavailable('circuit open')
    circuit = { at: 'half-open' }
    return 'trial'
  }

  function recordFailure(admission: 'trial' | 'normal'): void {
    if (admission === 'normal' && circuit.at !== 'closed') return
    const failures = circuit.at === 'closed' ? circuit.failures + 1 : failuresToOpen
    circuit =
      failures >= failuresToOpen
        ? { at: 'open', until: clock().getTime() + openMs }
        : { at: 'closed', failures }
  }

  return {
    name: directory.name,
    find: async (cep) => {
      const admission = admit()
      try {
        const response = await directory.find(cep)
        if (admission === 'trial' || circuit.at === 'closed') circuit = { at: 'closed', failures: 0 }
        return response
      } catch (error) {
        recordFailure(admission)
        throw error
      }
    },
  }
}
