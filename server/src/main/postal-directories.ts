import { createBrasilApi } from '../adapters/postal/brasil-api.ts'
import { createCircuitBreaker } from '../adapters/circuit-breaker.ts'
import { createViaCep } from '../adapters/postal/viacep.ts'
import { PostalDirectoryUnavailable, type PostalDirectory } from '../ports/postal-directory.ts'
import type { Infrastructure } from './infrastructure.ts'

/** The configured postal directories, in the order in which they are queried, each with its circuit breaker. */
export const createPostalDirectories = ({
  configuration: { postal },
  clock,
}: Pick<Infrastructure, 'configuration' | 'clock'>): PostalDirectory[] => {
  const directories = [
    ...(postal.viacep_url ? [createViaCep({ baseUrl: postal.viacep_url })] : []),
    ...(postal.brasilapi_url ? [createBrasilApi({ baseUrl: postal.brasilapi_url })] : []),
  ]
  return directories.map((directory) => {
    const breaker = createCircuitBreaker({ clock, Unavailable: PostalDirectoryUnavailable })
    return { name: directory.name, find: (cep) => breaker(() => directory.find(cep)) }
  })
}
