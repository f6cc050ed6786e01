import type { Failure, Sent } from '../platform/api/failure.ts'

/** A call's failure on its way through code that speaks in exceptions: lists that load, queries. */
export class CallFailed extends Error {
  readonly failure: Failure

  constructor(failure: Failure) {
    super(`call failed: ${failure.kind}`)
    this.name = 'CallFailed'
    this.failure = failure
  }
}

/**
 * What a call yielded.
 * @throws {CallFailed} when it yielded a failure
 */
export async function dataOf<Data>(sending: Promise<Sent<Data>>): Promise<Data> {
  const sent = await sending
  if (!sent.ok) throw new CallFailed(sent.failure)
  return sent.data
}

/** The failure inside what was thrown; a part of the page that did not arrive is a network failure too. */
export function failureOf(thrown: unknown): Failure {
  return thrown instanceof CallFailed ? thrown.failure : { kind: 'network', during: 'call' }
}

/**
 * One page of what a call lists, and where the next begins.
 * @throws {CallFailed} when it yielded a failure
 */
export async function pageOf<Data>(
  sending: Promise<Sent<Data>>,
): Promise<{ data: Data; next_cursor: string | null }> {
  const sent = await sending
  if (!sent.ok) throw new CallFailed(sent.failure)
  return { data: sent.data, next_cursor: sent.next_cursor ?? null }
}
