import type { Call } from '@clube/contract/kernel/call.ts'
import { unattendedHeader } from '@clube/contract/kernel/unattended.ts'
import type { Failure } from './failure.ts'
import { multipartOf } from './multipart.ts'

/** A response; `body` is undefined when it was not JSON. */
export type Answer = { status: number; body: unknown }

/** Headers of every request (spec §7). */
const habits = { Accept: 'application/json', 'X-Requested-With': 'XMLHttpRequest' }

/** Sends one request (spec §7): any status is an answer, only a missing response is a failure. */
export async function request(
  url: string,
  method: Call['method'],
  body: unknown,
  { signal, isUnattended = false }: { signal: AbortSignal | undefined; isUnattended?: boolean },
): Promise<Answer | Failure<never>> {
  const headers: Record<string, string> = { ...habits }
  if (isUnattended) headers[unattendedHeader] = 'yes'
  // A POST without a body still declares JSON, since the server accepts nothing else.
  if (method === 'POST') headers['Content-Type'] = 'application/json'
  try {
    const answer = await fetch(url, {
      method,
      headers,
      credentials: 'same-origin',
      ...(method === 'POST' ? { body: JSON.stringify(body ?? {}) } : {}),
      ...(signal ? { signal } : {}),
    })
    const text = await answer.text()
    return { status: answer.status, body: parseJson(text) }
  } catch {
    return signal?.aborted ? { kind: 'aborted' } : { kind: 'network', during: 'call' }
  }
}

/**
 * The same for a multipart body (spec §7), with upload progress.
 * @param onProgress called with the fraction sent, 0 to 1
 */
export function upload(
  url: string,
  body: unknown,
  options: { signal?: AbortSignal | undefined; onProgress?: ((share: number) => void) | undefined },
): Promise<Answer | Failure<never>> {
  const { signal, onProgress } = options
  // `fetch` does not report upload progress.
  const sending = new XMLHttpRequest()
  const { promise, resolve } = Promise.withResolvers<Answer | Failure<never>>()
  const abort = () => sending.abort()
  signal?.addEventListener('abort', abort)
  sending.upload.addEventListener('progress', ({ lengthComputable, loaded, total }) => {
    if (lengthComputable && total > 0) onProgress?.(loaded / total)
  })
  sending.addEventListener('load', () =>
    resolve({ status: sending.status, body: parseJson(sending.responseText) }),
  )
  sending.addEventListener('error', () => resolve({ kind: 'network', during: 'call' }))
  sending.addEventListener('abort', () => resolve({ kind: 'aborted' }))
  sending.addEventListener('loadend', () => signal?.removeEventListener('abort', abort))
  sending.open('POST', url)
  for (const [name, value] of Object.entries(habits)) sending.setRequestHeader(name, value)
  if (signal?.aborted) return Promise.resolve({ kind: 'aborted' })
  sending.send(multipartOf(body))
  return promise
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
