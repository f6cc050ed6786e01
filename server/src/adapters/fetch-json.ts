/** Maximum response size; an address, a receipt or a parking ticket takes a few hundred bytes. */
const maxBytes = 64 * 1024

export type JsonResponse = { readonly status: number; readonly body: unknown }

/** Why there is no usable response. It contains nothing that was sent or received, so it may be logged. */
export type JsonFailureCode = 'timeout' | 'no-connection' | 'redirect' | 'too-large' | 'not-json'

export class JsonFailure extends Error {
  override name = 'JsonFailure'
  readonly code: JsonFailureCode
  constructor(code: JsonFailureCode) {
    super(code)
    this.code = code
  }
}

/**
 * Sends a request to an external service and reads a small JSON document. Redirects are not followed. The body is
 * undefined for a status that `reads` rejects.
 * @param options.signal limits the whole exchange, so that a slow response cannot extend it
 * @throws {JsonFailure}
 */
export async function requestJson(
  url: string,
  options: {
    method?: 'GET' | 'POST'
    headers?: Readonly<Record<string, string>>
    body?: string
    signal: AbortSignal
    reads: (status: number) => boolean
  },
): Promise<JsonResponse> {
  const { method = 'GET', headers, body, signal } = options
  try {
    const response = await fetch(url, {
      method,
      headers: { accept: 'application/json', ...headers },
      ...(body === undefined ? {} : { body }),
      redirect: 'manual',
      signal,
    })
    const { status } = response
    if (options.reads(status)) return { status, body: parse(await readText(response)) }
    await response.body?.cancel()
    if (status >= 300 && status < 400) throw new JsonFailure('redirect')
    return { status, body: undefined }
  } catch (error) {
    if (error instanceof JsonFailure) throw error
    throw new JsonFailure(signal.aborted ? 'timeout' : 'no-connection')
  }
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw new JsonFailure('not-json')
  }
}

/**
 * Fetches a small JSON document from an external service. The body is undefined unless the status is 200.
 * @param options.Unavailable the error of the service's port, thrown on a timeout, a broken connection, a redirect, and an
 *   oversized or non-JSON response, with the code of the cause
 */
export async function fetchJson(
  url: string,
  options: {
    timeoutMs: number
    headers?: Readonly<Record<string, string>>
    Unavailable: new (reason: string) => Error
  },
): Promise<JsonResponse> {
  const { timeoutMs, headers, Unavailable } = options
  try {
    return await requestJson(url, {
      ...(headers === undefined ? {} : { headers }),
      signal: AbortSignal.timeout(timeoutMs),
      reads: (status) => status === 200,
    })
  } catch (error) {
    throw new Unavailable(error instanceof JsonFailure ? error.code : 'no-connection')
  }
}

async function readText(response: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > maxBytes) throw new JsonFailure('too-large')
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}
