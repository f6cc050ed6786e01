import type { Send } from './client.ts'
import type { Sent } from './failure.ts'

/** How long a page that has an offline view waits for the server's response, in milliseconds. */
export const responseLimitMs = 6_000

/**
 * Limits the time of reads: without a response in time, they fail as when offline. Actions are not
 * limited, since they may solve a captcha and may have taken effect.
 */
export const withTimeLimit =
  (send: Send): Send =>
  async (call, input) => {
    if (call.method !== 'GET') return send(call, input)
    const controller = new AbortController()
    const abort = () => controller.abort()
    if (input.signal?.aborted) abort()
    input.signal?.addEventListener('abort', abort)
    const limit = Promise.withResolvers<Extract<Sent<never, never>, { ok: false }>>()
    const timer = setTimeout(() => {
      limit.resolve({ ok: false, failure: { kind: 'network', during: 'call' } })
      abort()
    }, responseLimitMs)
    try {
      return await Promise.race([send(call, { ...input, signal: controller.signal }), limit.promise])
    } finally {
      clearTimeout(timer)
      input.signal?.removeEventListener('abort', abort)
    }
  }
