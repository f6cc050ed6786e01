import type { Clock } from '../ports/clock.ts'

/** Consecutive failures that open the circuit. */
export const failuresToOpen = 5
/** How long an open circuit rejects requests before a trial request. */
export const openMs = 30_000

type Circuit =
  | { readonly kind: 'closed'; readonly failures: number }
  | { readonly kind: 'open'; readonly until: number }
  /** A trial request is in flight; others are rejected. */
  | { readonly kind: 'half-open' }

/** Sends a request to the service, or rejects it while the circuit is open. */
export type CircuitBreaker = <Result>(request: () => Promise<Result>) => Promise<Result>

/**
 * Circuit breaker for one external service. Results of requests started before it opened are ignored.
 * @param options.Unavailable the error of the service's port, thrown while the circuit is open
 */
export function createCircuitBreaker(options: {
  clock: Clock
  Unavailable: new (reason: string) => Error
}): CircuitBreaker {
  const { clock, Unavailable } = options
  let circuit: Circuit = { kind: 'closed', failures: 0 }

  function admit(): 'trial' | 'normal' {
    if (circuit.kind === 'closed') return 'normal'
    if (circuit.kind === 'half-open' || clock().getTime() < circuit.until)
      throw new Unavailable('circuit open')
    circuit = { kind: 'half-open' }
    return 'trial'
  }

  function recordFailure(admission: 'trial' | 'normal'): void {
    if (admission === 'normal' && circuit.kind !== 'closed') return
    const failures = circuit.kind === 'closed' ? circuit.failures + 1 : failuresToOpen
    circuit =
      failures >= failuresToOpen
        ? { kind: 'open', until: clock().getTime() + openMs }
        : { kind: 'closed', failures }
  }

  return async (request) => {
    const admission = admit()
    try {
      const response = await request()
      if (admission === 'trial' || circuit.kind === 'closed') circuit = { kind: 'closed', failures: 0 }
      return response
    } catch (error) {
      recordFailure(admission)
      throw error
    }
  }
}
