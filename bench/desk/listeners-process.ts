/*
 * The pages of customers, whose streams are open, and of the members who answer them, in a separate process so that their memory
 * is not measured. Controlled by `bench/desk/live.ts`.
 */
import { ownTicketStream } from '@clube/contract/customer-service/calls.ts'
import { answerTicketCall } from '@clube/contract/customer-service/action-calls.ts'
import { randomUUID } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { Connection } from '../connection.ts'
import { requestOf } from '../sign-in/client.ts'
import { listenerToken, staffToken } from './fill-tickets.ts'
import type { Command, Listener, Report } from './live.ts'

const url = new URL(process.argv[2] ?? '')
/** Answers that are sent at once. */
const agents = 8

type Stream = { socket: Socket; ticket_id: string; version: number; onVersion: (version: number) => void }
const streams: Stream[] = []

const open = ({ ticket_id, version }: Listener, number: number): Promise<Stream> =>
  new Promise((resolve, reject) => {
    const socket = connect({ port: Number(url.port), host: url.hostname, noDelay: true })
    const stream: Stream = { socket, ticket_id, version, onVersion: () => {} }
    let text = ''
    socket.once('error', reject)
    socket.on('data', (bytes) => {
      text += bytes.toString('latin1')
      if (!text.startsWith('HTTP/1.1 200')) reject(new Error(`The stream was refused: ${text}`))
      if (text.includes('retry:')) resolve(stream)
      const lines = text.split('\n')
      text = `HTTP/1.1 200 ${lines.pop()}`
      for (const line of lines) {
        const [, found, at] =
          /^data: .*"ticket_id":"([^"]+)","version":(\d+)/.exec(line.replace('HTTP/1.1 200 ', '')) ?? []
        if (found === stream.ticket_id) stream.onVersion(Number(at))
      }
    })
    socket.write(
      requestOf({ method: 'GET', path: ownTicketStream.path, cookie: `sid=${listenerToken(number)}` }),
    )
  })

/** Milliseconds from sending an answer to its event in the customer's stream, and to the response. */
const answer = async (connection: Connection, stream: Stream): Promise<[event: number, response: number]> => {
  const { ticket_id, version } = stream
  const request = requestOf({
    method: answerTicketCall.method,
    path: answerTicketCall.path,
    cookie: `staff=${staffToken}`,
    body: {
      ticket_id,
      version,
      message: 'Os seus pontos já estão na conta.',
      outcome: 'continue',
      attachments: [],
      client_message_id: randomUUID(),
    },
  })
  const sent = performance.now()
  const arrived = new Promise<number>((resolve) => {
    stream.onVersion = (changed) => {
      if (changed > version) resolve(performance.now() - sent)
    }
  })
  const { status, bytes } = await connection.send(request)
  const responded = performance.now() - sent
  if (status !== 200) throw new Error(`The answer was refused: ${bytes.toString()}`)
  stream.version = version + 1
  return [await arrived, responded]
}

const execute = async (command: Command): Promise<Report> => {
  switch (command.type) {
    case 'connect': {
      streams.push(
        ...(await Promise.all(command.listeners.map((listener, number) => open(listener, number)))),
      )
      return { events: [], responses: [], versions: [] }
    }
    case 'answer': {
      const connections = await Promise.all(Array.from({ length: agents }, () => Connection.open(url)))
      const times: [number, number][] = []
      let next = 0
      await Promise.all(
        connections.map(async (connection, agent) => {
          // An agent has customers of their own, so that no two answers have the same version.
          const own = streams.filter((_, number) => number % agents === agent)
          while (next++ < command.answers) {
            const stream = own.shift()
            if (!stream) throw new Error('There are too few streams')
            own.push(stream)
            times.push(await answer(connection, stream))
          }
        }),
      )
      for (const connection of connections) connection.close()
      return {
        events: times.map(([event]) => event),
        responses: times.map(([, response]) => response),
        versions: streams.map(({ version }) => version),
      }
    }
    case 'disconnect': {
      for (const { socket } of streams.splice(0)) socket.destroy()
      return { events: [], responses: [], versions: [] }
    }
    default:
      return command satisfies never
  }
}

process.on('message', (command: Command) => {
  void execute(command).then(
    (report) => process.send?.(report),
    (error: unknown) => {
      console.error(error)
      process.exit(1)
    },
  )
})
