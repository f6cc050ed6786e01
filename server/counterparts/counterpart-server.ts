import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as waitForTimer } from 'node:timers/promises'
import { createMisbehaviorSwitch, type Misbehavior, type MisbehaviorSwitch } from './misbehavior.ts'

/** Less than the club's time limit. */
const slowMs = 2_000
/** Long after the club's time limit. */
const lateMs = 10_000
const dripMs = 100
const maxBodyBytes = 64 * 1024

export type CounterpartRequest = {
  readonly method: string
  readonly path: string
  readonly target: string
  readonly query: URLSearchParams
  readonly headers: IncomingHttpHeaders
  readonly body: string
}
export type Reply = { readonly status: number; readonly body: object }

/** The rules of a counterpart, behind HTTP. */
export type CounterpartRules = {
  /** Name of the operation that a request calls, to which misbehavior can be limited. */
  readonly operationOf: (request: CounterpartRequest) => string
  readonly handle: (request: CounterpartRequest) => Reply
  /** Misbehavior requested by the input itself. */
  readonly sentinelOf: (request: CounterpartRequest) => Misbehavior | null
  /** The reply with another ticket, member or key than asked for. */
  readonly contradict: (reply: Reply) => Reply
  /** The reply with another amount than asked for. */
  readonly changeAmount: (reply: Reply) => Reply
}

/** Waits, or rejects when the signal is aborted. */
export type Wait = (ms: number, signal: AbortSignal) => Promise<void>

/** What a counterpart has just done with a request. */
export type Moment =
  /** Received it, and done nothing yet. */
  | 'received'
  /** Done what it asks for, and sent nothing yet. */
  | 'done'
  /** Sent the whole response. */
  | 'answered'

/** Is called at each moment of a request, which waits for it. */
export type Observe = (moment: Moment, operation: string, request: CounterpartRequest) => Promise<void>

export type CounterpartServerOptions = {
  /** Journal of the misbehavior that is switched on, for processes that share it; by default it is kept in memory. */
  readonly misbehaviorFile?: string | null
  readonly wait?: Wait
  readonly requestsKept?: number
  /** For tests that stop the client at a given moment. */
  readonly observe?: Observe
}

export type CounterpartServer = MisbehaviorSwitch & {
  /** Scheme and host, available after `start`. */
  readonly url: () => string
  /** Listens on loopback; on the former port after `stop`. */
  readonly start: () => Promise<void>
  /** Closes every connection; connections are refused afterwards. */
  readonly stop: () => Promise<void>
  /** Operations of the requests received so far. */
  readonly requests: () => readonly string[]
}

const systemWait: Wait = async (ms, signal) => {
  await waitForTimer(ms, undefined, { signal })
}

