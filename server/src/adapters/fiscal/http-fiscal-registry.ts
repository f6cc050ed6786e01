import * as z from 'zod/mini'
import { FiscalRegistryUnavailable, type FiscalRegistry } from '../../ports/fiscal-registry.ts'
import { fetchJson } from '../fetch-json.ts'

const responseSchema = z.object({
  receipt_key: z.string(),
  state: z.enum(['authorized', 'cancelled']),
  amount_cents: z.int().check(z.positive()),
  issued_on: z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/)),
})

/**
 * A contracted provider of fiscal queries: `GET {baseUrl}/receipts/{key}` with a bearer token returns 200 with
 * `{receipt_key, state, amount_cents, issued_on}`, or 404 for a key unknown to the tax authority.
 */
export const createHttpFiscalRegistry = (options: {
  baseUrl: string
  token: string
  timeoutMs: number
}): FiscalRegistry => ({
  find: async (receipt_key) => {
    const { status, body } = await fetchJson(`${options.baseUrl}/receipts/${receipt_key}`, {
      timeoutMs: options.timeoutMs,
      headers: { authorization: `Bearer ${options.token}` },
      Unavailable: FiscalRegistryUnavailable,
    })
    if (status === 404) return null
    if (status !== 200) throw new FiscalRegistryUnavailable(`status ${status}`)
    const response = z.safeParse(responseSchema, body)
    if (!response.success) throw new FiscalRegistryUnavailable('malformed response')
    const { receipt_key: returned_key, ...receipt } = response.data
    if (returned_key !== receipt_key) throw new FiscalRegistryUnavailable('response about another receipt')
    return receipt
  },
})
