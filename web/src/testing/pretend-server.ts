import type { Club } from '@clube/contract/club/club.ts'
import type { Call, DataOf, RefusalCodeOf } from '@clube/contract/kernel/call.ts'
import type { FieldError } from '@clube/contract/kernel/envelope.ts'
import type { RefusalEntry } from '@clube/contract/kernel/refusal-table.ts'
import { fillSentence, kernelRefusals } from '@clube/contract/kernel/refusals.ts'
import * as z from 'zod/mini'
import type { createSend, Send } from '../platform/api/client.ts'
import type { Failure, Sent } from '../platform/api/failure.ts'
import { readAnswer, validationErrorMessage } from '../platform/api/read-answer.ts'
import type { App } from '../platform/app/app-context.tsx'
import { samples } from './samples.ts'

/** One request received by the pretend server. */
export type PretendRequest = {
  call: Call
  /** Path with its placeholders filled. */
  path: string
  params: Readonly<Record<string, unknown>>
  query: Readonly<Record<string, unknown>>
  body: unknown
  /** The path that the club's configuration gives instead of the call's. */
  endpoint: string | undefined
}

class Success<Data> {
  readonly data: Data
  readonly more: { message?: string; next_cursor?: string; server_time?: string }
  constructor(data: Data, more: Success<Data>['more']) {
    this.data = data
    this.more = more
  }
}
/** Data with other properties of the answer; data alone needs no wrapping. */
export const success = <Data>(data: Data, more: Success<Data>['more']): Success<Data> =>
  new Success(data, more)

type SentenceValues = Readonly<Record<string, string | number>>
class Refusal<Code extends string> {
  readonly code: Code
  readonly values: SentenceValues
  constructor(code: Code, values: SentenceValues) {
    this.code = code
    this.values = values
  }
}
/** A refusal that the call declares; status, sentence and field come from the contract. */
export const refusal = <const Code extends string>(code: Code, values: SentenceValues = {}): Refusal<Code> =>
  new Refusal(code, values)

class Invalid {
  readonly errors: readonly FieldError[]
  constructor(errors: readonly FieldError[]) {
    this.errors = errors
  }
}
/** Status 422: what was sent does not match the call's schema. */
export const invalid = (...errors: FieldError[]): Invalid => new Invalid(errors)

class NoAnswer {
  readonly failure: Failure<never> | null
  /** Share of an upload that was sent before the failure. */
  readonly progress: number
  constructor(failure: Failure<never> | null, progress = 0.6) {
    this.failure = failure
    this.progress = progress
  }
}
/** The ways a call can fail outside its contract. */
export const failing = (failure: Failure<never>, progress?: number): NoAnswer =>
  new NoAnswer(failure, progress)
/** There is no network. */
export const unreachable = failing({ kind: 'network', during: 'call' })
/** Status 500. */
export const crashed = failing({ kind: 'server', status: 500, request_id: null })
/** The answer never arrives: shows the screen while it loads. */
export const unanswered = new NoAnswer(null)

/** The outcome of a call: data, or one of the functions above. */
export type Outcome<C extends Call> =
  | DataOf<C>
  | Success<DataOf<C>>
  | Refusal<RefusalCodeOf<C>>
  | Invalid
  | NoAnswer
type Later<T> = T | Promise<T>
export type Reply<C extends Call> = Later<Outcome<C>> | ((request: PretendRequest) => Later<Outcome<C>>)

/** A call with its replies; checked at declaration, so the stored form needs no type of its own. */
export type Answer = { readonly call: Call; readonly replies: readonly unknown[] }

/**
 * Declares the answers to a call. Several replies are given in order, the last one repeatedly.
 * @throws when the data does not match the call's schema, or the call does not declare the refusal
 */
export function answer<C extends Call>(call: C, ...replies: Reply<NoInfer<C>>[]): Answer {
  for (const reply of replies) {
    if (!isFunction(reply) && !(reply instanceof Promise)) sentOf(call, reply)
  }
  return { call, replies }
}

const isFunction = (reply: unknown): reply is (request: PretendRequest) => unknown =>
  typeof reply === 'function'

const keyOf = (call: Call): string => `${call.method} ${call.path}`

/**
 * The server of the gallery and of screen tests: it answers what was declared and nothing else. A request without a
 * declared answer, or one that its call's schema rejects, is an error.
 */
export class PretendServer {
  requests: PretendRequest[] = []
  hasNetwork = true
  /** The time of the server, sent with every answer. */
  now: () => string | null = () => null
  private readonly replies = new Map<string, unknown[]>()
  private readonly closing = Promise.withResolvers<void>()
  private readonly onFault: (fault: string) => void

  constructor(onFault: (fault: string) => void, answers: readonly Answer[] = []) {
    this.onFault = onFault
    this.declare(...answers)
  }

