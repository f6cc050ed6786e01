import type { Call, DataOf } from '@clube/contract/kernel/call.ts'
import { fieldErrorSchema, type FieldError } from '@clube/contract/kernel/envelope.ts'
import * as z from 'zod/mini'
import type { Failure, Sent } from './failure.ts'

/** Default sentences of the error classes (spec §8). */
export const actionErrorMessage = 'Não foi possível processar os dados informados!'
export const validationErrorMessage = 'Verifique os dados informados!'

const errorsSchema = z.array(fieldErrorSchema)

type Envelope = { success: boolean } & Record<string, unknown>

/** Spec §3: an envelope carries a success flag plus data, errors or message (`msg` on two calls). */
function isEnvelope(body: unknown): body is Envelope {
  if (typeof body !== 'object' || body === null) return false
  const known = body as Record<string, unknown>
  return (
    typeof known['success'] === 'boolean' && ['data', 'errors', 'message', 'msg'].some((key) => key in known)
  )
}

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

const messageOf = (body: unknown): string | null => {
  if (typeof body !== 'object' || body === null) return null
  const known = body as Record<string, unknown>
  return text(known['message']) ?? text(known['msg'])
}

/** Captcha and promotion calls answer 503 with a sentence of their own (spec §8). */
const answersUnavailable = (path: string) => /^\/api\/(captcha|marketing|legacy)\//.test(path)

/** Sign-out, captcha and promotion calls map 400 to a plain refusal, all others to validation (spec §8). */
const refusesBadRequest = (path: string) => path.endsWith('/signout') || answersUnavailable(path)

/** Reads the parsed body of an answer (undefined: it was not JSON) under the habits of spec §7 and §8. */
export function readAnswer<C extends Call>(
  call: C,
  answer: { status: number; body: unknown },
): Sent<DataOf<C>> {
  const { status, body } = answer
  const said = messageOf(body)
  const failed = (failure: Failure): Sent<DataOf<C>> => ({ ok: false, failure })
  if (status >= 500 && !(status === 503 && said !== null && answersUnavailable(call.path))) {
    return failed({ kind: 'server', status, request_id: requestIdOf(body) })
  }
  if (!isEnvelope(body)) return failed({ kind: 'unrecognised', status, message: said })
  if (body.success && status < 400) {
    const data = z.safeParse(call.data, body['data'])
    if (!data.success) return failed({ kind: 'unrecognised', status, message: null })
    return {
      ok: true,
      data: data.data as DataOf<C>,
      message: said,
      status,
      server_time: text(body['server_time']),
      next_cursor: text(body['next_cursor']),
    }
  }
  const isInvalid = status === 422 || (status === 400 && !refusesBadRequest(call.path))
  return failed({
    kind: isInvalid ? 'invalid' : 'refused',
    status,
    code: text(body['code']),
    message: said ?? (isInvalid ? validationErrorMessage : actionErrorMessage),
    errors: errorsOf(body['errors']),
  })
}

const requestIdOf = (body: unknown): string | null =>
  typeof body === 'object' && body !== null ? text((body as Record<string, unknown>)['request_id']) : null

const errorsOf = (errors: unknown): FieldError[] => {
  const parsed = z.safeParse(errorsSchema, errors)
  return parsed.success ? parsed.data : []
}
