import type { Club } from '@clube/contract/club/club.ts'
import type { Call, DataOf, RefusalCodeOf } from '@clube/contract/kernel/call.ts'
import type { FieldError } from '@clube/contract/kernel/envelope.ts'
import type { RefusalEntry } from '@clube/contract/kernel/refusal-table.ts'
import { fillMessage, kernelRefusals } from '@clube/contract/kernel/refusals.ts'
import * as z from 'zod/mini'
import type { createSend, Send } from '../platform/api/client.ts'
import type { Failure, Sent } from '../platform/api/failure.ts'
import { readResponse, validationErrorMessage } from '../platform/api/read-response.ts'
import type { App } from '../platform/app/app-context.tsx'
import { samples } from './samples.ts'

/** One request received by the fake server. */
export type FakeRequest = {
  call: Call
  /** Path with its placeholders filled. */
  path: string
  params: Readonly<Record<string, unknown>>
  query: Readonly<Record<string, unknown>>
  body: unknown
  /** The path that the club's configuration gives instead of the call's. */
  endpoint: string | undefined
}

/** An outcome other than plain data; a class, so that data cannot be mistaken for it. */
class SpecialOutcome<Content> {
  readonly content: Content
  constructor(content: Content) {
    this.content = content
  }
}

type Success<Data> = { data: Data; message?: string; next_cursor?: string; server_time?: string }
/** Data with other properties of the response; data alone needs no wrapping. */
export const success = <Data>(data: Data, more: Omit<Success<Data>, 'data'>): SpecialOutcome<Success<Data>> =>
  new SpecialOutcome({ data, ...more })

type Refusal<Code extends string> = {
  code: Code
  values: Readonly<Record<string, string | number>>
  present?: unknown
}
/** A refusal that the call declares; status, message and field come from the contract. `present` is the present state. */
export const refusal = <const Code extends string>(
  code: Code,
  values: Refusal<Code>['values'] = {},
  present?: unknown,
) => new SpecialOutcome<Refusal<Code>>({ code, values, present })

type Invalid = { errors: readonly FieldError[] }
/** Status 422: the request does not match the call's schema. */
export const invalid = (...errors: FieldError[]) => new SpecialOutcome<Invalid>({ errors })

/**
 * `progress` is the fraction of an upload that was sent before the failure; with a null failure no response ever
 * arrives.
 */
type NoResponse = { failure: Failure<never> | null; progress: number }
/** A failure outside the call's contract. */
export const failing = (failure: NoResponse['failure'], progress = 0.6) =>
  new SpecialOutcome<NoResponse>({ failure, progress })
/** The device is offline. */
export const unreachable = failing({ kind: 'network', during: 'call' })
/** Status 500. */
export const crashed = failing({ kind: 'server', status: 500, request_id: null })
/** Status 503: too many uploads, photos or passwords at the same time. */
export const overloaded = failing({ kind: 'server', status: 503, request_id: null })
/** The response never arrives: shows the screen while it loads. */
export const unanswered = failing(null)

const isSpecial = (
  outcome: unknown,
): outcome is SpecialOutcome<Success<unknown> | Refusal<string> | Invalid | NoResponse> =>
  outcome instanceof SpecialOutcome

/** The outcome of a call: data, or one of the functions above. */
export type Outcome<C extends Call> =
  | DataOf<C>
  | SpecialOutcome<Success<DataOf<C>> | Refusal<RefusalCodeOf<C>> | Invalid | NoResponse>
type MaybePromise<T> = T | Promise<T>
export type FakeResponse<C extends Call> =
  | MaybePromise<Outcome<C>>
  | ((request: FakeRequest) => MaybePromise<Outcome<C>>)

/** A call with its responses; checked at declaration, so the stored form needs no type of its own. */
export type DeclaredResponse = { readonly call: Call; readonly responses: readonly unknown[] }

/**
 * Declares the responses to a call. Several responses are returned in order, the last one repeatedly.
 * @throws when the data does not match the call's schema, or the call does not declare the refusal
 */
export function respond<C extends Call>(call: C, ...responses: FakeResponse<NoInfer<C>>[]): DeclaredResponse {
  for (const response of responses) {
    if (!isFunction(response) && !(response instanceof Promise)) sentOf(call, response)
  }
  return { call, responses }
}

const isFunction = (response: unknown): response is (request: FakeRequest) => unknown =>
  typeof response === 'function'

const keyOf = (call: Call): string => `${call.method} ${call.path}`

/**
 * The server of the gallery and of screen tests: it returns the declared responses and no others. A request without a
 * declared response, or one that its call's schema rejects, is an error.
 */
export class FakeServer {
  requests: FakeRequest[] = []
  hasNetwork = true
  /** The time of the server, sent with every response. */
  now: () => string | null = () => null
  private readonly responses = new Map<string, unknown[]>()
  private readonly closing = Promise.withResolvers<void>()
  private readonly onError: (message: string) => void

  constructor(onError: (message: string) => void, responses: readonly DeclaredResponse[] = []) {
    this.onError = onError
    this.declare(...responses)
  }

  /** Adds responses; a later one for the same call replaces an earlier one. */
  declare(...responses: readonly DeclaredResponse[]): void {
    for (const declared of responses) this.responses.set(keyOf(declared.call), [...declared.responses])
  }

