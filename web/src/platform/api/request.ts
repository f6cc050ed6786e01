import type { Call } from '@clube/contract/kernel/call.ts'
import { serverTimeHeader } from '@clube/contract/kernel/envelope.ts'
import { unattendedHeader } from '@clube/contract/kernel/unattended.ts'
import type { Failure } from './failure.ts'

/** A response; `body` is undefined when it was not JSON. `server_time`: that of a shared answer, which is not in its body. */
export type RawResponse = { status: number; body: unknown; server_time?: string | null }

/** Headers of every request (spec §7). */
const commonHeaders = { Accept: 'application/json', 'X-Requested-With': 'XMLHttpRequest' }

/** How long a read waits for its response, in milliseconds. */
export const readLimitMs = 15_000
/** How long an action waits for its response, and an upload for any progress, in milliseconds. */
export const actionLimitMs = 30_000

/**
 * Sends one request (spec §7): any status is a response. A response that is missing, or does not arrive in time, is a
 * network failure: browsers wait for minutes on a dead connection.
 */
export async function request(
  url: string,
  method: Call['method'],
  body: unknown,
  { signal, isUnattended = false }: { signal: AbortSignal | undefined; isUnattended?: boolean },
): Promise<RawResponse | Failure<never>> {
  const headers: Record<string, string> = { ...commonHeaders }
  if (isUnattended) headers[unattendedHeader] = 'yes'
  // A POST without a body still declares JSON, since the server accepts nothing else.
  if (method === 'POST') headers['Content-Type'] = 'application/json'
  const controller = new AbortController()
  const abort = () => controller.abort()
  if (signal?.aborted) abort()
  signal?.addEventListener('abort', abort)
  const timer = setTimeout(abort, method === 'GET' ? readLimitMs : actionLimitMs)
  try {
    const response = await fetch(url, {
      method,
      headers,
      credentials: 'same-origin',
      signal: controller.signal,
      ...(method === 'POST' ? { body: JSON.stringify(body ?? {}) } : {}),
    })
    const text = await response.text()
    const server_time = response.headers.get(serverTimeHeader)
    return { status: response.status, body: parseJson(text), server_time }
  } catch {
    return signal?.aborted ? { kind: 'aborted' } : networkFailure
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
  }
}

const networkFailure = { kind: 'network', during: 'call' } as const

/**
 * Sends one request with a multipart body (spec §7) and reports upload progress.
 * @param onProgress called with the fraction sent, 0 to 1
 */
export function upload(
  url: string,
  body: unknown,
  options: { signal?: AbortSignal | undefined; onProgress?: ((fraction: number) => void) | undefined },
): Promise<RawResponse | Failure<never>> {
  const { signal, onProgress } = options
  // `fetch` does not report upload progress.
  const xhr = new XMLHttpRequest()
  const { promise, resolve } = Promise.withResolvers<RawResponse | Failure<never>>()
  const abort = () => xhr.abort()
  let timer: ReturnType<typeof setTimeout> | undefined
  const restartTimer = () => {
    clearTimeout(timer)
    timer = setTimeout(abort, actionLimitMs)
  }
  signal?.addEventListener('abort', abort)
  xhr.upload.addEventListener('progress', ({ lengthComputable, loaded, total }) => {
    restartTimer()
    if (lengthComputable && total > 0) onProgress?.(loaded / total)
  })
  xhr.addEventListener('load', () => resolve({ status: xhr.status, body: parseJson(xhr.responseText) }))
  xhr.addEventListener('error', () => resolve(networkFailure))
  xhr.addEventListener('abort', () => resolve(signal?.aborted ? { kind: 'aborted' } : networkFailure))
  xhr.addEventListener('loadend', () => {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
  })
  xhr.open('POST', url)
  for (const [name, value] of Object.entries(commonHeaders)) xhr.setRequestHeader(name, value)
  if (signal?.aborted) return Promise.resolve({ kind: 'aborted' })
  restartTimer()
  xhr.send(multipartOf(body))
  return promise
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Encodes a body as multipart/form-data (spec §7): nested objects flattened to keys like `a[b]`, files as blobs, null as empty
 * text. Undefined values are omitted; a captcha proof is sent as base64 JSON. Files follow all other values, which the server
 * checks before it receives them.
 */
export function multipartOf(body: unknown): FormData {
  const form = new FormData()
  append(form, '', body)
  const files = [...form].filter(([, value]) => typeof value !== 'string')
  for (const [name, file] of files) {
    form.delete(name)
    form.append(name, file)
  }
  return form
}

function append(form: FormData, name: string, value: unknown): void {
  if (value === undefined) return
  if (value === null) return form.append(name, '')
  if (value instanceof Blob) return form.append(name, value)
  if (typeof value === 'string') return form.append(name, value)
  if (typeof value !== 'object') return form.append(name, JSON.stringify(value))
  if (name === captchaField) return form.append(name, btoa(JSON.stringify(value)))
  for (const [key, inner] of Object.entries(value)) append(form, name === '' ? key : `${name}[${key}]`, inner)
}

const captchaField = 'altcha_challenge'
