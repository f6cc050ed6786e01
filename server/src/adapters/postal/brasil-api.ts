import * as z from 'zod/mini'
import { PostalDirectoryUnavailable } from '../../ports/postal-directory.ts'
import type { PostalDirectory } from '../../ports/postal-directory.ts'
import { fetchJson } from '../fetch-json.ts'
import { postalTimeoutMs } from './postal-timeout.ts'

const text = z._default(z.nullable(z.string().check(z.maxLength(200))), '')
const responseSchema = z.object({
  state: z.string().check(z.regex(/^[A-Z]{2}$/)),
  city: z.string().check(z.minLength(1), z.maxLength(200)),
  neighborhood: text,
  street: text,
})

/** BrasilAPI: `GET {baseUrl}/api/cep/v1/{cep}`. */
export function createBrasilApi(options: { baseUrl: string; timeoutMs?: number }): PostalDirectory {
  return {
    name: 'brasilapi',
    find: async (cep) => {
      const { status, body } = await fetchJson(`${options.baseUrl}/api/cep/v1/${cep}`, {
        timeoutMs: options.timeoutMs ?? postalTimeoutMs,
        Unavailable: PostalDirectoryUnavailable,
      })
      if (status === 400 || status === 404) return null
      if (status !== 200) throw new PostalDirectoryUnavailable(`status ${status}`)
      const response = z.safeParse(responseSchema, body)
      if (!response.success) throw new PostalDirectoryUnavailable('malformed response')
      const { state, city, neighborhood, street } = response.data
      return { street: street ?? '', neighborhood: neighborhood ?? '', city, uf: state, city_id: null }
    },
  }
}
