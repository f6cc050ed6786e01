import { expect, test } from 'vitest'
import {
  addressRules,
  addressValues,
  addressBody,
  emptyAddress,
  withCity,
  withPostalAddress,
  withState,
  type AddressValues,
} from './address-values.ts'

const home: AddressValues = {
  cep: '01001000',
  state_id: 25,
  city_id: 3550308,
  district_id: 7,
  neighborhood: 'Sé',
  street_type: 'square',
  street_name: 'da Sé',
  street_number: '100',
  complement: 'lado ímpar',
}
const refusal = (path: keyof typeof addressRules, change: Partial<AddressValues>) => {
  const values = { ...home, ...change }
  return (addressRules[path] as (value: unknown, all: AddressValues) => string | undefined)(
    values[path],
    values,
  )
}

test('a complete address is valid', () => {
  for (const path of Object.keys(addressRules) as (keyof typeof addressRules)[]) {
    expect([path, refusal(path, {})]).toEqual([path, undefined])
  }
})

test('every address field shows the specification’s messages', () => {
  expect(refusal('cep', { cep: '0100' })).toBe('CEP inválido')
  expect(refusal('cep', { cep: '' })).toBe('Este campo não pode estar vazio')
  expect(refusal('state_id', { state_id: null })).toBe('Este campo é requerido')
  expect(refusal('city_id', { city_id: null })).toBe('Por favor selecione uma opção')
  expect(refusal('street_type', { street_type: '' })).toBe('Este campo é requerido')
  expect(refusal('street_number', { street_number: ' ' })).toBe('Este campo não pode estar vazio')
  expect(refusal('complement', { complement: 'a'.repeat(256) })).toBe(
    'O complemento deve ter no máximo 255 caracteres',
  )
  expect(refusal('complement', { complement: '' })).toBeUndefined()
})

test('neighborhood and street require a choice once there is a city, and text before', () => {
  for (const path of ['neighborhood', 'street_name'] as const) {
    expect(refusal(path, { [path]: '' })).toBe('Por favor selecione uma opção')
    expect(refusal(path, { [path]: '', city_id: null })).toBe('Este campo não pode estar vazio')
  }
  expect(refusal('neighborhood', { neighborhood: 'a'.repeat(75) })).toBeUndefined()
  expect(refusal('neighborhood', { neighborhood: 'a'.repeat(76) })).toBeDefined()
  expect(refusal('street_name', { street_name: 'a'.repeat(50) })).toBeUndefined()
  expect(refusal('street_name', { street_name: 'a'.repeat(51) })).toBeDefined()
})

test('changing the state or city clears what belonged to the old one', () => {
  expect({ ...home, ...withState(19) }).toEqual({
    ...home,
    state_id: 19,
    city_id: null,
    district_id: null,
    neighborhood: '',
    street_name: '',
  })
  expect({ ...home, ...withCity(3304557) }).toMatchObject({
    state_id: 25,
    city_id: 3304557,
    neighborhood: '',
  })
})

test('a lookup fills in by key and does not change the postal code', () => {
  const filled = withPostalAddress(
    { ...emptyAddress, cep: '22021001', street_number: '7' },
    {
      postal_code: '99999999',
      address_type: 'avenue',
      street_type: 'avenue',
      street_name: 'Atlântica',
      neighborhood: 'Copacabana',
      district_name: 'Copacabana',
      district_id: 12,
      state_id: 19,
      city_id: 3304557,
    },
  )
  expect(filled).toEqual({
    state_id: 19,
    city_id: 3304557,
    district_id: 12,
    neighborhood: 'Copacabana',
    street_type: 'avenue',
    street_name: 'Atlântica',
  })
})

test('a lookup that finds only the city keeps a street of the same city and clears one of another', () => {
  const same = { postal_code: '01001000', state_id: 25, city_id: 3550308 }
  expect({ ...home, ...withPostalAddress(home, same) }).toEqual(home)
  const other = { postal_code: '13000000', state_id: 25, city_id: 3509502 }
  expect({ ...home, ...withPostalAddress(home, other) }).toEqual({
    ...home,
    city_id: 3509502,
    district_id: null,
    neighborhood: '',
    street_type: '',
    street_name: '',
  })
})

test('a lookup without results changes nothing', () => {
  expect(withPostalAddress(home, { postal_code: '99999999' })).toEqual({})
})

test('a neighborhood without an id does not keep the id of another one', () => {
  const found = { postal_code: '01001000', state_id: 25, city_id: 3550308, neighborhood: 'Vila Nova' }
  expect(withPostalAddress(home, found)).toMatchObject({ neighborhood: 'Vila Nova', district_id: null })
})

test('a stored address is shown and sent unchanged', () => {
  expect(
    addressBody(
      addressValues({
        ...home,
        city_name: 'São Paulo',
        state_id: 25,
        city_id: 3550308,
        street_type: 'square',
      }),
    ),
  ).toEqual(home)
  expect(addressValues(null)).toEqual(emptyAddress)
  expect(() => addressBody(emptyAddress)).toThrow('unfinished address')
})

test('a name from a list or the CEP may be longer than free text', () => {
  const street_name = 'Coronel '.repeat(8).trim()
  const neighborhood = 'Jardim '.repeat(12).trim()
  const values = { ...home, ...withPostalAddress(home, { postal_code: home.cep, street_name, neighborhood }) }
  expect(refusal('street_name', values)).toBeUndefined()
  expect(refusal('neighborhood', values)).toBeUndefined()
  expect(refusal('street_name', { ...values, street_name: `${street_name} X` })).toBe(
    'O endereço deve ter no máximo 50 caracteres',
  )
  expect(addressBody(values)).toMatchObject({ street_name, neighborhood })
  expect(addressBody(values)).not.toHaveProperty('listed')
  const stored = { ...addressBody(values), city_name: 'São Paulo', district_id: null, complement: '' }
  expect(refusal('street_name', addressValues(stored))).toBeUndefined()
})
