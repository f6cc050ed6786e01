import { describe, expect, it } from 'vitest'
import { addressLookupCall, postalAddressCall, parsePostalLookup } from './postal-address.ts'

const response = {
  logradouro: 'Praça',
  endereco: 'da Sé',
  bairro: 'Sé',
  bairro_id: 7,
  estado_id: 25,
  cidade_id: 3550308,
  cep: '01001000',
}
const result = {
  address_type: 'square',
  street_type: 'square',
  street_name: 'da Sé',
  neighborhood: 'Sé',
  district_name: 'Sé',
  district_id: 7,
  state_id: 25,
  city_id: 3550308,
  postal_code: '01001000',
}

describe('postal lookup', () => {
  it('postal lookup uses the paths and parameters of the specification', () => {
    expect([postalAddressCall.method, postalAddressCall.path]).toEqual([
      'GET',
      '/api/core/address/postal-address',
    ])
    expect(postalAddressCall.query.safeParse({ postal_code: '01001-000' }).data).toEqual({
      postal_code: '01001000',
    })
    expect(addressLookupCall.method).toBe('GET')
    expect(addressLookupCall.query.safeParse({ cep: '01001-000', postal_code: '01001000' }).data).toEqual({
      cep: '01001000',
      postal_code: '01001000',
    })
  })

  it('a configurable lookup without a CEP, or with two different ones, is rejected', () => {
    for (const query of [
      {},
      { cep: '01001000', postal_code: '01001001' },
      { cep: '1' },
      { cep: ['01001000'] },
    ]) {
      const issue = addressLookupCall.query.safeParse(query).error?.issues[0]
      expect(issue?.path).toEqual(['cep'])
    }
    expect(addressLookupCall.query.safeParse({}).error?.issues[0]?.message).toBe('CEP inválido')
    expect(addressLookupCall.query.safeParse({ postal_code: '01001000' }).data?.cep).toBe('01001000')
  })

  it('the response of a postal lookup may be a bare object, wrapped in data, or the first element of a list', () => {
    expect(parsePostalLookup(response, '01001000')).toEqual(result)
    expect(parsePostalLookup({ success: true, data: response }, '01001000')).toEqual(result)
    expect(parsePostalLookup([response, { cep: '99999999' }], '01001000')).toEqual(result)
    expect(parsePostalLookup({ data: [response] }, '01001000')).toEqual(result)
    expect(parsePostalLookup({ results: [response], next_cursor: null }, '01001000')).toEqual(result)
    expect(parsePostalLookup({ data: null, results: response }, '01001000')).toEqual(result)
  })

  it('missing or unrecognized values in the response of a postal lookup are left out of the result', () => {
    for (const unknown of [{}, { data: {} }, [], null, 'erro', { data: { bairro_id: 'x' } }, { cep: null }]) {
      expect(parsePostalLookup(unknown, '01001000')).toEqual({ postal_code: '01001000' })
    }
    expect(parsePostalLookup({ logradouro: 'Largo', endereco: 'do Arouche' }, '01219010')).toEqual({
      street_name: 'do Arouche',
      postal_code: '01219010',
    })
  })
})
