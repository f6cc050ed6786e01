import type { Call } from '@clube/contract/kernel/call.ts'
import type { Failure } from './failure.ts'

/** What came back; `body` is undefined where it was not JSON. */
export type Answer = { status: number; body: unknown }

/** One request under the habits of spec §7: any status is an answer, only its absence is a failure. */
export async function request(
  url: string,
  method: Call['method'],
  body: unknown,
  signal: AbortSignal | undefined,
): Promise<Answer | Failure> {
  const headers: Record<string, string> = { Accept: 'application/json', 'X-Requested-With': 'XMLHttpRequest' }
  // A POST without a body still says what it would carry: the server takes JSON and nothing else.
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

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
