import * as z from 'zod/mini'
import { PostalDirectoryUnavailable } from '../../ports/postal-directory.ts'
import type { PostalDirectory } from '../../ports/postal-directory.ts'
import { fetchJson } from '../fetch-json.ts'
import { postalTimeoutMs } from './postal-timeout.ts'

const text = z._default(z.string().check(z.maxLength(200)), '')
const responseSchema = z.object({
  logradouro: text,
  bairro: text,
  localidade: z.string().check(z.minLength(1), z.maxLength(200)),
  uf: z.string().check(z.regex(/^[A-Z]{2}$/)),
  ibge: z.optional(z.string()),
})
/** Response for an unknown CEP, with status 200; the API has returned the flag both as a boolean and as a string. */
const unknownSchema = z.object({ erro: z.union([z.literal(true), z.literal('true')]) })

/** ViaCEP: `GET {baseUrl}/ws/{cep}/json/`. */
export function createViaCep(options: { baseUrl: string; timeoutMs?: number }): PostalDirectory {
  return {
    name: 'viacep',
    find: async (cep) => {
      const { status, body } = await fetchJson(`${options.baseUrl}/ws/${cep}/json/`, {
        timeoutMs: options.timeoutMs ?? postalTimeoutMs,
        Unavailable: PostalDirectoryUnavailable,
      })
      // 400 means a malformed code, which has no address.
      if (status === 400 || status === 404) return null
      if (status !== 200) throw new PostalDirectoryUnavailable(`status ${status}`)
      if (z.safeParse(unknownSchema, body).success) return null
      const response = z.safeParse(responseSchema, body)
      if (!response.success) throw new PostalDirectoryUnavailable('malformed response')
      const { logradouro, bairro, localidade, uf, ibge } = response.data
      return {
        street: logradouro,
        neighborhood: bairro,
        city: localidade,
        uf,
        city_id: ibge !== undefined && /^\d{7}$/.test(ibge) ? Number(ibge) : null,
      }
    },
  }
}
