import { createHttpCarPark } from '../adapters/outside/http-car-park.ts'
import { createHttpPartnerProgramme } from '../adapters/outside/http-partner-programme.ts'
import type { CarPark } from '../ports/car-park.ts'
import type { PartnerProgramme } from '../ports/partner-programme.ts'
import { ConfigurationError } from './club-configuration.ts'
import type { Infrastructure } from './infrastructure.ts'

/** The external services that decide outcomes of promotions. */
export type ExternalServices = {
  /** By their names in paths. */
  readonly partners: ReadonlyMap<string, { readonly title: string; readonly programme: PartnerProgramme }>
  /** Null where the club has none. */
  readonly carPark: CarPark | null
}

type ExternalServicesInput = Pick<
  Infrastructure,
  'configuration' | 'environment' | 'clock' | 'random' | 'counterparts'
>

/**
 * The configured partner programmes and car park, with their secrets from the environment. Each has its own circuit
 * breaker per process.
 * @throws {ConfigurationError} when a secret is missing, or a local service is configured without demonstration data
 */
export const externalServicesOf = (input: ExternalServicesInput): ExternalServices => ({
  partners: new Map(
    Object.entries(input.configuration.partners).map(([slug, { title, connection }]) => [
      slug,
      { title, programme: programmeOf(input, slug, connection) },
    ]),
  ),
  carPark: carParkOf(input),
})

const programmeOf = (
  { environment, clock, random, counterparts }: ExternalServicesInput,
  slug: string,
  connection: ExternalServicesInput['configuration']['partners'][string]['connection'],
): PartnerProgramme => {
  switch (connection.kind) {
    case 'local': {
      const local = counterparts.partners.get(slug)
      if (!environment.allows_demonstration_data || !local) throw refuseLocal(`partners.${slug}`)
      const base_url = local.server.base_url()
      return createHttpPartnerProgramme({ ...local.credentials, base_url, clock, random })
    }
    case 'http': {
      const secrets = environment.partner_secrets[slug]
      if (!secrets)
        throw new ConfigurationError(`PARTNER_SECRETS contains no secrets of the partner ${slug}.`)
      const { base_url, client_id } = connection
      return createHttpPartnerProgramme({ ...secrets, base_url, client_id, clock, random })
    }
    default:
      return connection satisfies never
  }
}

const carParkOf = (input: ExternalServicesInput): CarPark | null => {
  const { environment, clock, random, counterparts } = input
  const { car_park } = input.configuration
  switch (car_park?.kind) {
    case undefined:
      return null
    case 'local': {
      const local = counterparts.carPark
      if (!environment.allows_demonstration_data || !local) throw refuseLocal('car_park')
      return createHttpCarPark({ ...local.credentials, base_url: local.server.base_url(), clock, random })
    }
    case 'http': {
      const { car_park_api_key: api_key } = environment
      if (api_key === null)
        throw new ConfigurationError('CAR_PARK_API_KEY is missing: car_park names an operator.')
      const { base_url, api_key_id } = car_park
      return createHttpCarPark({ api_key, api_key_id, base_url, clock, random })
    }
    default:
      return car_park satisfies never
  }
}

const refuseLocal = (setting: string): ConfigurationError =>
  new ConfigurationError(
    `${setting} is local, which is allowed only next to demonstration data: outside production, with HOST and PUBLIC_URL on loopback.`,
  )
