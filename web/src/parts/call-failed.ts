import { CallFailed, type Failure, type Sent } from '../platform/api/failure.ts'

/**
 * The data of a successful call.
 * @throws {CallFailed} when the call failed
 */
export async function dataOf<Data>(call: Promise<Sent<Data>>): Promise<Data> {
  const sent = await call
  if (!sent.ok) throw new CallFailed(sent.failure)
  return sent.data
}

/** The failure inside an exception; code that did not load counts as a network failure. */
export function failureOf(error: unknown): Failure {
  return error instanceof CallFailed ? error.failure : { kind: 'network', during: 'call' }
}

/**
 * One page of a paged call, and the cursor of the next.
 * @throws {CallFailed} when the call failed
 */
export async function pageOf<Data>(
  call: Promise<Sent<Data>>,
): Promise<{ data: Data; next_cursor: string | null }> {
  const sent = await call
  if (!sent.ok) throw new CallFailed(sent.failure)
  return { data: sent.data, next_cursor: sent.next_cursor ?? null }
}
