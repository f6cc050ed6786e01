import {
  BrokenCircuitError,
  circuitBreaker,
  CircuitState,
  ConsecutiveBreaker,
  handleWhen,
  type IBackoff,
  type IBackoffFactory,
} from 'cockatiel'
import type { Clock } from '../ports/clock.ts'

/** Consecutive failures that open the circuit. */
export const failuresToOpen = 5
/** How long an open circuit rejects requests before a trial request. */
export const openMs = 30_000

/** Sends a request to the service, or rejects it while the circuit is open. */
export type CircuitBreaker = <Result>(request: () => Promise<Result>) => Promise<Result>

/**
 * Circuit breaker for one external service, on our clock. While its trial request is in flight, others are rejected.
 * @param options.Unavailable the error of the service's port, thrown while the circuit is open
 * @param options.isOutage whether an error shows that the service does not work; by default, every error does
 */
export function createCircuitBreaker(options: {
  clock: Clock
  Unavailable: new (reason: string) => Error
  isOutage?: (error: unknown) => boolean
}): CircuitBreaker {
  const { clock, Unavailable, isOutage = () => true } = options
  const policy = circuitBreaker(handleWhen(isOutage), {
    halfOpenAfter: waitByClock(clock),
    breaker: new ConsecutiveBreaker(failuresToOpen),
  })
  return async (request) => {
    // The library would queue them until the trial has ended, for longer than their time limit.
    if (policy.state === CircuitState.HalfOpen) throw new Unavailable('circuit-open')
    try {
      return await policy.execute(request)
    } catch (error) {
      throw error instanceof BrokenCircuitError ? new Unavailable('circuit-open') : error
    }
  }
}

/** The library compares the duration with the system's clock at every request, so the duration reads ours. */
const waitByClock = (clock: Clock): IBackoffFactory<unknown> => ({
  next: (): IBackoff<unknown> => {
    const until = clock().getTime() + openMs
    return {
      get duration() {
        return clock().getTime() < until ? Infinity : -Infinity
      },
      next: () => waitByClock(clock).next(null),
    }
  },
})
