import { DelegateBackoff, handleWhen, retry } from 'cockatiel'
import * as z from 'zod/mini'
import type { Clock } from '../../ports/clock.ts'
import type { Random } from '../../ports/random.ts'
import { createCircuitBreaker } from '../circuit-breaker.ts'
import { JsonFailure, requestJson } from '../fetch-json.ts'

/** Total time of an operation, with its retries. */
const defaultTimeoutMs = 3_000
const maxRetries = 2
const defaultRetryDelayMs = 150
/** Responses after which a repeated request may succeed. */
const transientStatuses = [500, 502, 503, 504]
/** Rejections that do not depend on the request's content, which people choose. */
const outageStatuses = [401, 403, 407, 408, 429]

/** No usable response. `code` contains nothing that was sent or received, so it may be logged. */
export class OutsideFailure extends Error {
  override name = 'OutsideFailure'
  readonly code: string
  /** Whether a repeated request may succeed. */
  readonly isTransient: boolean
  /** Whether the service does not work, so that the failure counts for the circuit breaker. */
  readonly isOutage: boolean
  constructor(code: string, options: { isTransient?: boolean; isOutage?: boolean } = {}) {
    super(code)
    this.code = code
    this.isTransient = options.isTransient ?? false
    this.isOutage = options.isOutage ?? true
  }
}

type AnswerSchemas = Readonly<Record<number, z.ZodMiniType>>
type AnswerOf<Schemas extends AnswerSchemas> = {
  [Status in keyof Schemas]: { readonly status: Status; readonly body: z.infer<Schemas[Status]> }
}[keyof Schemas]

/** A request that may be repeated: it only reads, or the service acts once on its key. */
export type OutsideRequest<Schemas extends AnswerSchemas> = {
  readonly method: 'GET' | 'POST'
  /** Appended to the base URL, without data of a person. */
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: object
  /** Schemas of the expected responses by status; every other response is a failure. */
  readonly answers: Schemas
}

/** What a request's credentials may depend on. */
export type RequestToAuthorize = {
  readonly method: 'GET' | 'POST'
  /** Path and query. */
  readonly target: string
  readonly body: string
  readonly signal: AbortSignal
}

export type Credentials = {
  /** Parameters that the service expects in the URL. */
  readonly query?: Readonly<Record<string, string>>
  readonly headersFor?: (request: RequestToAuthorize) => Promise<Readonly<Record<string, string>>>
  /** Called once per attempt with headers that the service rejected; the request is then authorized again. */
  readonly discard?: (headers: Readonly<Record<string, string>>) => void
}

export type OutsideOptions = {
  /** Scheme, host and optional path, without a trailing slash. */
  readonly base_url: string
  readonly clock: Clock
  readonly random: Random
  readonly timeoutMs?: number
  readonly retryDelayMs?: number
}

/** Sends one request of an operation. @throws {OutsideFailure} */
export type Send = <const Schemas extends AnswerSchemas>(
  request: OutsideRequest<Schemas>,
) => Promise<AnswerOf<Schemas>>

/**
 * Client of an external service that acts once per key: total time limit, small JSON responses parsed by schema, no
 * redirects, a few retries of transient failures, and a circuit breaker over all operations.
 * @returns a function that runs one operation of one or more requests
 * @throws {OutsideFailure}
 */
export const createOutsideClient = (options: OutsideOptions & { credentials: Credentials }) => {
  const { base_url, clock, random, credentials, timeoutMs = defaultTimeoutMs } = options
  const breaker = createCircuitBreaker({
    clock,
    Unavailable: OutsideFailure,
    isOutage: (error) => !(error instanceof OutsideFailure) || error.isOutage,
  })
  const retries = retry(
    handleWhen((error) => error instanceof OutsideFailure && error.isTransient),
    { maxAttempts: maxRetries, backoff: jitter(random, options.retryDelayMs ?? defaultRetryDelayMs) },
  )

  const exchange = async <Schemas extends AnswerSchemas>(
    request: OutsideRequest<Schemas>,
    signal: AbortSignal,
  ): Promise<AnswerOf<Schemas>> => {
    const { method, answers } = request
    const url = urlOf(base_url, request.path, { ...request.query, ...credentials.query })
    const body = request.body === undefined ? undefined : JSON.stringify(request.body)
    const authorize = async () =>
      credentials.headersFor?.({ method, target: url.pathname + url.search, body: body ?? '', signal }) ?? {}
    const send = (authorization: Readonly<Record<string, string>>) =>
      requestJson(url.href, {
        method,
        headers: {
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...request.headers,
          ...authorization,
        },
        ...(body === undefined ? {} : { body }),
        signal,
        reads: (status) => Object.hasOwn(answers, status),
      })
    const authorization = await authorize()
    let response = await send(authorization)
    if (response.status === 401 && credentials.discard) {
      credentials.discard(authorization)
      response = await send(await authorize())
    }
    return parseAnswer(response, answers)
  }

  return async <Result>(operation: (send: Send) => Promise<Result>): Promise<Result> => {
    const signal = AbortSignal.timeout(timeoutMs)
    const send: Send = (request) =>
      retries.execute(() => {
        if (signal.aborted) throw new OutsideFailure('timeout')
        return breaker(() => exchange(request, signal).catch(rethrowAsFailure))
      })
    return Promise.race([operation(send), failureOnAbort(signal)])
  }
}

/** A whole URL; values are encoded, so that they cannot change its path. */
export const urlOf = (base_url: string, path: string, query: Readonly<Record<string, string>>): URL => {
  const url = new URL(base_url + path)
  url.search = new URLSearchParams(query).toString()
  return url
}

const parseAnswer = <Schemas extends AnswerSchemas>(
  { status, body }: { status: number; body: unknown },
  answers: Schemas,
): AnswerOf<Schemas> => {
  const schema = answers[status]
  if (schema === undefined)
    throw new OutsideFailure(`status-${status}`, {
      isTransient: transientStatuses.includes(status),
      isOutage: status < 400 || status >= 500 || outageStatuses.includes(status),
    })
  const parsed = z.safeParse(schema, body)
  if (!parsed.success) throw new OutsideFailure('malformed')
  return { status, body: parsed.data } as AnswerOf<Schemas>
}

/** Errors of the runtime may quote a URL or a header. */
export const rethrowAsFailure = (error: unknown): never => {
  if (error instanceof OutsideFailure) throw error
  if (error instanceof JsonFailure)
    throw new OutsideFailure(error.code, { isTransient: error.code === 'no-connection' })
  throw new OutsideFailure('failed')
}

const failureOnAbort = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new OutsideFailure('timeout')), { once: true })
  })

/** Exponential pauses, each between half of its length and its length. */
const jitter = (random: Random, firstMs: number) =>
  new DelegateBackoff<{ attempt: number }>(({ attempt }) => {
    const ms = firstMs * 2 ** (attempt - 1)
    return ms / 2 + random.below(Math.ceil(ms / 2) + 1)
  })
