import { isIP } from 'node:net'
import type {
  Call,
  DataOf,
  ParsedBodyOf,
  ParsedParamsOf,
  ParsedQueryOf,
} from '@clube/contract/kernel/call.ts'
import { incompleteMaskMessage } from '@clube/contract/brazil/field-messages.ts'
import { fieldErrorsOf, type SuccessEnvelope } from '@clube/contract/kernel/envelope.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import * as z from 'zod/mini'
import type { SharedReads } from '../db/shared-read.ts'
import type { Clock } from '../ports/clock.ts'
import {
  Cookies,
  type RequestMetadata,
  type RequestGuards,
  type RequestSession,
  type StaffSession,
} from './context.ts'
import { authorizeCaller, type Caller } from './guard.ts'
import { acceptMultipart, receiveMultipart } from './multipart.ts'
import { withoutUnstorable, unstorablePaths } from './unstorable.ts'
import { openApiSchemaOf } from './open-api.ts'
import type { Uploader, Uploads } from './uploads.ts'
import { InvalidInput } from '../kernel/refusal.ts'

/** Context of a handler. `session` is present when the call requires one. */
export type CallContext<C extends Call> = {
  readonly body: ParsedBodyOf<C>
  readonly query: ParsedQueryOf<C>
  readonly params: ParsedParamsOf<C>
  readonly session: C extends { session: 'staff' }
    ? null
    : C extends { session: string }
      ? RequestSession
      : RequestSession | null
  /** The calling staff member, when the call requires one. */
  readonly staff: C extends { session: 'staff' } ? StaffSession : null
  readonly metadata: RequestMetadata
  /** Whether the request has a valid captcha proof; always true unless the call has `captcha_on_demand`. */
  readonly hasProof: boolean
  readonly cookies: Cookies
  readonly reply: FastifyReply
}

/** A handler's response: the data, an optional message, and the next cursor for lists. */
export type CallResponse<C extends Call> = { data: DataOf<C>; message?: string } & (C extends { paged: true }
  ? { next_cursor: string | null }
  : { next_cursor?: never })

export type Handler<C extends Call> = (context: CallContext<C>) => Promise<CallResponse<C>>

/** Dependencies of binding. */
export type Binder = {
  readonly app: FastifyInstance
  readonly guards: RequestGuards
  readonly clock: Clock
  readonly secureCookies: boolean
  /** Whether responses are validated against their call's schema (development and tests). */
  readonly checkResponses: boolean
  /** Required by shared calls. */
  readonly sharedAnswers?: SharedReads
  /** Required by calls with files. */
  readonly uploads?: Uploads
  /** What requests wait for first, to spread bursts. */
  readonly pace?: () => Promise<void>
}

/**
 * Binds a contract call to a handler: guards, parses the input, wraps the response. Actions of staff may change what is
 * public, so that shared answers are read again after them.
 * @param admit refuses a call with files before they are received: in its body, files are placeholders
 */
export const bindCall = <C extends Call & { readonly shared?: never }>(
  binder: Binder,
  call: C,
  handler: Handler<C>,
  admit: (context: CallContext<C>) => Promise<void> = () => Promise.resolve(),
): void => {
  const { uploads } = binder
  const { multipart: files } = call
  if (files && !uploads) throw new Error(`${call.path} has files: its binder needs uploads`)
  const route: RouteOptions = {
    method: call.method,
    url: call.path,
    schema: openApiSchemaOf(call),
    config: { declared: call },
    handler: async (request, reply) => {
      if (binder.pace) await binder.pace()
      const cookies = new Cookies(request, reply, binder.secureCookies)
      const caller = await authorizeCaller(binder.guards, call, { request, cookies })
      const metadata = metadataOf(request)
      let hasProof = false
      const contextOf = (body: unknown): CallContext<C> =>
        ({
          body,
          query: parseInput(call.query, withoutUnstorable(request.query)),
          params: parseInput(call.params, request.params),
          ...caller,
          metadata,
          hasProof,
          cookies,
          reply,
        }) as CallContext<C>
      const parseBody = async (rawBody: unknown): Promise<unknown> => {
        const body = parseInput(call.body, rawBody ?? {})
        hasProof = requiresProof(call, rawBody)
        if (hasProof) await spendProof(binder, call, rawBody, body, cookies, metadata)
        return body
      }
      const respond = async (body: unknown) => {
        const context = contextOf(body)
        try {
          return envelope(binder, call, await handler(context))
        } finally {
          if (isStaffAction(call)) binder.sharedAnswers?.forgetAll()
        }
      }
      if (!files || !uploads) return respond(await parseBody(request.body))
      let releaseSlot = (): void => {}
      try {
        return await receiveMultipart(
          {
            request,
            reply,
            folder: uploads.folder,
            files,
            file_limits: call.file_limits,
            // Only with a valid proof, because it may displace a slow upload.
            admit: async (fields, upload) => {
              const context = contextOf(await parseBody(fields))
              releaseSlot = uploads.acquireSlot(uploaderOf(caller, metadata), upload)
              await admit(context)
            },
          },
          (body) => respond(parseInput(call.body, body)),
        )
      } finally {
        releaseSlot()
      }
    },
  }
  if (files) acceptMultipart(binder.app, (scope) => scope.route(route))
  else binder.app.route(route)
}

