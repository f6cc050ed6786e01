import { connect, type Socket } from 'node:net'
import { reserveCall } from '@clube/contract/event-tickets/calls.ts'
import type { Contender } from '../../server/src/modules/event-tickets/contenders.testing.ts'

/** What became of everybody. */
export type Outcome = { granted: number; refused: number; requests_per_second: number }

/** The bytes that one contender sends. */
const requestOf = (host: string, { token, transaction_id }: Contender, session_id: string): Buffer => {
  const body = JSON.stringify({ transaction_id, session_id, quantity: 1, service_channel: 'site' })
  return Buffer.from(
    `POST ${reserveCall.path} HTTP/1.1\r\nhost: ${host}\r\ncookie: sid=${token}\r\n` +
      'accept: application/json\r\nx-requested-with: XMLHttpRequest\r\nsec-fetch-site: same-origin\r\n' +
      `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
}

/**
 * Sends one request per contender over so many connections, each connection one after the other, spread over the servers.
 * The client does as little as it can: it shares its two cores with what it measures.
 * @throws when an answer is neither a place nor "sold out"
 */
export async function contend(input: {
  urls: readonly string[]
  contenders: readonly Contender[]
  session_id: string
  connections: number
}): Promise<Outcome> {
  const { urls, contenders, session_id, connections } = input
  const hosts = urls.map((url) => new URL(url).host)
  const requests = contenders.map((contender, at) =>
    requestOf(hosts[at % hosts.length] ?? '', contender, session_id),
  )
  const sockets = await Promise.all(
    Array.from({ length: connections }, (_, at) => open(new URL(urls[at % urls.length] ?? ''))),
  )
  const outcome = { granted: 0, refused: 0 }
  let next = 0
  const start = performance.now()
  await Promise.all(
    sockets.map(
      (socket) =>
        new Promise<void>((resolve, reject) => {
          let text = ''
          const send = () => {
            const request = requests[next]
            next += 1
            if (request) socket.write(request)
            else resolve()
          }
          socket.on('data', (chunk: Buffer) => {
            text += chunk.toString('latin1')
            const head = text.indexOf('\r\n\r\n')
            if (head < 0) return
            const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? Number.NaN)
            if (text.length < head + 4 + length) return
            if (text.startsWith('HTTP/1.1 200')) outcome.granted += 1
            else if (text.includes('event-tickets.sold-out')) outcome.refused += 1
            else reject(new Error(text))
            text = ''
            send()
          })
          socket.on('error', reject)
          send()
        }),
    ),
  )
  const seconds = (performance.now() - start) / 1000
  for (const socket of sockets) socket.destroy()
  return { ...outcome, requests_per_second: contenders.length / seconds }
}

const open = (url: URL): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect({ port: Number(url.port), host: url.hostname, noDelay: true })
    socket.once('connect', () => resolve(socket))
    socket.once('error', reject)
  })
