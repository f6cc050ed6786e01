import { expect, test } from 'vitest'
import { samples } from '../../testing/samples.ts'
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

const stored = { ...samples.profile.address!, street_type: 'square' as const, district_id: 7 }
const { city_name: _, ...home } = stored
const paths = Object.keys(addressRules) as (keyof typeof addressRules)[]
const noStreet = { district_id: null, neighborhood: '', street_name: '' }
const refusal = (path: (typeof paths)[number], change: Partial<AddressValues>) => {
  const values: AddressValues = { ...home, ...change }
  return (addressRules[path] as (value: unknown, all: AddressValues) => string | undefined)(
    values[path],
    values,
  )
}

test('a complete address has no errors', () => {
  expect(paths.filter((path) => refusal(path, {}) !== undefined)).toEqual([])
})

test.each([
  ['cep', '0100', 'CEP inválido'],
  ['street_number', ' ', 'Este campo não pode estar vazio'],
  ['complement', 'a'.repeat(256), 'O complemento deve ter no máximo 255 caracteres'],
  ['complement', '', undefined],
] as const)('the error of the address field %s with the value "%s" is: %s', (path, value, message) => {
  expect(refusal(path, { [path]: value })).toBe(message)
})

test.each([
  ['neighborhood', 75],
  ['street_name', 50],
] as const)(
  'the address field %s must not be empty and has at most %i characters of typed text',
  (path, maxLength) => {
    expect(refusal(path, { [path]: '' })).toBe('Por favor selecione uma opção')
    expect(refusal(path, { [path]: '', city_id: null })).toBe('Este campo não pode estar vazio')
    expect(refusal(path, { [path]: 'a'.repeat(maxLength) })).toBeUndefined()
    expect(refusal(path, { [path]: 'a'.repeat(maxLength + 1) })).toBeDefined()
  },
)

test('changing the state or city clears the values of the old one', () => {
  expect({ ...home, ...withState(19) }).toEqual({ ...home, state_id: 19, city_id: null, ...noStreet })
  expect({ ...home, ...withCity(3304557) }).toMatchObject({ city_id: 3304557, neighborhood: '' })
})

test('a CEP lookup fills in each field by its key and does not change the CEP', () => {
  const address = {
    state_id: 19,
    city_id: 3304557,
    district_id: 12,
    neighborhood: 'Copacabana',
    street_type: 'avenue',
    street_name: 'Atlântica',
  } as const
  const values = { ...emptyAddress, cep: '22021001', street_number: '7' }
  const found = {
    ...address,
    postal_code: '99999999',
    address_type: 'avenue',
    district_name: 'Copacabana',
  } as const
  expect(withPostalAddress(values, found)).toEqual(address)
})

test('a CEP lookup that finds only the city keeps a street of that city and clears a street of another', () => {
  const same = { postal_code: '01001000', state_id: 25, city_id: 3550308 }
  expect({ ...home, ...withPostalAddress(home, same) }).toEqual(home)
  const other = { postal_code: '13000000', state_id: 25, city_id: 3509502 }
  const cleared = { ...home, city_id: 3509502, ...noStreet, street_type: '' }
  expect({ ...home, ...withPostalAddress(home, other) }).toEqual(cleared)
})

test('a CEP lookup without results changes no field', () => {
  expect(withPostalAddress(home, { postal_code: '99999999' })).toEqual({})
})

test('a CEP lookup that finds a neighborhood without an id clears the previous id', () => {
  const found = { postal_code: '01001000', state_id: 25, city_id: 3550308, neighborhood: 'Vila Nova' }
  expect(withPostalAddress(home, found)).toMatchObject({ neighborhood: 'Vila Nova', district_id: null })
})

test('a stored address is sent unchanged, and an incomplete one cannot be sent', () => {
  expect(addressBody(addressValues(stored))).toEqual(home)
  expect(addressValues(null)).toEqual(emptyAddress)
  expect(() => addressBody(emptyAddress)).toThrow('incomplete address')
})

test('a street or neighborhood from the CEP lookup or the stored address may exceed the limit of free text', () => {
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
  expect(refusal('street_name', addressValues({ ...stored, ...addressBody(values) }))).toBeUndefined()
})
