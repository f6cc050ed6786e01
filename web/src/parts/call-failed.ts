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

/** One page of a list, and the cursor of the next; null for the last. */
export type ListPage<Row> = { data: Row[]; next_cursor: string | null }

/**
 * One page of a paged call.
 * @throws {CallFailed} when the call failed
 */
export async function pageOf<Row>(call: Promise<Sent<Row[]>>): Promise<ListPage<Row>> {
  const sent = await call
  if (!sent.ok) throw new CallFailed(sent.failure)
  return { data: sent.data, next_cursor: sent.next_cursor ?? null }
}
