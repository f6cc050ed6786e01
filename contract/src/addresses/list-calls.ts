import * as z from 'zod/mini'
import { defineCall } from '../kernel/call.ts'
import { addressOptionsSchema, idFilterSchema, pageFilters } from './page.ts'

/** Spec §7 "City lookup". */
export const cityCall = defineCall({
  method: 'GET',
  path: '/api/core/address/city',
  summary: 'Lista os municípios, de todo o país ou de um estado, em páginas.',
  query: z.object({ ...pageFilters, state_id: z.optional(idFilterSchema) }),
  data: addressOptionsSchema,
  refusals: {},
  paged: true,
  lookup: true,
})

/** Spec §7 "Neighborhood lookup". The list is empty without a city. */
export const neighborhoodCall = defineCall({
  method: 'GET',
  path: '/api/core/address/neighborhood',
  summary: 'Lista os bairros de um município, em páginas.',
  query: z.object({ ...pageFilters, city_id: z.optional(idFilterSchema) }),
  data: addressOptionsSchema,
  refusals: {},
  paged: true,
  lookup: true,
})

/** Spec §7 "Street search". The list is empty without a city. */
export const streetCall = defineCall({
  method: 'GET',
  path: '/api/core/address/street',
  summary: 'Lista os endereços de um município ou de um dos seus bairros, em páginas.',
  query: z.object({
    ...pageFilters,
    city_id: z.optional(idFilterSchema),
    district_id: z.optional(idFilterSchema),
  }),
  data: addressOptionsSchema,
  refusals: {},
  paged: true,
  lookup: true,
})