/**
 * The client's IP. A proxy may append a port, and a client may send anything; an invalid IP is replaced by the
 * connection's.
 */
const ipOf = ({ ip, socket }: FastifyRequest): string => {
  const plain = /^\[([^\]]+)\](?::\d+)?$|^([\d.]+):\d+$/.exec(ip)
  const bare = plain?.[1] ?? plain?.[2] ?? ip
  return isIP(bare) === 0 ? (socket.remoteAddress ?? '') : bare
}

export const metadataOf = (request: FastifyRequest): RequestMetadata => ({
  request_id: request.id,
  ip: ipOf(request),
  user_agent: (request.headers['user-agent'] ?? '').slice(0, 300),
})

const isStaffAction = ({ method, session }: Call): boolean => method === 'POST' && session === 'staff'

const requiresProof = (call: Call, rawBody: unknown): boolean =>
  call.captcha_weight !== undefined &&
  (call.captcha_on_demand !== true ||
    (typeof rawBody === 'object' && rawBody !== null && 'altcha_challenge' in rawBody))

const uploaderOf = ({ session }: Caller, { ip }: RequestMetadata): Uploader =>
  session?.level === 'customer'
    ? { customer_id: session.customer_id }
    : // Without a password, anyone who knows a document can open a session.
      { ip, ...(session ? { session_id: session.session_id } : {}) }

const spendProof = (
  binder: Binder,
  call: Call,
  rawBody: unknown,
  body: unknown,
  cookies: Cookies,
  metadata: RequestMetadata,
): Promise<void> => {
  const document = (body as { document_id?: unknown } | undefined)?.document_id
  return binder.guards.spendProof({
    body: rawBody,
    weight: call.captcha_weight ?? 0,
    flow_id: cookies.flowId,
    document: typeof document === 'string' ? document : null,
    metadata,
  })
}

/** For fields whose schema has no message of its own, such as ids. */
const invalidValueMessage = 'Valor inválido'

/** Parses with the call's schema; invalid and unstorable values become field errors. */
export const parseInput = (schema: z.ZodMiniType | undefined, value: unknown): unknown => {
  if (!schema) return undefined
  const result = z.safeParse(schema, value, { error: () => invalidValueMessage })
  if (result.success) {
    const unstorable = unstorablePaths(result.data)
    if (unstorable.length === 0) return result.data
    throw new InvalidInput(unstorable.map((path) => ({ path, message: incompleteMaskMessage })))
  }
  throw new InvalidInput(fieldErrorsOf(result.error))
}

/** The success envelope of a response. */
export const envelope = <C extends Call>(
  binder: Binder,
  call: C,
  response: CallResponse<C>,
): SuccessEnvelope<unknown> => {
  const data = binder.checkResponses ? checkedData(call, response.data) : response.data
  return {
    success: true,
    data,
    ...(response.next_cursor === undefined ? {} : { next_cursor: response.next_cursor }),
    ...(response.message === undefined ? {} : { message: response.message }),
    server_time: instantText(binder.clock()),
  }
}

let lastInstant = { ms: Number.NaN, text: '' }

/** Cached timestamp of the current millisecond, shared by many responses. */
export const instantText = (now: Date): string => {
  const ms = now.getTime()
  if (ms !== lastInstant.ms) lastInstant = { ms, text: now.toISOString() }
  return lastInstant.text
}

/** The data, if they match the schema of their call. */
export const checkedData = (call: Call, data: unknown): unknown => {
  const result = z.safeParse(call.data, data)
  if (result.success) return data
  const where = result.error.issues.map((issue) => issue.path.join('.')).join(', ')
  throw new Error(
    `The response of ${call.method} ${call.path} does not match the schema of its call: ${where}`,
  )
}
