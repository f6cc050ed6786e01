import { cityCall, neighborhoodCall, streetCall } from '@clube/contract/addresses/list-calls.ts'
import { addressLookupCall, postalAddressCall } from '@clube/contract/addresses/postal-address.ts'
import { bindCall } from '../../http/bind.ts'
import type { Binder } from '../../http/bind.ts'
import { listCities } from './list-cities.ts'
import { listNeighborhoods } from './list-neighborhoods.ts'
import { listStreets } from './list-streets.ts'
import { lookUpPostalAddress } from './look-up-postal-address.ts'
import type { PostalLookupDeps } from './look-up-postal-address.ts'
import type { AddressOption } from '@clube/contract/addresses/page.ts'
import type { NamePage } from './name-search.ts'

/** Binds the address calls of spec §7, which are public. */
export function bindAddressRoutes(binder: Binder, deps: PostalLookupDeps): void {
  bindCall(binder, cityCall, async ({ query }) => pageResponse(await listCities(deps, query)))
  bindCall(binder, neighborhoodCall, async ({ query }) => pageResponse(await listNeighborhoods(deps, query)))
  bindCall(binder, streetCall, async ({ query }) => pageResponse(await listStreets(deps, query)))
  bindCall(binder, postalAddressCall, async ({ query }) => ({
    data: await lookUpPostalAddress(deps, query.postal_code),
  }))
  bindCall(binder, addressLookupCall, async ({ query }) => ({
    data: await lookUpPostalAddress(deps, query.cep),
  }))
}

function pageResponse({ rows, next_cursor }: NamePage<AddressOption>) {
  return { data: [...rows], next_cursor }
}
