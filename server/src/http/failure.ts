import type { RefusalEntry, RefusalTable } from '@clube/contract/kernel/refusal-table.ts'
import type { FailureEnvelope } from '@clube/contract/kernel/envelope.ts'
import { fillMessage, kernelRefusals } from '@clube/contract/kernel/refusals.ts'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { DatabaseUnavailable, isTimeout } from '../db/database-failure.ts'
import { InvalidInput, isRefusal, Unavailable, type Refusal } from '../kernel/refusal.ts'

type Declared = {
  readonly path: string
  readonly refusals: RefusalTable
  readonly status_rule?: 'only-200' | 'no-400'
  /** Names of the files in its body; uploads have limits of their own. */
  readonly multipart?: readonly string[]
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route's call or file, with its refusals. */
    declared?: Declared
    /** Called by another server with its own secret, so without a page, cookies or our headers. */
    isWebhook?: true
    /** For `sendBeacon`, which cannot send our headers. Must have no side effects. */
    isBeacon?: true
    /** For health probes on the same machine, which may use plain HTTP. */
    allowsPlainHttp?: true
  }
}

type Failure = { status: number; body: FailureEnvelope; retryAfterSeconds?: number }

const unavailableMessage =
  'Não conseguimos processar seus dados. Tente novamente em alguns minutos ou entre em contato com o suporte!'

/** Approximate recovery time of a killed PostgreSQL. */
const databaseRetrySeconds = 5

/**
 * Maps a thrown error to a status and an envelope (spec §8). Calls with `only-200` also get the message as `msg`, which
 * older pages show (spec §7); those with `no-400` respond to a body that cannot be read as to invalid fields.
 */
export const failureOf = (error: unknown, declared: Declared | undefined, request_id: string): Failure => {
  const failure = envelopeOf(error, declared, request_id)
  const rule = declared?.status_rule
  switch (rule) {
    case 'only-200':
      return { ...failure, body: { ...failure.body, msg: failure.body.message } }
    case 'no-400':
      return failure.status === 400 ? { ...failure, status: 422 } : failure
    case undefined:
      return failure
    default:
      return rule satisfies never
  }
}

const envelopeOf = (error: unknown, declared: Declared | undefined, request_id: string): Failure => {
  if (error instanceof InvalidInput) {
    return {
      status: 422,
      body: { success: false, message: error.message, errors: [...error.errors], request_id },
    }
  }
  if (isRefusal(error)) return refused(error, declared, request_id)
  if (error instanceof Unavailable || error instanceof DatabaseUnavailable || isTimeout(error)) {
    const retryAfterSeconds = error instanceof Unavailable ? error.retryAfterSeconds : databaseRetrySeconds
    return {
      status: 503,
      body: { success: false, message: unavailableMessage, code: 'request.unavailable', request_id },
      ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    }
  }
  const status = (error as FastifyError | undefined)?.statusCode ?? 500
  if (status >= 400 && status < 500) {
    const { message } = kernelRefusals['request.malformed']
    return { status, body: { success: false, message, code: 'request.malformed', request_id } }
  }
  const message = 'Ops, houve um erro inesperado!'
  return { status: 500, body: { success: false, message, code: 'request.failed', request_id } }
}

const refused = (refusal: Refusal, declared: Declared | undefined, request_id: string): Failure => {
  const entries: Readonly<Record<string, RefusalEntry | undefined>> = {
    ...kernelRefusals,
    ...declared?.refusals,
  }
  const entry = entries[refusal.code]
  // The compiler prevents this, except for a use case bound to another call as well.
  if (!entry)
    throw new Error(`The refusal ${refusal.code} is not declared by ${declared?.path ?? 'any call'}`)
  const message = fillMessage(entry.message, refusal.values)
  return {
    status: entry.status,
    body: {
      success: false,
      message,
      code: refusal.code,
      ...(entry.path === undefined ? {} : { errors: [{ path: entry.path, message }] }),
      ...(refusal.present === undefined ? {} : { present: refusal.present }),
      request_id,
    },
  }
}

/** Responds with a thrown error; internal errors are logged and get a generic message with the request id. */
export const sendFailure = (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  let failure: Failure
  try {
    failure = failureOf(error, request.routeOptions.config.declared, request.id)
  } catch (undeclared) {
    request.log.error({ err: undeclared }, 'undeclared refusal')
    failure = failureOf(undeclared, undefined, request.id)
  }
  if (failure.status >= 500) request.log.error({ err: error }, 'request failed')
  if (failure.retryAfterSeconds !== undefined) void reply.header('retry-after', failure.retryAfterSeconds)
  return reply.status(failure.status).send(failure.body)
}
