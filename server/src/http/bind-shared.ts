import { createHash } from 'node:crypto'
import type { Call, DataOf, ParsedParamsOf, ParsedQueryOf } from '@clube/contract/kernel/call.ts'
import { serverTimeHeader, type SuccessEnvelope } from '@clube/contract/kernel/envelope.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { createSharedReads, type SharedReads } from '../db/shared-read.ts'
import type { Clock } from '../ports/clock.ts'
import { checkedData, envelope, instantText, parseInput, type Binder, type CallResponse } from './bind.ts'
import { Cookies, type RequestSession } from './context.ts'
import { authorizeCaller } from './guard.ts'
import { openApiSchemaOf } from './open-api.ts'
import { withoutUnstorable } from './unstorable.ts'

/** Maximum age of a shared answer when it is sent. */
const maxAgeMs = 1000
/** More than a club has public answers; only hostile parameters reach it, which cannot fill the memory. */
const maxAnswers = 500

/**
 * The shared answers of a process.
 * @param mayKeep false while an outage of the database would not be noticed
 */
export const createSharedAnswers = (clock: Clock, mayKeep?: () => boolean): SharedReads =>
  createSharedReads({ clock, maxAgeMs, maxReads: maxAnswers, ...(mayKeep ? { mayKeep } : {}) })

/** A call whose answer depends on its parameters only, at least for people without a session. */
type SharedCall = Call & {
  readonly method: 'GET'
  readonly session?: never
  readonly body?: never
  readonly paged?: never
  readonly captcha_weight?: never
}
type CallForEveryone = SharedCall & { readonly shared: 'everyone' }
type CallForVisitors = SharedCall & { readonly shared: 'visitors' }

/** All that a shared answer may depend on. It contains nothing about the person, the session or the request. */
export type SharedInput<C extends Call> = {
  readonly params: ParsedParamsOf<C>
  readonly query: ParsedQueryOf<C>
}

/** Binds a call whose answer is the same for everyone: no session is read. */
export const bindForEveryone = <C extends CallForEveryone>(
  givenBinder: Binder,
  call: C,
  read: (input: SharedInput<C>) => Promise<DataOf<C>>,
): void => {
  const binder = sharingBinderOf(givenBinder, call)
  const cacheControl = 'no-cache'
  route(binder, call, async (request, reply) => {
    const input = inputOf(call, request)
    const { answer } = await shareAnswer(binder, call, { input, read, dataOf: (data) => data })
    return sendAnswer(binder, answer, { request, reply, cacheControl })
  })
}

/**
 * Binds a call whose answer is the same for people without a session.
 * @param read what everyone's answers are made of, read at most once a second
 * @param dataOf the shared answer
 * @param own the answer of a signed-in person, which is not kept
 */
export const bindForVisitors = <C extends CallForVisitors, Value>(
  givenBinder: Binder,
  call: C,
  {
    read,
    dataOf,
    own,
  }: {
    read: (input: SharedInput<C>) => Promise<Value>
    dataOf: (value: Value) => DataOf<C>
    own: (value: Value, session: RequestSession) => Promise<DataOf<C>>
  },
): void => {
  const binder = sharingBinderOf(givenBinder, call)
  const cacheControl = 'private, no-cache'
  route(binder, call, async (request, reply) => {
    const cookies = new Cookies(request, reply, binder.secureCookies)
    const { session } = await authorizeCaller(binder.guards, call, { request, cookies })
    const input = inputOf(call, request)
    const { value, answer } = await shareAnswer(binder, call, { input, read, dataOf })
    void reply.header('vary', 'cookie')
    return session === null
      ? sendAnswer(binder, answer, { request, reply, cacheControl })
      : envelope(binder, call, { data: await own(value, session) } as CallResponse<C>)
  })
}

type SharingBinder = Binder & { readonly sharedAnswers: SharedReads }

const sharingBinderOf = (binder: Binder, { path }: Call): SharingBinder => {
  const { sharedAnswers } = binder
  if (!sharedAnswers) throw new Error(`${path} is shared: its binder needs shared answers`)
  return { ...binder, sharedAnswers }
}

const route = (
  { app }: Binder,
  call: SharedCall,
  handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
): void => {
  app.route({
    method: call.method,
    url: call.path,
    schema: openApiSchemaOf(call),
    config: { declared: call },
    handler,
  })
}

const inputOf = <C extends SharedCall>(call: C, request: FastifyRequest): SharedInput<C> =>
  ({
    params: parseInput(call.params, request.params),
    query: parseInput(call.query, withoutUnstorable(request.query)),
  }) as SharedInput<C>

/** A serialized envelope. */
type Answer = { readonly body: Buffer; readonly etag: string }

const shareAnswer = <C extends SharedCall, Value>(
  { sharedAnswers, checkResponses }: SharingBinder,
  call: C,
  {
    input,
    read,
    dataOf,
  }: {
    input: SharedInput<C>
    read: (input: SharedInput<C>) => Promise<Value>
    dataOf: (value: Value) => DataOf<C>
  },
): Promise<{ value: Value; answer: Answer }> => {
  return sharedAnswers.share(`${call.path} ${JSON.stringify(input)}`, async () => {
    const value = await read(input)
    const data = dataOf(value)
    return { value, answer: answerOf(checkResponses ? checkedData(call, data) : data) }
  })
}

const answerOf = (data: unknown): Answer => {
  const success: SuccessEnvelope<unknown> = { success: true, data }
  const body = Buffer.from(JSON.stringify(success))
  return { body, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"` }
}

const sendAnswer = (
  { clock }: Binder,
  { body, etag }: Answer,
  { request, reply, cacheControl }: { request: FastifyRequest; reply: FastifyReply; cacheControl: string },
): FastifyReply => {
  void reply
    .header('cache-control', cacheControl)
    .header('etag', etag)
    .header(serverTimeHeader, instantText(clock()))
  if (isKnown(etag, request.headers['if-none-match'])) return reply.status(304).send()
  return reply.header('content-type', 'application/json; charset=utf-8').send(body)
}

/** Whether the browser already has the answer; proxies that compress make tags weak. */
const isKnown = (etag: string, ifNoneMatch: string | undefined): boolean =>
  ifNoneMatch !== undefined &&
  ifNoneMatch.split(',').some((tag) => [etag, `W/${etag}`, '*'].includes(tag.trim()))
