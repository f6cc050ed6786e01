// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import type { Call } from '@clube/contract/kernel/call.ts'
import { useEffect } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useForm, type Form } from '../../kit/form/use-form.ts'
import { isPending } from '../../kit/overlay/pending-count.ts'
import { closeToast, currentToast } from '../../kit/toast/toast-store.ts'
import type { Sent } from '../../platform/api/failure.ts'
import { setReporter } from '../../platform/monitoring/report-problem.ts'
import { AppProvider, type App } from '../../platform/app/app-context.tsx'
import { AddressFields } from './address-fields.tsx'
import { addressRules, emptyAddress, type AddressValues } from './address-values.ts'

type Asked = { path: string; endpoint: string | undefined; query: Record<string, unknown> }
let asked: Asked[] = []
let answer: (asked: Asked) => Promise<Sent<unknown>> | Sent<unknown>
let form: Form<AddressValues>

const yes = (data: unknown, next_cursor: string | null = null): Sent<unknown> => ({
  ok: true,
  data,
  message: null,
  status: 200,
  server_time: null,
  next_cursor,
})
const app = {
  club: { endpoints: { address_lookup: '/api/core/address/lookup', customer_lookup: '/c' } },
  send: async (call: Call, input: { query?: unknown; endpoint?: string }) => {
    const one = { path: call.path, endpoint: input.endpoint, query: input.query as Record<string, unknown> }
    asked.push(one)
    return answer(one)
  },
} as unknown as App

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
const show = (initial: Partial<AddressValues> = {}) =>
  render(
    <AppProvider app={app}>
      <Sample initial={{ ...emptyAddress, ...initial }} />
    </AppProvider>,
  )
const box = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
const combo = (name: string) => screen.getByRole<HTMLInputElement>('combobox', { name })
const type = (control: HTMLElement, value: string) =>
  act(async () => void fireEvent.input(control, { target: { value } }))
const open = (name: string) => act(async () => void fireEvent.click(combo(name)))
const choose = (name: string | RegExp) =>
  act(async () => void fireEvent.click(screen.getByRole('option', { name })))

beforeEach(() => {
  setReporter(() => {})
  asked = []
  answer = () => yes([])
})
afterEach(() => {
  vi.useRealTimers()
  cleanup()
  closeToast()
})

