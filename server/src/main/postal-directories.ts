import { createBrasilApi } from '../adapters/postal/brasil-api.ts'
import { withCircuitBreaker } from '../adapters/postal/circuit-breaker.ts'
import { createViaCep } from '../adapters/postal/viacep.ts'
import type { PostalDirectory } from '../ports/postal-directory.ts'
import type { Infrastructure } from './infrastructure.ts'

/** The configured postal directories, in the order in which they are queried. */
export const directoriesOf = ({
  configuration: { postal },
  clock,
}: Pick<Infrastructure, 'configuration' | 'clock'>): PostalDirectory[] => [
  ...(postal.viacep_url ? [withCircuitBreaker(createViaCep({ baseUrl: postal.viacep_url }), clock)] : []),
  ...(postal.brasilapi_url
    ? [withCircuitBreaker(createBrasilApi({ baseUrl: postal.brasilapi_url }), clock)]
    : []),
]
