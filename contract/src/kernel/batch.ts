import * as z from 'zod/mini'
import { defineCall } from './call.ts'

/** More than any page reads at once. */
export const maxBatchParts = 30
const maxLength = 4_000

/** A path, with at most one parameter, in characters that are never encoded. */
const partUrl = /^\/api(\/[A-Za-z0-9_][A-Za-z0-9_-]*)+(\?[a-z_]+=[A-Za-z0-9_-]+)?$/

/** The response to one part, as its own request would have received it. */
export const batchPartSchema = z.object({
  status: z.number(),
  /** That of a shared answer, which is not in its body. */
  server_time: z.nullable(z.string()),
  body: z.unknown(),
})

/**
 * Several reads of a customer in one request. `urls`: distinct URLs of calls, separated by commas. Each part has the
 * response that its own request would have received, in the same order; one that fails does not affect the others.
 */
export const batchCall = defineCall({
  method: 'GET',
  path: '/api/batch',
  summary: 'Responde de uma vez a várias consultas da pessoa.',
  query: z.object({
    urls: z.pipe(
      z.pipe(
        z.string().check(z.maxLength(maxLength)),
        z.transform((urls) => [...new Set(urls.split(','))]),
      ),
      z.array(z.string().check(z.regex(partUrl))).check(z.maxLength(maxBatchParts)),
    ),
  }),
  data: z.array(batchPartSchema),
  refusals: {},
  session: 'identified',
})