  /** Declares the responses to one call. */
  respond<C extends Call>(call: C, ...responses: FakeResponse<NoInfer<C>>[]): void {
    this.declare(respond(call, ...responses))
  }

  /** Every body sent to a call, in order. */
  bodiesOf(call: Call): unknown[] {
    return this.requestsOf(call).map(({ body }) => body)
  }

  requestsOf(call: Call): FakeRequest[] {
    return this.requests.filter((request) => keyOf(request.call) === keyOf(call))
  }

  send: Send = async (call, input) => {
    const request = requestOf(call, input)
    this.requests.push(request)
    if (!this.hasNetwork) return { ok: false, failure: { kind: 'network', during: 'call' } }
    const responses = this.responses.get(keyOf(call))
    if (!responses) return this.fail(`No response was declared for ${keyOf(call)}`)
    const requestError = requestErrorOf(request)
    if (requestError !== null) return this.fail(requestError)
    const response = responses.length > 1 ? responses.shift() : responses[0]
    const outcome: unknown = await (isFunction(response) ? response(request) : response)
    const noResponse = isSpecial(outcome) && 'failure' in outcome.content ? outcome.content : undefined
    input.onProgress?.(noResponse?.progress ?? 0.6)
    if (noResponse?.failure === null) await this.closing.promise
    try {
      const sent = sentOf(call, outcome)
      return sent.ok ? { ...sent, server_time: sent.server_time ?? this.now() } : sent
    } catch (error) {
      return this.fail(String(error))
    }
  }

  /** Replaces `createSend`, so that failures have the same consequences as with the real one. */
  connect: typeof createSend =
    ({ onFailure }) =>
    async (call, input) => {
      const sent = await this.send(call, input)
      if (!sent.ok) onFailure?.(sent.failure, call)
      return sent
    }

  /** Ends the pending requests as if they were aborted. */
  close(): void {
    this.closing.resolve()
  }

  private fail(message: string): Promise<never> {
    this.onError(message)
    return new Promise<never>(() => {})
  }
}

/** No captcha: only the real client has one. */
export const fakeCaptcha: App['captcha'] = {
  fields: async () => ({ ok: false, failure: { kind: 'aborted' } }),
  warmUp: () => {},
  discard: () => {},
}

/** The app of a club with a fake server. */
export const fakeApp = (server: FakeServer, changes: Partial<Club> = {}): App => ({
  club: { ...samples.club, ...changes },
  send: server.send,
  captcha: fakeCaptcha,
})

type Input = { params?: unknown; query?: unknown; body?: unknown; endpoint?: string | undefined }
const recordOf = (value: unknown) => (value ?? {}) as Readonly<Record<string, unknown>>

function requestOf(call: Call, input: Input): FakeRequest {
  const params = recordOf(input.params)
  const path = call.path.replace(/:(\w+)/g, (_match, name: string) => String(params[name]))
  const { body, endpoint } = input
  return { call, path, params, query: recordOf(input.query), body, endpoint }
}

/** Validation errors of a request by the call's schemas; null if it is valid. */
function requestErrorOf({ call, params, query, body }: FakeRequest): string | null {
  for (const [part, value] of Object.entries({ params, query, body })) {
    // The encoding of multipart bodies is not checked here.
    const schema = call.multipart && part === 'body' ? undefined : call[part as 'params' | 'query' | 'body']
    const parsed = schema ? z.safeParse(schema, value) : undefined
    if (parsed?.success === false)
      return `The ${part} of ${keyOf(call)} is not valid: ${parsed.error.message}`
  }
  return null
}

/** Reads an outcome as the client reads the real server's response. */
function sentOf<C extends Call>(call: C, outcome: unknown): Sent<DataOf<C>, RefusalCodeOf<C>> {
  const content = isSpecial(outcome) ? outcome.content : { data: outcome }
  if ('failure' in content) return { ok: false, failure: content.failure ?? { kind: 'aborted' } }
  if ('code' in content) return refusedBy(call, content)
  if ('errors' in content) {
    const body = { success: false, message: validationErrorMessage, ...content }
    return readResponse(call, { status: 422, body })
  }
  const parsed = z.safeParse(call.data, content.data)
  if (!parsed.success) throw new Error(`${keyOf(call)} cannot respond with this: ${parsed.error.message}`)
  return readResponse(call, { status: 200, body: { success: true, ...content } })
}

function refusedBy<C extends Call>(
  call: C,
  { code, values, present }: Refusal<string>,
): Sent<DataOf<C>, RefusalCodeOf<C>> {
  const declared: Readonly<Record<string, RefusalEntry>> = { ...kernelRefusals, ...call.refusals }
  const entry = declared[code]
  if (!entry) throw new Error(`${keyOf(call)} declares no refusal ${code}`)
  const message = fillMessage(entry.message, values)
  if (/\{[^}]+\}/.test(message)) throw new Error(`${code} needs more values: ${message}`)
  const errors = entry.path === undefined ? [] : [{ path: entry.path, message }]
  return readResponse(call, {
    status: entry.status,
    body: { success: false, code, message, errors, present },
  })
}
