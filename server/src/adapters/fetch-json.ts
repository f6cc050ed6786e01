/** Maximum response size; an address or a receipt's data takes a few hundred bytes. */
const maxBytes = 64 * 1024

type JsonResponse = { readonly status: number; readonly body: unknown }

/**
 * Fetches a small JSON document from an external service. The body is undefined unless the status is 200.
 * @param options.Unavailable the error of the service's port, thrown on a timeout, a broken connection, a redirect, and an
 *   oversized or non-JSON response. It gets only the name of the cause, whose message may contain the URL.
 */
export async function fetchJson(
  url: string,
  options: {
    timeoutMs: number
    headers?: Readonly<Record<string, string>>
    Unavailable: new (reason: string) => Error
  },
): Promise<JsonResponse> {
  try {
    const response = await fetch(url, {
      headers: { accept: 'application/json', ...options.headers },
      redirect: 'error',
      signal: AbortSignal.timeout(options.timeoutMs),
    })
    if (response.status === 200) return { status: 200, body: JSON.parse(await readText(response)) }
    await response.body?.cancel()
    return { status: response.status, body: undefined }
  } catch (error) {
    throw new options.Unavailable(error instanceof Error ? error.name : 'no response')
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