test('a valid CEP is looked up under the overlay and fills in every field except the CEP', async () => {
  let finish: (sent: Sent<unknown>) => void = () => {}
  answer = ({ endpoint }) => (endpoint ? new Promise((resolve) => (finish = resolve)) : yes([]))
  show()
  await type(box('CEP'), '01001-00')
  expect(asked).toEqual([])
  await type(box('CEP'), '01001-000')
  expect(asked[0]).toEqual({
    path: '/api/core/address/lookup',
    endpoint: '/api/core/address/lookup',
    query: { cep: '01001000', postal_code: '01001000' },
  })
  expect(isPending()).toBe(true)
  await act(async () =>
    finish(
      yes({
        logradouro: 'Praça',
        endereco: 'da Sé',
        bairro: 'Sé',
        bairro_id: 7,
        estado_id: 25,
        cidade_id: 3550308,
        cep: '99999999',
      }),
    ),
  )
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

test('a lookup response wrapped in a list is read, and an unknown CEP leaves every field editable', async () => {
  answer = ({ endpoint }) => (endpoint ? yes([{ estado_id: 19, cidade_id: 3304557 }]) : yes([]))
  show()
  await type(box('CEP'), '20000-000')
  expect(form.values).toMatchObject({ state_id: 19, city_id: 3304557, street_name: '' })
  answer = ({ endpoint }) => (endpoint ? yes({}) : yes([]))
  await type(box('CEP'), '99999-999')
  expect(form.values).toMatchObject({ cep: '99999999', state_id: 19, city_id: 3304557 })
  expect(screen.getByText('Não encontramos este CEP. Preencha abaixo.')).toBeTruthy()
  expect(combo('Cidade').disabled).toBe(false)
})

test.each([
  ['network', { kind: 'network', during: 'call' }, 'Verifique sua conexão com a internet e tente novamente!'],
  ['other', { kind: 'unrecognised', status: 404, message: null }, 'Ops, houve um erro inesperado'],
] as const)('a %s failure of the CEP lookup shows one toast', async (_name, failure, message) => {
  answer = ({ endpoint }) => (endpoint ? { ok: false, failure } : yes([]))
  show()
  await type(box('CEP'), '01001-000')
  expect(currentToast()).toMatchObject({ open: true, type: 'error', message })
  expect(isPending()).toBe(false)
})

test('cities are those of the state; choosing one loads its neighborhoods and streets', async () => {
  answer = ({ path, query }) => {
    if (path.endsWith('/city')) return yes(query['id'] ? [] : [{ id: 3304557, text: 'Rio de Janeiro' }])
    if (path.endsWith('/street'))
      return yes([
        {
          id: 5,
          text: 'Avenida Atlântica',
          additional_data: { street_type: 'avenue', street_name: 'Atlântica' },
        },
      ])
    return yes([{ id: 12, text: 'Copacabana' }])
  }
  show({ state_id: 19 })
  await open('Cidade')
  expect(asked.at(-1)).toMatchObject({ path: '/api/core/address/city', query: { state_id: 19 } })
  await choose('Rio de Janeiro')
  await open('Bairro')
  expect(asked.at(-1)).toMatchObject({
    path: '/api/core/address/neighborhood',
    query: { city_id: 3304557 },
  })
  await choose('Copacabana')
  expect(form.values).toMatchObject({ district_id: 12, neighborhood: 'Copacabana' })
  await open('Endereço')
  expect(asked.at(-1)).toMatchObject({
    path: '/api/core/address/street',
    query: { city_id: 3304557, district_id: 12 },
  })
  await choose('Avenida Atlântica')
  expect(form.values).toMatchObject({ street_type: 'avenue', street_name: 'Atlântica' })
  expect(combo('Endereço').value).toBe('Atlântica')
})

test('the same street query is sent once', async () => {
  show({ city_id: 3304557, state_id: 19 })
  const streets = () => asked.filter(({ path }) => path.endsWith('/street')).length
  await open('Endereço')
  await act(async () => void fireEvent.blur(combo('Endereço')))
  await open('Endereço')
  expect(streets()).toBe(1)
})

test('a street and a neighborhood missing from the lists can be typed', async () => {
  show({ city_id: 3304557, state_id: 19, district_id: 12, neighborhood: 'Copacabana' })
  await act(async () => void fireEvent.change(combo('Endereço'), { target: { value: 'Nova Rua' } }))
  await act(async () => void fireEvent.change(combo('Bairro'), { target: { value: 'Vila Nova' } }))
  await act(async () => void fireEvent.blur(combo('Bairro')))
  expect(form.values).toMatchObject({ street_name: 'Nova Rua', neighborhood: 'Vila Nova', district_id: null })
})

test('a street and a neighborhood chosen from the lists may be longer than typed ones', async () => {
  const street_name = 'Desembargador '.repeat(5).trim()
  const neighborhood = 'Conjunto Habitacional '.repeat(4).trim()
  answer = ({ path }) => {
    if (path.endsWith('/street'))
      return yes([
        { id: 5, text: `Rua ${street_name}`, additional_data: { street_type: 'street', street_name } },
      ])
    return yes(path.endsWith('/neighborhood') ? [{ id: 6, text: neighborhood }] : [])
  }
  show({ city_id: 3304557, state_id: 19 })
  await open('Bairro')
  await choose(/Conjunto/)
  await open('Endereço')
  await choose(/Desembargador/)
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Salvar' })))
  expect(form.values).toMatchObject({ street_name, neighborhood, district_id: 6 })
  expect(form.errors.street_name).toBeUndefined()
  expect(form.errors.neighborhood).toBeUndefined()
  await act(
    async () => void fireEvent.change(combo('Endereço'), { target: { value: `${street_name}, fundos` } }),
  )
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Salvar' })))
  expect(form.errors.street_name).toBe('O endereço deve ter no máximo 50 caracteres')
})

test('without a city, neighborhood and street are free text of 75 and 50 characters', () => {
  show()
  expect(box('Bairro').maxLength).toBe(75)
  expect(box('Endereço').maxLength).toBe(50)
})

test('a city chosen without a state sets its state', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  answer = ({ path }) =>
    yes(path.endsWith('/city') ? [{ id: 3509502, text: 'Campinas', additional_data: { uf: 'SP' } }] : [])
  show()
  await act(async () => void fireEvent.change(combo('Cidade'), { target: { value: 'camp' } }))
  await act(async () => vi.advanceTimersByTimeAsync(500))
  await choose(/Campinas/)
  await act(async () => vi.advanceTimersByTimeAsync(150))
  expect(form.values).toMatchObject({ state_id: 25, city_id: 3509502 })
})

test('changing the state clears the city', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  show({ state_id: 25, city_id: 3509502, neighborhood: 'Centro', street_name: 'XV' })
  await open('Estado')
  await act(async () => void fireEvent.change(combo('Estado'), { target: { value: 'RJ' } }))
  await act(async () => vi.advanceTimersByTimeAsync(0))
  await choose(/Rio de Janeiro/)
  expect(form.values).toMatchObject({ state_id: 19, city_id: null, neighborhood: '', street_name: '' })
})

test('street types are those of the specification in their order', () => {
  show()
  const labels = within(screen.getByRole('combobox', { name: 'Logradouro' }))
    .getAllByRole('option')
    .map(({ textContent }) => textContent)
  expect(labels.slice(1)).toEqual(
    'Alameda, Avenida, Beco, Estrada, Praça, Quadra, Rodovia, Rua, Servidão, Travessa, Via'.split(', '),
  )
})

test('an empty address form shows an error at every field and focuses the first', async () => {
  show()
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Salvar' })))
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
