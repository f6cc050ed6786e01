import { createBrasilApi } from '../adapters/postal/brasil-api.ts'
import { withCircuitBreaker } from '../adapters/postal/circuit-breaker.ts'
import { createViaCep } from '../adapters/postal/viacep.ts'
import type { PostalDirectory } from '../ports/postal-directory.ts'
import type { Ground } from './ground.ts'

/** The postal directories that the club's configuration names, in the order in which they are asked. */
export const directoriesOf = ({
  configuration: { postal },
  clock,
}: Pick<Ground, 'configuration' | 'clock'>): PostalDirectory[] => [
  ...(postal.viacep_url ? [withCircuitBreaker(createViaCep({ baseUrl: postal.viacep_url }), clock)] : []),
  ...(postal.brasilapi_url
    ? [withCircuitBreaker(createBrasilApi({ baseUrl: postal.brasilapi_url }), clock)]
    : []),
]
