import { reserveCall } from '@clube/contract/event-tickets/calls.ts'
import type { Participant } from '../../server/src/modules/event-tickets/event-fixtures.testing.ts'
import { Connection } from '../connection.ts'

/** Outcome of a rush. */
export type Outcome = { granted: number; refused: number; requests_per_second: number }

/** The request of one participant. */
const requestOf = (host: string, { token, transaction_id }: Participant, session_id: string): Buffer => {
  const body = JSON.stringify({ transaction_id, session_id, quantity: 1, service_channel: 'site' })
  return Buffer.from(
    `POST ${reserveCall.path} HTTP/1.1\r\nhost: ${host}\r\ncookie: sid=${token}\r\n` +
      'accept: application/json\r\nx-requested-with: XMLHttpRequest\r\nsec-fetch-site: same-origin\r\n' +
      `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
}

/**
 * Sends one request per participant over the given number of connections, distributed over the servers. @throws when
 * a response neither grants a place nor reports that the session is sold out
 */
export async function sendReservations(input: {
  urls: readonly string[]
  participants: readonly Participant[]
  session_id: string
  connections: number
}): Promise<Outcome> {
  const { participants, session_id, connections } = input
  const urls = input.urls.map((url) => new URL(url))
  const [first] = urls
  if (!first) throw new RangeError('At least one server is required')
  // Connections are opened in advance, so that all first requests arrive simultaneously.
  const requests = participants.map((participant, index) =>
    requestOf((urls[index % urls.length] ?? first).host, participant, session_id),
  )
  const all = await Promise.all(
    Array.from({ length: connections }, (_, index) => Connection.open(urls[index % urls.length] ?? first)),
  )
  const outcome = { granted: 0, refused: 0 }
  let next = 0
  const start = performance.now()
  await Promise.all(
    all.map((connection) =>
      connection.sendAll(
        () => requests[next++] ?? null,
        ({ status, bytes }) => {
          if (status === 200) outcome.granted += 1
          else if (bytes.includes('event-tickets.sold-out')) outcome.refused += 1
          else throw new Error(bytes.toString())
        },
      ),
    ),
  )
  const seconds = (performance.now() - start) / 1000
  for (const connection of all) connection.close()
  return { ...outcome, requests_per_second: participants.length / seconds }
}
