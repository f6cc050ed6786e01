/* The clients that sign in, in a separate process so that their work is not measured. Controlled by `load-generator.ts`. */
import { Connection } from '../connection.ts'
import type { Command, Report } from './load-generator.ts'
import {
  openFlow,
  checkAccountRequest,
  headersOf,
  renewCaptcha,
  requireCompleteAccount,
  signInRequest,
  type Client,
} from './client.ts'

const [serverUrl = '', password = ''] = process.argv.slice(2)
const url = new URL(serverUrl)
/** Requests of people at the password step. */
let preparedRequests: Buffer[] = []
let isStopped = false

const execute = async (command: Command): Promise<Report> => {
  switch (command.type) {
    case 'prepare':
      preparedRequests = await prepare(command.documents)
      return { people: preparedRequests.length, ms: 0 }
    case 'sign-in':
      return signInAll(command.connections)
    case 'burst':
      return burst()
    case 'stop':
      isStopped = true
      return { people: 0, ms: 0 }
    default:
      return command satisfies never
  }
}

/** Prepares the sign-in requests, each with a fresh proof, so that none expires during preparation. */
async function prepare(documents: readonly string[]): Promise<Buffer[]> {
  const requests: Buffer[] = []
  await withConnections(8, async (connection, i) => {
    for (let next = i; next < documents.length; next += 8) {
      const document_id = documents[next] ?? ''
      const client: Client = await openFlow(connection)
      requireCompleteAccount(await connection.send(checkAccountRequest(client, document_id)))
      requests.push(signInRequest(await renewCaptcha(connection, client), document_id, password))
    }
  })
  return requests
}

/** Signs people in over the given number of connections until all are signed in or the generator is stopped. */
async function signInAll(connections: number): Promise<Report> {
  isStopped = false
  let people = 0
  const ms = await withConnections(connections, (connection) =>
    connection.sendAll(
      () => (isStopped ? null : (preparedRequests.pop() ?? null)),
      ({ status, bytes }) => {
        if (status !== 200) throw new Error(`sign-in: ${status} ${bytes.toString()}`)
        people += 1
      },
    ),
  )
  return { people, ms }
}

/** Signs everyone in simultaneously, each on their own connection; each gets a session or a 503 with Retry-After. */
async function burst(): Promise<Report> {
  const requests = preparedRequests.splice(0)
  const rejected: number[] = []
  let people = 0
  const ms = await withConnections(requests.length, async (connection, i) => {
    const start = performance.now()
    const response = await connection.send(requests[i] ?? Buffer.alloc(0))
    if (response.status === 200) people += 1
    else if (response.status === 503 && headersOf(response, 'retry-after').length === 1)
      rejected.push(performance.now() - start)
    else throw new Error(`sign-in: ${response.status} ${response.bytes.toString()}`)
  })
  return { people, ms, rejected }
}

/** Runs work on `count` open connections concurrently. @returns milliseconds, without opening and closing */
async function withConnections(
  count: number,
  work: (connection: Connection, i: number) => Promise<void>,
): Promise<number> {
  const openConnections = await Promise.all(Array.from({ length: count }, () => Connection.open(url)))
  const start = performance.now()
  await Promise.all(openConnections.map(work))
  const ms = performance.now() - start
  for (const connection of openConnections) connection.close()
  return ms
}

process.on('message', (command: Command) => {
  execute(command).then(
    (report) => process.send?.({ command: command.type, report }),
    (error: unknown) => {
      console.error(error)
      process.exit(1)
    },
  )
})
