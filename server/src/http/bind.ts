import type {
  Call,
  DataOf,
  ParsedBodyOf,
  ParsedParamsOf,
  ParsedQueryOf,
} from '@clube/contract/kernel/call.ts'
import { incompleteMaskMessage } from '@clube/contract/brazil/field-messages.ts'
import { rolesAllow } from '@clube/contract/kernel/permissions.ts'
import { unattendedHeader } from '@clube/contract/kernel/unattended.ts'
import type { SuccessEnvelope } from '@clube/contract/kernel/envelope.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import * as z from 'zod/mini'
import type { Clock } from '../ports/clock.ts'
import {
  Cookies,
  type RequestFacts,
  type RequestGuards,
  type RequestSession,
  type StaffSession,
} from './context.ts'
import { acceptMultipart, readMultipart } from './multipart.ts'
import { findable, unkeepablePaths } from './unkeepable.ts'
import { openApiSchemaOf } from './open-api.ts'
import { InvalidInput, Refusal } from '../kernel/refusal.ts'

/** What a handler receives. `session` is there whenever the call asks for one. */
export type CallContext<C extends Call> = {
  readonly body: ParsedBodyOf<C>
  readonly query: ParsedQueryOf<C>
  readonly params: ParsedParamsOf<C>
  readonly session: C extends { session: 'staff' }
    ? null
    : C extends { session: string }
      ? RequestSession
      : RequestSession | null
  /** Who of the staff calls; there whenever the call asks for staff. */
  readonly staff: C extends { session: 'staff' } ? StaffSession : null
  readonly facts: RequestFacts
  readonly cookies: Cookies
  readonly reply: FastifyReply
}

/** What a handler answers: the data, with a sentence for the person where there is one; lists say where they go on. */
export type Answer<C extends Call> = { data: DataOf<C>; message?: string } & (C extends { paged: true }
  ? { next_cursor: string | null }
  : { next_cursor?: never })

export type Handler<C extends Call> = (context: CallContext<C>) => Promise<Answer<C>>

/** What binding needs from the composition root. */
export type Binder = {
  readonly app: FastifyInstance
  readonly guards: RequestGuards
  readonly clock: Clock
  readonly secureCookies: boolean
  /** In development and tests every answer is held against its call's schema. */
  readonly checkAnswers: boolean
}

/** Serves a contract call with a handler: parses once at the edge, guards, wraps the answer. */
export const bindCall = <C extends Call>(binder: Binder, call: C, handler: Handler<C>): void => {
  const route: RouteOptions = {
    method: call.method,
    url: call.path,
    schema: openApiSchemaOf(call),
    config: { call },
    handler: async (request, reply) => {
      const cookies = new Cookies(request, reply, binder.secureCookies)
      const staff = call.session === 'staff' ? await staffFor(binder, call, cookies, request) : null
      const session = staff ? null : await sessionFor(binder, call, cookies)
      const facts = factsOf(request)
      const rawBody = call.multipart ? await readMultipart(request, reply) : request.body
      const body = parse(call.body, rawBody ?? {})
      if (call.captcha_weight !== undefined) await spendProof(binder, call, rawBody, body, cookies, facts)
      const answer = await handler({
        body,
        query: parse(call.query, findable(request.query)),
        params: parse(call.params, request.params),
        session,
        staff,
        facts,
        cookies,
        reply,
      } as CallContext<C>)
      return envelope(binder, call, answer)
    },
  }
  if (call.multipart) acceptMultipart(binder.app, (scope) => scope.route(route))
  else binder.app.route(route)
}

/** A member of staff who may do what the call is for; nobody else learns more than 401 or 403. */
const staffFor = async (
  binder: Binder,
  call: Call,
  cookies: Cookies,
  { headers }: FastifyRequest,
): Promise<StaffSession> => {
  const token = cookies.staffToken
  const isAttended = headers[unattendedHeader] === undefined
  const staff = token ? await binder.guards.findStaffSession(token, { isAttended }) : null
  if (!staff) throw new Refusal('session.required')
  if (call.permission !== undefined && !rolesAllow(staff.roles, call.permission))
    throw new Refusal('session.not-allowed')
  return staff
}

const sessionFor = async (binder: Binder, call: Call, cookies: Cookies): Promise<RequestSession | null> => {
  const token = cookies.sessionToken
  const session = token ? await binder.guards.findSession(token) : null
  if (!call.session) return session
  if (!session) throw new Refusal('session.required')
  if (call.session === 'customer' && session.level === 'identified')
    throw new Refusal('session.password-required')
  return session
}

export const factsOf = (request: FastifyRequest): RequestFacts => ({
  request_id: request.id,
  address: request.ip,
  user_agent: (request.headers['user-agent'] ?? '').slice(0, 300),
})

const spendProof = (
  binder: Binder,
  call: Call,
  rawBody: unknown,
  body: unknown,
  cookies: Cookies,
  facts: RequestFacts,
): Promise<void> => {
  const document = (body as { document_id?: unknown } | undefined)?.document_id
  return binder.guards.spendProof({
    body: rawBody,
    weight: call.captcha_weight ?? 0,
    flow_id: cookies.flowId,
    document: typeof document === 'string' ? document : null,
    facts,
  })
}

/** Parses with the call's schema; a field that does not fit, or cannot be kept, becomes a field error under its name. */
const parse = (schema: z.ZodMiniType | undefined, value: unknown): unknown => {
  if (!schema) return undefined
  const result = z.safeParse(schema, value)
  if (result.success) {
    const unkept = unkeepablePaths(result.data)
    if (unkept.length === 0) return result.data
    throw new InvalidInput(unkept.map((path) => ({ path, message: incompleteMaskMessage })))
  }
  throw new InvalidInput(
    result.error.issues.map((issue) => ({ path: issue.path.map(String).join('.'), message: issue.message })),
  )
}

const envelope = <C extends Call>(binder: Binder, call: C, answer: Answer<C>): SuccessEnvelope<unknown> => {
  const data = binder.checkAnswers ? checked(call, answer.data) : answer.data
  return {
    success: true,
    data,
    ...(answer.next_cursor === undefined ? {} : { next_cursor: answer.next_cursor }),
    ...(answer.message === undefined ? {} : { message: answer.message }),
    server_time: instantText(binder.clock()),
  }
}

let lastInstant = { ms: Number.NaN, text: '' }

/** Many answers leave within one millisecond: its text is written once. */
const instantText = (now: Date): string => {
  const ms = now.getTime()
  if (ms !== lastInstant.ms) lastInstant = { ms, text: now.toISOString() }
  return lastInstant.text
}

const checked = (call: Call, data: unknown): unknown => {
  const result = z.safeParse(call.data, data)
  if (result.success) return data
  const where = result.error.issues.map((issue) => issue.path.join('.')).join(', ')
  throw new Error(`The answer of ${call.method} ${call.path} is not what its call declares: ${where}`)
}
