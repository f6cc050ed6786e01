import type { Call } from '@clube/contract/kernel/call.ts'
import { failureEnvelopeSchema, successEnvelopeSchema } from '@clube/contract/kernel/envelope.ts'
import { kernelRefusals } from '@clube/contract/kernel/refusals.ts'
import type { FastifySchema } from 'fastify'
import * as z from 'zod/mini'

const captchaFields = z.object({
  captcha_type: z.string(),
  altcha_challenge: z.unknown(),
  recaptcha_token: z.string(),
})

/** The OpenAPI schema of a call; parsing happens in `bind.ts`. */
export const openApiSchemaOf = (call: Call): FastifySchema => {
  const body =
    call.captcha_weight === undefined ? call.body : z.intersection(call.body ?? z.object({}), captchaFields)
  const response: Record<string, unknown> = { 200: successEnvelopeSchema(call.data) }
  for (const status of statusesOf(call)) response[status] = failureEnvelopeSchema
  const tag = call.path.split('/')[2]
  return {
    summary: call.summary,
    tags: tag ? [tag] : [],
    ...(call.params ? { params: call.params } : {}),
    ...(call.query ? { querystring: call.query } : {}),
    ...(body && call.method === 'POST' ? { body } : {}),
    ...(call.multipart ? { consumes: ['multipart/form-data'] } : {}),
    response,
  } as FastifySchema
}

const statusesOf = (call: Call): Set<number> =>
  new Set([
    422,
    503,
    500,
    ...Object.values(call.refusals).map((entry) => entry.status),
    ...(call.session ? [kernelRefusals['session.required'].status] : []),
    ...(call.multipart ? [kernelRefusals['request.too-large'].status] : []),
  ])
