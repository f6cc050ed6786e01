import type { DeliveryResult } from '../../ports/delivery.ts'

/** Time limit for a request to a gateway; the message is retried later. */
export const smsTimeoutMs = 20_000
const maxBytes = 64 * 1024

export type GatewayRequest = {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly timeoutMs: number
}

/**
 * Posts to a gateway and maps its response; `referenceOf` extracts the message's reference
 * from the body of a 2xx. Failures that a retry may resolve are temporary.
 */
export const postToGateway = async (
  request: GatewayRequest,
  referenceOf: (body: unknown) => string | null,
): Promise<DeliveryResult> => {
  try {
    const response = await fetch(request.url, {
      method: 'POST',
      headers: { accept: 'application/json', ...request.headers },
      body: request.body,
      redirect: 'error',
      signal: AbortSignal.timeout(request.timeoutMs),
    })
    if (response.ok) return { outcome: 'accepted', reference: referenceOf(await readJson(response)) }
    await response.body?.cancel()
    return rejectionOf(response)
  } catch (error) {
    // The cause may contain the number; only its kind is reported.
    return { outcome: 'unavailable', reason: error instanceof Error ? error.name : 'unknown' }
  }
}

const rejectionOf = ({ status, headers }: Response): DeliveryResult => {
  const reason = String(status)
  const isAboutMessage = status === 400 || status === 404 || status === 410 || status === 422
  if (isAboutMessage) return { outcome: 'refused', reason }
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  return seconds > 0 && seconds <= 3600
    ? { outcome: 'unavailable', reason, retry_after_seconds: Math.ceil(seconds) }
    : { outcome: 'unavailable', reason }
}

/** Null for an unexpected body: the message was accepted, only its reference is missing. */
const readJson = async (response: Response): Promise<unknown> => {
  try {
    const text = await response.text()
    return text.length > maxBytes ? null : JSON.parse(text)
  } catch {
    return null
  }
}

/** A string property of an unknown value. */
export const stringProperty = (body: unknown, name: string): string | null => {
  const value = typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[name] : null
  return typeof value === 'string' && value !== '' ? value : null
}
