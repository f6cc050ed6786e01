/* The signing-in clients, in a separate process so that their work is not measured. Controlled by `crowd.ts`. */
import { Connection } from '../connection.ts'
import type { Order, Report } from './crowd.ts'
import {
  openFlow,
  checkAccountRequest,
  headersOf,
  renewCaptcha,
  requireComplete,
  signInRequest,
  type Client,
} from './client.ts'

const [address = '', password = ''] = process.argv.slice(2)
const url = new URL(address)
/** Requests of people at the password step. */
let ready: Buffer[] = []
let isStopped = false

const execute = async (order: Order): Promise<Report> => {
  switch (order.do) {
    case 'prepare':
      ready = await prepare(order.documents)
      return { people: ready.length, ms: 0 }
    case 'sign-in':
      return signInAll(order.connections)
    case 'rush':
      return rush()
    case 'stop':
      isStopped = true
      return { people: 0, ms: 0 }
    default:
      return order satisfies never
  }
}

/** The password is sent with a fresh proof, so that none expires during preparation. */
async function prepare(documents: readonly string[]): Promise<Buffer[]> {
  const requests: Buffer[] = []
  await withConnections(8, async (connection, i) => {
    for (let next = i; next < documents.length; next += 8) {
      const document_id = documents[next] ?? ''
      const client: Client = await openFlow(connection)
      requireComplete(await connection.send(checkAccountRequest(client, document_id)))
      requests.push(signInRequest(await renewCaptcha(connection, client), document_id, password))
    }
  })
  return requests
}

/** Signs people in over the given number of connections until all are in or the crowd is stopped. */
async function signInAll(connections: number): Promise<Report> {
  isStopped = false
  let people = 0
  const ms = await withConnections(connections, (connection) =>
    connection.sendAll(
      () => (isStopped ? null : (ready.pop() ?? null)),
      ({ status, bytes }) => {
        if (status !== 200) throw new Error(`sign-in: ${status} ${bytes.toString()}`)
        people += 1
      },
    ),
  )
  return { people, ms }
}

/** All sign in simultaneously, each on their own connection: a session, or a 503 with Retry-After. */
async function rush(): Promise<Report> {
  const requests = ready.splice(0)
  const rejected: number[] = []
  let people = 0
  const ms = await withConnections(requests.length, async (connection, i) => {
    const start = performance.now()
    const reply = await connection.send(requests[i] ?? Buffer.alloc(0))
    if (reply.status === 200) people += 1
    else if (reply.status === 503 && headersOf(reply, 'retry-after').length === 1)
      rejected.push(performance.now() - start)
    else throw new Error(`sign-in: ${reply.status} ${reply.bytes.toString()}`)
  })
  return { people, ms, rejected }
}

/** Runs work on `count` open connections concurrently. @returns milliseconds, without opening and closing */
async function withConnections(
  count: number,
  work: (connection: Connection, i: number) => Promise<void>,
): Promise<number> {
  const all = await Promise.all(Array.from({ length: count }, () => Connection.open(url)))
  const start = performance.now()
  await Promise.all(all.map(work))
  const ms = performance.now() - start
  for (const connection of all) connection.close()
  return ms
}

process.on('message', (order: Order) => {
  execute(order).then(
    (report) => process.send?.({ order: order.do, report }),
    (error: unknown) => {
      console.error(error)
      process.exit(1)
    },
  )
})
