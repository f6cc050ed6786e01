import { describe, expect, it } from 'vitest'
import { cityCall, neighborhoodCall, streetCall } from './list-calls.ts'

describe('address lists', () => {
  it('address lists use the paths of the specification', () => {
    expect([cityCall, neighborhoodCall, streetCall].map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /api/core/address/city',
      'GET /api/core/address/neighborhood',
      'GET /api/core/address/street',
    ])
  })

  it('address lists accept the filters of the specification in the query string', () => {
    const filters = { text: 'são', id: '3550308', cursor: 'abc', state_id: '25' }
    expect(cityCall.query.safeParse(filters).data).toEqual({ ...filters, id: 3_550_308, state_id: 25 })
    expect(neighborhoodCall.query.safeParse({ city_id: 3_550_308 }).data).toEqual({ city_id: 3_550_308 })
    expect(streetCall.query.safeParse({ city_id: '1', district_id: '2' }).data).toEqual({
      city_id: 1,
      district_id: 2,
    })
  })

  it('invalid filters of address lists are rejected with a single error message', () => {
    for (const state_id of ['0', '-1', '1.5', '2147483648', '1e3', '0x1', 'x', '', ['1', '2'], {}, null]) {
      expect(cityCall.query.safeParse({ state_id }).error?.issues).toMatchObject([
        { path: ['state_id'], message: 'Filtro inválido' },
      ])
    }
    for (const query of [{ text: 'a'.repeat(101) }, { text: ['a'] }, { cursor: 'a'.repeat(401) }]) {
      expect(cityCall.query.safeParse(query).error?.issues[0]?.message).toBe('Filtro inválido')
    }
  })
})
