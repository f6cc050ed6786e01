import type { Call, BodyOf, DataOf, ParamsOf, QueryOf } from '@clube/contract/kernel/call.ts'
import { isCaptchaPath, type CaptchaSource } from './captcha-source.ts'
import type { Failure, Sent } from './failure.ts'
import { readAnswer } from './read-answer.ts'
import { request, upload } from './request.ts'

type Part<C extends Call, Key extends 'body' | 'query' | 'params', Value> = C extends {
  [K in Key]: NonNullable<Call[Key]>
}
  ? { [K in Key]: Value }
  : { [K in Key]?: undefined }

/** What a call needs: exactly the parts its contract declares. */
export type SendInput<C extends Call> = Part<C, 'body', BodyOf<C>> &
  Part<C, 'query', QueryOf<C>> &
  Part<C, 'params', ParamsOf<C>> & {
    signal?: AbortSignal | undefined
    /** Path that the club's configuration gives in place of the contract's. */
    endpoint?: string
    /** Of a multipart call: told the share of the body that has left, 0 to 1. */
    onProgress?: (share: number) => void
  }

export type Send = <C extends Call>(call: C, input: SendInput<C>) => Promise<Sent<DataOf<C>>>

export type ClientSettings = {
  /** Scheme, host and port; empty for the page's own origin. */
  origin?: string
  captcha: CaptchaSource
  /** Whether somebody is at the page; what it reads while nobody is does not keep the session alive. */
  isAttended?: () => boolean
  /** Told of every failure, for what must follow everywhere (a session that ended). */
  onFailure?: (failure: Failure, call: Call) => void
}

/**
 * Makes the one function that talks to the server (spec §7). It never throws: it yields data or one `Failure`.
 * Calls with a captcha weight get their captcha fields here; a proof the server does not take is solved once more.
 */
export function createSend(settings: ClientSettings): Send {
  const { captcha, onFailure } = settings

  const attempt = async <C extends Call>(call: C, input: SendInput<C>): Promise<Sent<DataOf<C>>> => {
    let body: unknown = input.body
    if (call.captcha_weight !== undefined) {
      const proof = await captcha.fields(call.captcha_weight, input.signal)
      if (!proof.ok) return proof
      body = { ...(input.body as object | undefined), ...proof.fields }
    }
    const url = (settings.origin ?? '') + pathOf(call, input)
    const answer = call.multipart
      ? await upload(url, body, input)
      : await request(url, call.method, body, {
          signal: input.signal,
          // A deed is somebody's, even where only a camera saw it.
          isUnattended: call.method === 'GET' && settings.isAttended?.() === false,
        })
    return 'kind' in answer ? { ok: false, failure: answer } : readAnswer(call, answer)
  }

  return async (call, input) => {
    let sent = await attempt(call, input)
    if (!sent.ok && isCaptchaFailure(sent.failure)) {
      captcha.forget()
      sent = await attempt(call, input)
    }
    if (!sent.ok) onFailure?.(sent.failure, call)
    return sent
  }
}

const isCaptchaFailure = (failure: Failure): boolean =>
  'errors' in failure && failure.errors.some(({ path }) => isCaptchaPath(path))

type Primitive = string | number | boolean | null | undefined

/** Path with its places filled and the query behind it; empty values are left out. */
function pathOf<C extends Call>(call: C, input: SendInput<C>): string {
  const params = (input.params ?? {}) as Record<string, Primitive>
  const path = (input.endpoint ?? call.path).replace(/:(\w+)/g, (_place, name: string) =>
    encodeURIComponent(String(params[name])),
  )
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries((input.query ?? {}) as Record<string, Primitive>)) {
    if (value !== undefined && value !== null && value !== '') query.set(name, String(value))
  }
  const written = query.toString()
  if (written === '') return path
  return `${path}${path.includes('?') ? '&' : '?'}${written}`
}
