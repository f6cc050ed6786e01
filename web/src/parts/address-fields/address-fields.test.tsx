import { cityCall, neighborhoodCall, streetCall } from '@clube/contract/addresses/list-calls.ts'
import { addressLookupCall, type PostalAddress } from '@clube/contract/addresses/postal-address.ts'
import type { Call } from '@clube/contract/kernel/call.ts'
import { fireEvent, screen, within } from '@testing-library/react'
import { useEffect } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { useForm, type Form } from '../../kit/form/use-form.ts'
import { isPending } from '../../kit/overlay/pending-count.ts'
import { advanceTime } from '../../testing/jsdom.ts'
import { failing, unreachable } from '../../testing/fake-server.ts'
import { expectToast, press, server, settle, setUpScreens, type } from '../../testing/screen-test.tsx'
import { show } from '../../testing/shopper-screen.tsx'
import { AddressFields } from './address-fields.tsx'
import { addressRules, emptyAddress, type AddressValues } from './address-values.ts'

let form: Form<AddressValues>

setUpScreens()
beforeEach(() => {
  for (const call of [cityCall, neighborhoodCall, streetCall]) server.respond(call, [])
})

function Sample({ initial }: { initial: AddressValues }) {
  const own = useForm<AddressValues>({ initial, rules: addressRules, onSubmit: () => {} })
  useEffect(() => {
    form = own
  })
  return (
    <form {...own.props}>
      <AddressFields form={own} />
      <button type="submit">Salvar</button>
    </form>
  )
}

const endpoints = { address_lookup: '/cep-do-clube', customer_lookup: '/cliente' }
const open = (initial: Partial<AddressValues> = {}) =>
  show(<Sample initial={{ ...emptyAddress, ...initial }} />, '/', { endpoints })
const box = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
const combo = (name: string) => screen.getByRole<HTMLInputElement>('combobox', { name })
/** Waits for the effects of an event. */
const after = (_event: boolean) => settle()
const typeIn = (name: string, value: string) => after(fireEvent.change(combo(name), { target: { value } }))
const openList = (name: string) => after(fireEvent.click(combo(name)))
const leave = (name: string) => after(fireEvent.blur(combo(name)))
const choose = (name: string | RegExp) => after(fireEvent.click(screen.getByRole('option', { name })))
const lastQuery = (call: Call) => server.requestsOf(call).at(-1)?.query

test('a valid CEP is looked up under the overlay, and the result fills in its fields but does not change the CEP', async () => {
  const found = Promise.withResolvers<PostalAddress>()
  server.respond(addressLookupCall, found.promise)
  await open()
  await type('CEP', '01001-00')
  expect(server.requests).toEqual([])
  await type('CEP', '01001-000')
  expect(server.requests[0]).toMatchObject({
    endpoint: '/cep-do-clube',
    query: { cep: '01001000', postal_code: '01001000' },
  })
  expect(isPending()).toBe(true)
  const street = { logradouro: 'Praça', endereco: 'da Sé', bairro: 'Sé', bairro_id: 7 }
  found.resolve({ ...street, estado_id: 25, cidade_id: 3550308, cep: '99999999' })
  await settle()
  expect(isPending()).toBe(false)
  expect(form.values).toEqual({
    ...emptyAddress,
    cep: '01001000',
    state_id: 25,
    city_id: 3550308,
    district_id: 7,
    neighborhood: 'Sé',
    street_type: 'square',
    street_name: 'da Sé',
  })
  expect(combo('Estado').value).toBe('São Paulo')
  expect(combo('Endereço').value).toBe('da Sé')
  expect(screen.getByText('Encontramos o endereço. Confira abaixo.')).toBeTruthy()
})

test('a lookup response wrapped in a list is accepted; an unknown CEP shows a message, and the city can be chosen', async () => {
  const anyLookup = { ...addressLookupCall, data: z.unknown() }
  server.respond(anyLookup, [{ estado_id: 19, cidade_id: 3304557 }], {})
  await open()
  await type('CEP', '20000-000')
  expect(form.values).toMatchObject({ state_id: 19, city_id: 3304557, street_name: '' })
  await type('CEP', '28999-999')
  expect(form.values).toMatchObject({ cep: '28999999', state_id: 19, city_id: 3304557 })
  expect(screen.getByText('Não encontramos este CEP. Preencha abaixo.')).toBeTruthy()
  expect(combo('Cidade').disabled).toBe(false)
})

test.each([
  ['the device is offline', unreachable, 'Verifique sua conexão com a internet e tente novamente!'],
  [
    'the response is unrecognized',
    failing({ kind: 'unrecognized', status: 404, message: null }),
    'Ops, houve um erro inesperado',
  ],
] as const)('a CEP lookup shows an error toast when %s', async (_name, failure, message) => {
  server.respond(addressLookupCall, failure)
  await open()
  await type('CEP', '01001-000')
  expectToast(message, 'error')
  expect(isPending()).toBe(false)
})

