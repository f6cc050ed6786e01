import { PostalDirectoryUnavailable } from '../../ports/postal-directory.ts'

/** Time limit for a directory. */
export const postalTimeoutMs = 1_500
/** Maximum response size: an address is a few hundred bytes. */
const maxBytes = 64 * 1024

export type JsonReply = { readonly status: number; readonly body: unknown }

/**
 * Fetches a small JSON document. The body is undefined unless the status is 200.
 * @throws {PostalDirectoryUnavailable} on a timeout, a broken connection, a redirect, an oversized or non-JSON response
 */
export async function fetchJson(url: string, timeoutMs: number): Promise<JsonReply> {
  try {
    const response = await fetch(url, {
      headers: { accept: 'application/json' },
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (response.status === 200) return { status: 200, body: JSON.parse(await readText(response)) }
    await response.body?.cancel()
    return { status: response.status, body: undefined }
  } catch (error) {
    // The cause may contain the requested URL; only its kind is reported.
    throw new PostalDirectoryUnavailable(error instanceof Error ? error.name : 'no answer')
  }
}

async function readText(response: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > maxBytes) throw new Error('too many bytes')
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}
