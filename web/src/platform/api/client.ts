import type { Call, BodyOf, DataOf, ParamsOf, QueryOf, RefusalCodeOf } from '@clube/contract/kernel/call.ts'
import { isCaptchaPath, type CaptchaSource } from './captcha-source.ts'
import { discardEarlyReads, takeEarlyRead } from './early-reads.ts'
import type { Failure, Sent } from './failure.ts'
import { readResponse } from './read-response.ts'
import { request, upload } from './request.ts'

type Part<C extends Call, Key extends 'body' | 'query' | 'params', Value> = C extends {
  [K in Key]: NonNullable<Call[Key]>
}
  ? { [K in Key]: Value }
  : { [K in Key]?: undefined }

/** Arguments of a call: exactly the parts that its contract declares. */
export type SendInput<C extends Call> = Part<C, 'body', BodyOf<C>> &
  Part<C, 'query', QueryOf<C>> &
  Part<C, 'params', ParamsOf<C>> & {
    signal?: AbortSignal | undefined
    /** Configured path that replaces the contract's. */
    endpoint?: string | undefined
    /** Multipart calls: called with the fraction of the body sent, 0 to 1. */
    onProgress?: (fraction: number) => void
  }

export type Send = <C extends Call>(
  call: C,
  input: SendInput<C>,
) => Promise<Sent<DataOf<C>, RefusalCodeOf<C>>>

export type ClientSettings = {
  /** Scheme, host and port; empty for the page's origin. */
  origin?: string
  captcha: CaptchaSource
  /** Whether the user is present; reads without presence do not extend the session. */
  isAttended?: () => boolean
  /** Called on every failure, for global handling (an ended session). */
  onFailure?: (failure: Failure, call: Call) => void
}

/**
 * Creates the function that sends calls to the server (spec §7). It never throws: it returns data or one `Failure`.
 * Adds captcha fields to calls with a weight, or once the server requires them; after a rejected proof, one new challenge is solved.
 */
export function createSend(settings: ClientSettings): Send {
  const { captcha, onFailure } = settings

  const attempt = async <C extends Call>(
    call: C,
    input: SendInput<C>,
    withProof: boolean,
  ): Promise<Sent<DataOf<C>, RefusalCodeOf<C>>> => {
    let body: unknown = input.body
    if (call.captcha_weight !== undefined && withProof) {
      const proof = await captcha.fields(call.captcha_weight, input.signal)
      if (!proof.ok) return proof
      body = { ...(input.body as object | undefined), ...proof.fields }
    }
    const url = (settings.origin ?? '') + pathOf(call, input)
    const early = call.method === 'GET' ? await takeEarlyRead(url) : discardEarlyReads()
    if (early && !input.signal?.aborted) return readResponse(call, early)
    const response = call.multipart
      ? await upload(url, body, input)
      : await request(url, call.method, body, {
          signal: input.signal,
          // An action implies a user, even if a camera triggered it.
          isUnattended: call.method === 'GET' && settings.isAttended?.() === false,
        })
    return 'kind' in response ? { ok: false, failure: response } : readResponse(call, response)
  }

  return async (call, input) => {
    let sent = await attempt(call, input, call.captcha_on_demand !== true)
    if (!sent.ok && isCaptchaFailure(sent.failure)) {
      captcha.discard()
      sent = await attempt(call, input, true)
    }
    if (!sent.ok) onFailure?.(sent.failure, call)
    return sent
  }
}

const isCaptchaFailure = (failure: Failure): boolean =>
  'errors' in failure && failure.errors.some(({ path }) => isCaptchaPath(path))

type Primitive = string | number | boolean | null | undefined

/**
 * The path with its placeholders filled and its query string; empty values are omitted. A configured endpoint may have a
 * port, which is not a placeholder.
 */
function pathOf<C extends Call>(call: C, input: SendInput<C>): string {
  const params = (input.params ?? {}) as Record<string, Primitive>
  const path = (input.endpoint ?? call.path).replace(/:(\w+)/g, (placeholder, name: string) =>
    name in params ? encodeURIComponent(String(params[name])) : placeholder,
  )
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries((input.query ?? {}) as Record<string, Primitive>)) {
    if (value !== undefined && value !== null && value !== '') query.set(name, String(value))
  }
  const search = query.toString()
  if (search === '') return path
  return `${path}${path.includes('?') ? '&' : '?'}${search}`
}
