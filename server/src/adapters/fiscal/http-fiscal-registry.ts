import * as z from 'zod/mini'
import { FiscalRegistryUnavailable, type FiscalRegistry } from '../../ports/fiscal-registry.ts'

/** Maximum response size: the facts of one receipt. */
const maxBytes = 64 * 1024

const answerSchema = z.object({
  receipt_key: z.string(),
  state: z.enum(['authorised', 'cancelled']),
  amount_cents: z.int().check(z.positive()),
  issued_on: z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/)),
})

/**
 * A contracted provider of fiscal queries: `GET {baseUrl}/receipts/{key}` with a bearer token answers 200 with
 * `{receipt_key, state, amount_cents, issued_on}`, or 404 for a key that the tax authority does not know.
 */
export const createHttpFiscalRegistry = (options: {
  baseUrl: string
  token: string
  timeoutMs: number
}): FiscalRegistry => ({
  find: async (receipt_key) => {
    const { status, text } = await query(`${options.baseUrl}/receipts/${receipt_key}`, options)
    if (status === 404) return null
    if (status !== 200) throw new FiscalRegistryUnavailable(`status ${status}`)
    const answer = z.safeParse(answerSchema, parseJson(text))
    if (!answer.success) throw new FiscalRegistryUnavailable('malformed answer')
    const { receipt_key: answered, ...receipt } = answer.data
    if (answered !== receipt_key) throw new FiscalRegistryUnavailable('answer about another receipt')
    return receipt
  },
})

const query = async (
  url: string,
  { token, timeoutMs }: { token: string; timeoutMs: number },
): Promise<{ status: number; text: string }> => {
  try {
    const response = await fetch(url, {
      headers: { accept: 'application/json', authorization: `Bearer ${token}` },
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (response.status === 200) return { status: 200, text: await readText(response) }
    await response.body?.cancel()
    return { status: response.status, text: '' }
  } catch (error) {
    // The cause may contain the requested key; only its kind is reported.
    throw new FiscalRegistryUnavailable(error instanceof Error ? error.name : 'no answer')
  }
}

const readText = async (response: Response): Promise<string> => {
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

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
