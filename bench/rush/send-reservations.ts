import { setTimeout as wait } from 'node:timers/promises'
import { reserveCall } from '@clube/contract/event-tickets/calls.ts'
import type { Participant } from '../../server/src/modules/event-tickets/event-fixtures.testing.ts'
import { Connection, type RawResponse } from '../connection.ts'

/** Outcome of a rush. */
export type Outcome = { granted: number; refused: number; requests_per_second: number }

/** A raw POST request from a signed-in customer. */
export const postAs = (url: URL, token: string, path: string, content: unknown): Buffer => {
  const body = JSON.stringify(content)
  return Buffer.from(
    `POST ${path} HTTP/1.1\r\nhost: ${url.host}\r\ncookie: sid=${token}\r\n` +
      'accept: application/json\r\nx-requested-with: XMLHttpRequest\r\nsec-fetch-site: same-origin\r\n' +
      `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
}

/**
 * Sends each request once over the given number of connections, distributed over the servers. @returns requests per second
 * @param input.requestOf the request with this index, for its server
 */
export async function sendEach(input: {
  urls: readonly string[]
  count: number
  requestOf: (index: number, url: URL) => Buffer
  connections: number
  /** Called when all connections are open, before the first request. */
  onConnected?: () => void
  onResponse: (response: RawResponse) => void
  /** The first requests are sent evenly within this time; by default all at once. */
  startsWithinMs?: number
}): Promise<number> {
  const { count, requestOf, connections, onResponse, startsWithinMs = 0 } = input
  const urls = input.urls.map((url) => new URL(url))
  const [first] = urls
  if (!first) throw new RangeError('At least one server is required')
  // Connections are opened in advance, so that all the first requests arrive simultaneously.
  const requests = Array.from({ length: count }, (_, index) =>
    requestOf(index, urls[index % urls.length] ?? first),
  )
  const all = await Promise.all(
    Array.from({ length: connections }, (_, index) => Connection.open(urls[index % urls.length] ?? first)),
  )
  input.onConnected?.()
  let next = 0
  const start = performance.now()
  await Promise.all(
    all.map(async (connection, index) => {
      if (startsWithinMs > 0) await wait((startsWithinMs * index) / connections)
      await connection.sendAll(() => requests[next++] ?? null, onResponse)
    }),
  )
  const seconds = (performance.now() - start) / 1000
  for (const connection of all) connection.close()
  return count / seconds
}

/**
 * Sends one request per participant. @throws when a response neither grants a place nor reports that the session is sold
 * out
 */
export async function sendReservations(input: {
  urls: readonly string[]
  participants: readonly Participant[]
  session_id: string
  connections: number
}): Promise<Outcome> {
  const { urls, participants, session_id, connections } = input
  const outcome = { granted: 0, refused: 0 }
  const requests_per_second = await sendEach({
    urls,
    connections,
    count: participants.length,
    requestOf: (index, url) => {
      const { token = '', transaction_id } = participants[index] ?? {}
      const body = { transaction_id, session_id, quantity: 1, service_channel: 'site' }
      return postAs(url, token, reserveCall.path, body)
    },
    onResponse: ({ status, bytes }) => {
      if (status === 200) outcome.granted += 1
      else if (bytes.includes('event-tickets.sold-out')) outcome.refused += 1
      else throw new Error(bytes.toString())
    },
  })
  return { ...outcome, requests_per_second }
}