test('the city field lists the cities of the state, and choosing one loads its neighborhoods and streets', async () => {
  const avenue = { street_type: 'avenue', street_name: 'Atlântica' } as const
  server.respond(cityCall, ({ query }) => (query['id'] ? [] : [{ id: 3304557, text: 'Rio de Janeiro' }]))
  server.respond(neighborhoodCall, [{ id: 12, text: 'Copacabana' }])
  server.respond(streetCall, [{ id: 5, text: 'Avenida Atlântica', additional_data: avenue }])
  await open({ state_id: 19 })
  await openList('Cidade')
  expect(lastQuery(cityCall)).toMatchObject({ state_id: 19 })
  await choose('Rio de Janeiro')
  await openList('Bairro')
  expect(lastQuery(neighborhoodCall)).toMatchObject({ city_id: 3304557 })
  await choose('Copacabana')
  expect(form.values).toMatchObject({ district_id: 12, neighborhood: 'Copacabana' })
  await openList('Endereço')
  expect(lastQuery(streetCall)).toMatchObject({ city_id: 3304557, district_id: 12 })
  await choose('Avenida Atlântica')
  expect(form.values).toMatchObject(avenue)
  expect(combo('Endereço').value).toBe('Atlântica')
})

const rio = { city_id: 3304557, state_id: 19 }

test('a CEP of a state other than the chosen one shows a warning under its field', async () => {
  await open({ ...rio, cep: '01001000' })
  expect(screen.getByText('Este CEP é de outro estado: São Paulo. Confira o CEP e o estado.')).toBeTruthy()
})

test('opening the street list again sends no second request for the same query', async () => {
  await open(rio)
  await openList('Endereço')
  await leave('Endereço')
  await openList('Endereço')
  expect(server.requestsOf(streetCall)).toHaveLength(1)
})

test('a street and a neighborhood missing from the lists can be typed', async () => {
  await open({ ...rio, district_id: 12, neighborhood: 'Copacabana' })
  await typeIn('Endereço', 'Nova Rua')
  await typeIn('Bairro', 'Vila Nova')
  await leave('Bairro')
  expect(form.values).toMatchObject({ street_name: 'Nova Rua', neighborhood: 'Vila Nova', district_id: null })
})

test('a street and a neighborhood chosen from the lists may exceed the limit of typed text', async () => {
  const street_name = 'Desembargador '.repeat(5).trim()
  const neighborhood = 'Conjunto Habitacional '.repeat(4).trim()
  const additional_data = { street_type: 'street', street_name } as const
  server.respond(neighborhoodCall, [{ id: 6, text: neighborhood }])
  server.respond(streetCall, [{ id: 5, text: `Rua ${street_name}`, additional_data }])
  await open(rio)
  await openList('Bairro')
  await choose(/Conjunto/)
  await openList('Endereço')
  await choose(/Desembargador/)
  await press('Salvar')
  expect(form.values).toMatchObject({ street_name, neighborhood, district_id: 6 })
  expect([form.errors.street_name, form.errors.neighborhood]).toEqual([undefined, undefined])
  await typeIn('Endereço', `${street_name}, fundos`)
  await press('Salvar')
  expect(form.errors.street_name).toBe('O endereço deve ter no máximo 50 caracteres')
})

test('without a city, neighborhood and street are free text of at most 75 and 50 characters', async () => {
  await open()
  expect(box('Bairro').maxLength).toBe(75)
  expect(box('Endereço').maxLength).toBe(50)
})

test('choosing a city while no state is selected selects the city’s state', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  server.respond(cityCall, [{ id: 3509502, text: 'Campinas', additional_data: { uf: 'SP' } }])
  await open()
  await typeIn('Cidade', 'camp')
  await advanceTime(500)
  await choose(/Campinas/)
  await advanceTime(150)
  expect(form.values).toMatchObject({ state_id: 25, city_id: 3509502 })
})

test('changing the state clears city, neighborhood and street', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await open({ state_id: 25, city_id: 3509502, neighborhood: 'Centro', street_name: 'XV' })
  await openList('Estado')
  await typeIn('Estado', 'RJ')
  await choose(/Rio de Janeiro/)
  expect(form.values).toMatchObject({ state_id: 19, city_id: null, neighborhood: '', street_name: '' })
})

test('the street types are listed in the specification’s order', async () => {
  await open()
  const labels = within(screen.getByRole('combobox', { name: 'Logradouro' }))
    .getAllByRole('option')
    .map(({ textContent }) => textContent)
  expect(labels.slice(1)).toEqual(
    'Alameda, Avenida, Beco, Estrada, Praça, Quadra, Rodovia, Rua, Servidão, Travessa, Via'.split(', '),
  )
})

test('an empty address form shows an error on every required field and focuses the first', async () => {
  await open()
  await press('Salvar')
  expect(document.activeElement).toBe(box('CEP'))
  expect(form.errors).toEqual({
    cep: 'Este campo não pode estar vazio',
    state_id: 'Este campo é requerido',
    city_id: 'Por favor selecione uma opção',
    neighborhood: 'Este campo não pode estar vazio',
    street_type: 'Este campo é requerido',
    street_name: 'Este campo não pode estar vazio',
    street_number: 'Este campo não pode estar vazio',
  })
})
