import http from 'node:http'
import https from 'node:https'

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

/** Connections are kept open between requests. */
const clients = {
  'http:': { request: http.request, agent: new http.Agent({ keepAlive: true }) },
  'https:': { request: https.request, agent: new https.Agent({ keepAlive: true }) },
} as const

/**
 * Sends a request to an external service and reads a small JSON document. Redirects are not followed. The body is
 * undefined for a status that `reads` rejects. It does not use `fetch`, whose objects for a waiting request are several
 * times larger (see bench/README.md, outside).
 * @param options.signal limits the whole exchange, so that a slow response cannot extend it
 * @throws {JsonFailure}
 */
export const requestJson = (
  url: string,
  options: {
    method?: 'GET' | 'POST'
    headers?: Readonly<Record<string, string>>
    body?: string
    signal: AbortSignal
    reads: (status: number) => boolean
  },
): Promise<JsonResponse> =>
  new Promise((resolve, reject) => {
    const { method = 'GET', body = '', signal } = options
    const target = new URL(url)
    const { request: send, agent } = clients[target.protocol === 'https:' ? 'https:' : 'http:']
    const headers = { accept: 'application/json', 'user-agent': 'clube', ...options.headers }
    const fail = () => reject(new JsonFailure(signal.aborted ? 'timeout' : 'no-connection'))
    const request = send(target, { method, headers, agent, signal })
    request.on('error', fail)
    // Closed without a response, or one that switches protocols.
    request.once('close', fail)
    request.once('response', (response) => {
      request.off('close', fail)
      const { statusCode: status = 0 } = response
      if (!options.reads(status)) {
        response.destroy()
        if (status >= 300 && status < 400) reject(new JsonFailure('redirect'))
        else resolve({ status, body: undefined })
        return
      }
      readText(response)
        .then((text) => resolve({ status, body: parse(text) }))
        .catch((error: unknown) => (error instanceof JsonFailure ? reject(error) : fail()))
    })
    request.end(body)
  })

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

const readText = async (response: http.IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.byteLength
    if (bytes > maxBytes) throw new JsonFailure('too-large')
    chunks.push(chunk)
  }
  return new TextDecoder().decode(Buffer.concat(chunks))
}