  /** Adds answers; a later one for the same call replaces an earlier one. */
  declare(...answers: readonly Answer[]): void {
    for (const { call, replies } of answers) this.replies.set(keyOf(call), [...replies])
  }

  /** Declares the answer of one call. */
  answer<C extends Call>(call: C, ...replies: Reply<NoInfer<C>>[]): void {
    this.declare(answer(call, ...replies))
  }

  /** Every body sent to a call, in order. */
  bodiesOf(call: Call): unknown[] {
    return this.requestsOf(call).map(({ body }) => body)
  }

  requestsOf(call: Call): PretendRequest[] {
    return this.requests.filter((request) => keyOf(request.call) === keyOf(call))
  }

  send: Send = async (call, input) => {
    const request = requestOf(call, input)
    this.requests.push(request)
    if (!this.hasNetwork) return { ok: false, failure: { kind: 'network', during: 'call' } }
    const replies = this.replies.get(keyOf(call))
    if (!replies) return this.fault(`No answer was declared for ${keyOf(call)}`)
    const problem = problemOf(request)
    if (problem !== null) return this.fault(problem)
    const reply = replies.length > 1 ? replies.shift() : replies[0]
    const outcome: unknown = await (isFunction(reply) ? reply(request) : reply)
    input.onProgress?.(outcome instanceof NoAnswer ? outcome.progress : 0.6)
    if (outcome instanceof NoAnswer && outcome.failure === null) await this.closing.promise
    try {
      const sent = sentOf(call, outcome)
      return sent.ok ? { ...sent, server_time: sent.server_time ?? this.now() } : sent
    } catch (problem) {
      return this.fault(String(problem))
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

  private fault(words: string): Promise<never> {
    this.onFault(words)
    return new Promise<never>(() => {})
  }
}

/** The app of a club with a pretend server. Without captcha, which belongs to the real client. */
export const pretendApp = (server: PretendServer, changes: Partial<Club> = {}): App => ({
  club: { ...samples.club, ...changes },
  send: server.send,
  captcha: {
    fields: async () => ({ ok: false, failure: { kind: 'aborted' } }),
    warmUp: () => {},
    forget: () => {},
  },
})

type Input = { params?: unknown; query?: unknown; body?: unknown; endpoint?: string | undefined }
const recordOf = (value: unknown) => (value ?? {}) as Readonly<Record<string, unknown>>

function requestOf(call: Call, input: Input): PretendRequest {
  const params = recordOf(input.params)
  const path = call.path.replace(/:(\w+)/g, (_place, name: string) => String(params[name]))
  const { body, endpoint } = input
  return { call, path, params, query: recordOf(input.query), body, endpoint }
}

/** Validation errors of a request by the call's schemas; null if it is valid. */
function problemOf({ call, params, query, body }: PretendRequest): string | null {
  for (const [part, value] of Object.entries({ params, query, body })) {
    // The encoding of multipart bodies is not checked here.
    const schema = call.multipart && part === 'body' ? undefined : call[part as 'params' | 'query' | 'body']
    const parsed = schema ? z.safeParse(schema, value) : undefined
    if (parsed?.success === false)
      return `The ${part} of ${keyOf(call)} is not valid: ${parsed.error.message}`
  }
  return null
}

/** Reads an outcome as the client reads the real server's answer. */
function sentOf<C extends Call>(call: C, outcome: unknown): Sent<DataOf<C>, RefusalCodeOf<C>> {
  if (outcome instanceof NoAnswer) {
    return { ok: false, failure: outcome.failure ?? { kind: 'aborted' } }
  }
  if (outcome instanceof Invalid) {
    const body = { success: false, message: validationErrorMessage, errors: outcome.errors }
    return readAnswer(call, { status: 422, body })
  }
  if (outcome instanceof Refusal) return refusedBy(call, outcome)
  const { data, more } = outcome instanceof Success ? outcome : new Success(outcome, {})
  const parsed = z.safeParse(call.data, data)
  if (!parsed.success) throw new Error(`${keyOf(call)} does not answer this: ${parsed.error.message}`)
  return readAnswer(call, { status: 200, body: { success: true, data, ...more } })
}

function refusedBy<C extends Call>(
  call: C,
  { code, values }: Refusal<string>,
): Sent<DataOf<C>, RefusalCodeOf<C>> {
  const declared: Readonly<Record<string, RefusalEntry>> = { ...kernelRefusals, ...call.refusals }
  const entry = declared[code]
  if (!entry) throw new Error(`${keyOf(call)} declares no refusal ${code}`)
  const message = fillSentence(entry.message, values)
  const errors = entry.path === undefined ? [] : [{ path: entry.path, message }]
  return readAnswer(call, { status: entry.status, body: { success: false, code, message, errors } })
}
