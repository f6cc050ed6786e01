import type { Call, DataOf, RefusalCodeOf } from '@clube/contract/kernel/call.ts'
import { fieldErrorSchema, type FieldError } from '@clube/contract/kernel/envelope.ts'
import * as z from 'zod/mini'
import type { Failure, Sent } from './failure.ts'
import type { RawResponse } from './request.ts'

/** Default messages of the error classes (spec §8). */
export const actionErrorMessage = 'Não foi possível processar os dados informados!'
export const validationErrorMessage = 'Verifique os dados informados!'

const errorsSchema = z.array(fieldErrorSchema)

type Envelope = { success: boolean } & Record<string, unknown>

/** Spec §3: an envelope carries a success flag plus data, errors or message (`msg` on two calls). */
function isEnvelope(body: unknown): body is Envelope {
  if (typeof body !== 'object' || body === null) return false
  const record = body as Record<string, unknown>
  return (
    typeof record['success'] === 'boolean' &&
    ['data', 'errors', 'message', 'msg'].some((key) => key in record)
  )
}

/** Wraps the response of a club's own server to a lookup in the envelope (spec §3, §7). */
function envelopeOfLookup({ status, body }: { status: number; body: unknown }): unknown {
  const success = status < 400
  if (Array.isArray(body)) return { success, data: body }
  if (typeof body !== 'object' || body === null) return body
  const record = body as Record<string, unknown>
  const data = record['data'] ?? record['results']
  if ('success' in record) return data === undefined ? record : { ...record, data }
  return { ...record, success, data: data ?? record }
}

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

const messageOf = (body: unknown): string | null => {
  if (typeof body !== 'object' || body === null) return null
  const record = body as Record<string, unknown>
  return text(record['message']) ?? text(record['msg'])
}

/** The class of a failing status: a validation failure, a refusal, or neither (spec §8 "Status mapping"). */
function classOf({ path, lookup, status_rule }: Call, status: number): 'invalid' | 'refused' | 'unexpected' {
  if (status_rule === 'only-200') return 'unexpected'
  if (status === 422) return 'invalid'
  const isPromotion = /^\/api\/(captcha|marketing|legacy)\//.test(path)
  if (status === 400 && status_rule !== 'no-400') return isPromotion ? 'refused' : 'invalid'
  if (lookup && !isPromotion) return 'unexpected'
  const refusals = isPromotion ? [401, 403, 404, 409, 503] : [401, 403, 409]
  return refusals.includes(status) || status < 400 ? 'refused' : 'unexpected'
}

/** Interprets the parsed body of a response (undefined when not JSON) according to spec §7 and §8. */
export function readResponse<C extends Call>(
  call: C,
  response: RawResponse,
): Sent<DataOf<C>, RefusalCodeOf<C>> {
  const { status } = response
  const body = call.lookup ? envelopeOfLookup(response) : response.body
  const message = call.fixed_messages?.[status] ?? messageOf(body)
  const errorClass = classOf(call, status)
  const failed = (failure: Failure<RefusalCodeOf<C>>) => ({ ok: false, failure }) as const
  if (status >= 500 && !(errorClass === 'refused' && message !== null)) {
    return failed({ kind: 'server', status, request_id: requestIdOf(body) })
  }
  if (!isEnvelope(body)) return failed({ kind: 'unrecognized', status, message })
  if (body.success && (status === 200 || (status < 400 && errorClass !== 'unexpected'))) {
    const data = z.safeParse(call.data, body['data'])
    if (!data.success) return failed({ kind: 'unrecognized', status, message: null })
    return {
      ok: true,
      data: data.data as DataOf<C>,
      message,
      status,
      server_time: text(body['server_time']) ?? response.server_time ?? null,
      next_cursor: text(body['next_cursor']),
    }
  }
  // The server's refusals use only codes that the call declares; a club's own endpoint sends none.
  const code = text(body['code']) as RefusalCodeOf<C> | null
  if (errorClass === 'unexpected' && code === null) return failed({ kind: 'unrecognized', status, message })
  const kind = errorClass === 'invalid' ? 'invalid' : 'refused'
  return failed({
    kind,
    status,
    code,
    message: message ?? (kind === 'invalid' ? validationErrorMessage : actionErrorMessage),
    errors: errorsOf(body['errors']),
    ...(body['present'] === undefined ? {} : { present: body['present'] }),
  })
}

const requestIdOf = (body: unknown): string | null =>
  typeof body === 'object' && body !== null ? text((body as Record<string, unknown>)['request_id']) : null

const errorsOf = (errors: unknown): FieldError[] => {
  const parsed = z.safeParse(errorsSchema, errors)
  return parsed.success ? parsed.data : []
}
