import { act, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { advanceTime } from '../../testing/jsdom.ts'
import { Autocomplete } from './autocomplete.tsx'
import { StateSelect } from './state-select.tsx'
import type { LoadOptions, OptionId, OptionPage, OptionQuery } from './use-async-options.ts'
import type { AutocompleteProps } from './use-combobox.ts'

beforeEach(() => void vi.useFakeTimers())

type CityProps = Partial<AutocompleteProps> & { preset?: OptionId }

/** A request for options, which a test resolves or rejects. */
function createCall(query: OptionQuery, signal: AbortSignal) {
  const { promise, resolve, reject } = Promise.withResolvers<OptionPage>()
  const respond = (page: OptionPage) => act(async () => resolve(page))
  const fail = (error: Error) => act(async () => reject(error))
  return { query, signal, promise, respond, fail }
}

/** Renders a field and records its requests for options. */
function openCity(props: CityProps = {}) {
  const calls: ReturnType<typeof createCall>[] = []
  const loadOptions: LoadOptions = (query, signal) => {
    const call = createCall(query, signal)
    calls.push(call)
    return call.promise
  }
  const view = (change: CityProps) => <City loadOptions={loadOptions} {...change} />
  const { rerender } = render(view(props))
  return { calls, rerender: (change: CityProps) => rerender(view(change)) }
}

const cities: OptionPage = {
  data: [
    { id: 1, text: 'São Paulo' },
    { id: 2, text: 'Santos' },
    { id: 3, text: 'São Carlos' },
  ],
}

function City(props: CityProps & Pick<AutocompleteProps, 'loadOptions'>) {
  const [value, setValue] = useState<OptionId | null>(props.preset ?? null)
  return (
    <Autocomplete
      label="Cidade"
      name="city_id"
      {...props}
      value={value}
      onChange={(id, option) => {
        setValue(id)
        props.onChange?.(id, option)
      }}
    />
  )
}

const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Cidade' })
/** Total height of all rows, rendered or not. */
const height = () => document.querySelector<HTMLElement>('[role=listbox] [role=presentation]')!.style.height
const rows = () => screen.queryAllByRole('option').map((row) => row.textContent)
const type = (text: string) => fireEvent.change(field(), { target: { value: text } })
/** Types and waits until the options are requested. */
const search = (text: string) => {
  type(text)
  return advanceTime(500)
}
const press = (...keys: string[]) => {
  for (const key of keys) fireEvent.keyDown(field(), { key })
}

test('autocomplete loads 500 ms after the last keystroke and announces its state', async () => {
  const { calls } = openCity()
  type('s')
  await advanceTime(499)
  type('sa')
  await advanceTime(499)
  expect(calls).toHaveLength(0)
  await advanceTime(1)
  expect(calls.map(({ query }) => query)).toEqual([{ text: 'sa' }])
  expect(screen.getAllByText('Carregando...').length).toBeGreaterThan(0)
  await calls[0]!.respond(cities)
  expect(rows()).toEqual(['São Paulo', 'Santos', 'São Carlos'])
  expect(field().getAttribute('aria-expanded')).toBe('true')
  await search('zz')
  await calls[1]!.respond({ data: [] })
  expect(screen.getAllByText('Nenhum resultado encontrado').length).toBeGreaterThan(0)
})

test('a newer autocomplete query aborts the older one, whose late response is ignored', async () => {
  const { calls } = openCity()
  await search('s')
  await search('sa')
  expect(calls[0]!.signal.aborted).toBe(true)
  await calls[1]!.respond({ data: [{ id: 2, text: 'Santos' }] })
  await calls[0]!.respond(cities)
  expect(rows()).toEqual(['Santos'])
})

test('an autocomplete option can be chosen by keyboard, and the field is revalidated 150 ms later', async () => {
  const onChange = vi.fn()
  const onRevalidate = vi.fn()
  const { calls } = openCity({ onChange, onRevalidate })
  await search('s')
  await calls[0]!.respond(cities)
  press('ArrowDown', 'ArrowDown')
  const active = document.getElementById(field().getAttribute('aria-activedescendant')!)
  expect(active?.textContent).toBe('Santos')
  press('ArrowUp', 'ArrowUp', 'Enter')
  expect(onChange).toHaveBeenLastCalledWith(3, { id: 3, text: 'São Carlos' })
  expect(field().value).toBe('São Carlos')
  expect(field().getAttribute('aria-expanded')).toBe('false')
  await advanceTime(149)
  expect(onRevalidate).not.toHaveBeenCalled()
  await advanceTime(1)
  expect(onRevalidate).toHaveBeenCalledTimes(1)
})

test('autocomplete looks up a preset id and shows its text', async () => {
  const { calls } = openCity({ preset: '3' })
  expect(calls.map(({ query }) => query)).toEqual([{ id: '3' }])
  await calls[0]!.respond({ data: [{ id: 3, text: 'São Carlos' }] })
  expect(field().value).toBe('São Carlos')
})

test('autocomplete with preloadAll loads its options once, when the list opens', async () => {
  const { calls } = openCity({ preloadAll: true })
  expect(calls).toHaveLength(0)
  fireEvent.click(field())
  expect(calls.map(({ query }) => query)).toEqual([{}])
  await calls[0]!.respond(cities)
  press('Escape')
  expect(rows()).toEqual([])
  press('ArrowDown')
  expect(rows()).toHaveLength(3)
  expect(calls).toHaveLength(1)
})

test('autocomplete loads the next page near the end of its list, whose height is 288 px with rows of 36 px', async () => {
  const { calls } = openCity({ preloadAll: true })
  fireEvent.click(field())
  const page = (from: number) =>
    Array.from({ length: 30 }, (_, index) => ({ id: from + index, text: `Rua ${from + index}` }))
  await calls[0]!.respond({ data: page(0), next_cursor: 'p2' })
  expect(calls).toHaveLength(1)
  const list = screen.getByRole('listbox')
  expect(height()).toBe('1080px')
  expect(screen.getAllByRole('option')[0]!.style.height).toBe('36px')
  // 288 / 36 = 8 visible rows plus 6 rows of overscan.
  expect(rows()).toHaveLength(14)
  fireEvent.scroll(list, { target: { scrollTop: 30 * 36 - 288 } })
  expect(calls[1]!.query).toEqual({ cursor: 'p2' })
  await calls[1]!.respond({ data: page(30), next_cursor: null })
  expect(height()).toBe('2160px')
  fireEvent.scroll(list, { target: { scrollTop: 60 * 36 - 288 } })
  expect(calls).toHaveLength(2)
})

test('when autocomplete cannot load options, the previous ones remain, the caller is notified, and nothing is retried', async () => {
  const onLoadFailure = vi.fn()
  const { calls } = openCity({ onLoadFailure })
  await search('s')
  await calls[0]!.respond({ ...cities, next_cursor: 'p2' })
  expect(calls[1]!.query).toEqual({ text: 's', cursor: 'p2' })
  const error = new Error('rede')
  await calls[1]!.fail(error)
  expect(onLoadFailure.mock.calls).toEqual([[error]])
  expect(rows()).toHaveLength(3)
  await advanceTime(5_000)
  expect(calls).toHaveLength(2)
  await search('sa')
  await calls[2]!.fail(error)
  expect(rows()).toEqual(['São Paulo', 'Santos', 'São Carlos'])
})

test('leaving an autocomplete field selects the only exact match, ignoring accents and case, even if it arrives late', async () => {
  const onChange = vi.fn()
  const { calls } = openCity({ onChange })
  type('sao carlos')
  fireEvent.blur(field())
  await advanceTime(500)
  await calls[0]!.respond(cities)
  expect(onChange).toHaveBeenLastCalledWith(3, { id: 3, text: 'São Carlos' })
  expect(field().value).toBe('São Carlos')
})

test('leaving an autocomplete field clears text that is not an option, unless free text is allowed', async () => {
  const { calls, rerender } = openCity()
  await search('xyz')
  await calls[0]!.respond({ data: [] })
  fireEvent.blur(field())
  expect(field().value).toBe('')
  const onText = vi.fn()
  rerender({ freeText: { text: '', onText } })
  type('Rua Nova')
  expect(onText).toHaveBeenLastCalledWith('Rua Nova')
  await advanceTime(500)
  await calls[1]!.respond({ data: [] })
  fireEvent.blur(field())
  expect(field().value).toBe('Rua Nova')
})

test('typing in an autocomplete field deselects its option', async () => {
  const onChange = vi.fn()
  const { calls } = openCity({ preset: 2, onChange })
  await calls[0]!.respond({ data: [{ id: 2, text: 'Santos' }] })
  type('Santo')
  expect(onChange).toHaveBeenLastCalledWith(null, undefined)
  expect(field().value).toBe('Santo')
})

test('the state select filters by abbreviation and by name prefix, ignoring accents', async () => {
  render(<StateSelect name="state_id" value={null} onChange={() => {}} />)
  const state = screen.getByRole('combobox', { name: 'Estado' })
  fireEvent.click(state)
  await advanceTime(0)
  expect(height()).toBe('972px')
  fireEvent.change(state, { target: { value: 'sao' } })
  await advanceTime(0)
  expect(rows()).toEqual(['São PauloSP'])
  fireEvent.change(state, { target: { value: 'rs' } })
  await advanceTime(0)
  expect(rows()).toEqual(['Rio Grande do SulRS'])
})