/** An HTTP server on loopback whose misbehavior can be switched on. */
export const createCounterpartServer = (
  rules: CounterpartRules,
  options: CounterpartServerOptions = {},
): CounterpartServer => {
  const { wait = systemWait, requestsKept = 1_000, observe = async () => {} } = options
  const control = createMisbehaviorSwitch(options.misbehaviorFile ?? null)
  let requests: string[] = []
  let stopping = new AbortController()
  let port = 0

  const server = createServer((message, response) => {
    respond(message, response).catch(() => message.socket.destroy())
  })

  const respond = async (message: IncomingMessage, response: ServerResponse): Promise<void> => {
    const request = await readRequest(message)
    const operation = rules.operationOf(request)
    requests = [...requests.slice(-requestsKept), operation]
    await observe('received', operation, request)
    const misbehavior = control.take(operation) ?? rules.sentinelOf(request)
    const answered = () => observe('answered', operation, request)
    response.once('finish', () => void answered().catch(() => {}))
    const handle = async (): Promise<Reply> => {
      const reply = rules.handle(request)
      await observe('done', operation, request)
      return reply
    }
    await act({ misbehavior, handle, answered, request, message, response })
  }

  const act = async (exchange: {
    misbehavior: Misbehavior | null
    handle: () => Promise<Reply>
    answered: () => Promise<void>
    request: CounterpartRequest
    message: IncomingMessage
    response: ServerResponse
  }): Promise<void> => {
    const { misbehavior, handle, request, message, response } = exchange
    switch (misbehavior) {
      case null:
        return sendJson(response, await handle())
      case 'slow':
        await wait(slowMs, stopping.signal)
        return sendJson(response, await handle())
      case 'late':
        await wait(lateMs, stopping.signal)
        return sendJson(response, await handle())
      case 'silent':
        return
      case 'closed':
        message.socket.destroy()
        return
      case 'loses-answer':
        await handle()
        message.socket.destroy()
        return
      case 'answers-twice': {
        const reply = await handle()
        await new Promise<void>((resolve) => {
          message.socket.end(rawResponse(reply) + rawResponse(rules.contradict(reply)), () => resolve())
        })
        return exchange.answered()
      }
      case 'contradictory':
        return sendJson(response, rules.contradict(await handle()))
      case 'other-amount':
        return sendJson(response, rules.changeAmount(await handle()))
      case 'wrong-types': {
        const { status, body } = await handle()
        return sendJson(response, { status, body: changeTypes(body) as object })
      }
      case 'oversized': {
        const { status, body } = await handle()
        return sendJson(response, { status, body: { ...body, padding: 'x'.repeat(10_000_000) } })
      }
      case 'html': {
        const { status } = await handle()
        response.writeHead(status, { 'content-type': 'text/html' }).end('<!doctype html><p>Manutenção</p>')
        return
      }
      case 'drip':
        drip(response, await handle())
        return
      case 'redirect':
        response.writeHead(307, { location: `http://localhost:${port}/elsewhere${request.target}` }).end()
        return
      case 'error-500':
        return sendJson(response, { status: 500, body: { error: 'internal' } })
      case 'too-many-requests':
        return sendJson(response, { status: 429, body: { error: 'too-many-requests' } })
      default:
        return misbehavior satisfies never
    }
  }

  return {
    ...control,
    url: () => `http://127.0.0.1:${port}`,
    requests: () => requests,
    start: async () => {
      stopping = new AbortController()
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject)
        // Exclusive, because workers of one primary process would otherwise share the port.
        server.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
          server.off('error', reject)
          resolve()
        })
      })
      port = (server.address() as AddressInfo).port
    },
    stop: async () => {
      stopping.abort()
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      await closed
    },
  }
}

const readRequest = async (message: IncomingMessage): Promise<CounterpartRequest> => {
  const target = message.url ?? '/'
  const url = new URL(target, 'http://counterpart')
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of message as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > maxBodyBytes) throw new Error('too many bytes')
    chunks.push(chunk)
  }
  return {
    method: message.method ?? 'GET',
    path: url.pathname,
    target,
    query: url.searchParams,
    headers: message.headers,
    body: Buffer.concat(chunks).toString('utf8'),
  }
}

const sendJson = (response: ServerResponse, { status, body }: Reply): void => {
  const text = JSON.stringify(body)
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }
  response.writeHead(status, headers).end(text)
}

const rawResponse = ({ status, body }: Reply): string => {
  const text = JSON.stringify(body)
  const length = Buffer.byteLength(text)
  return `HTTP/1.1 ${status} Reply\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n${text}`
}

/** Sends one character at a time, so that no pause is long, and the whole takes minutes. */
const drip = (response: ServerResponse, { status, body }: Reply): void => {
  response.writeHead(status, { 'content-type': 'application/json' })
  const text = `${' '.repeat(10_000)}${JSON.stringify(body)}`
  let position = 0
  const timer = setInterval(() => {
    response.write(text.charAt(position))
    position += 1
    if (position === text.length) response.end()
  }, dripMs)
  response.on('close', () => clearInterval(timer))
}

const changeTypes = (value: unknown): unknown => {
  if (Array.isArray(value)) return { list: value }
  switch (typeof value) {
    case 'number':
      return String(value)
    case 'string':
      return 12
    case 'boolean':
      return 'yes'
    case 'object':
      if (value === null) return {}
      return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, changeTypes(item)]))
    default:
      return value
  }
}
