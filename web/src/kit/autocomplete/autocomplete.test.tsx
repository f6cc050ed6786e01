// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Autocomplete } from './autocomplete.tsx'
import { StateSelect } from './state-select.tsx'
import type { LoadOptions, OptionId, OptionPage, OptionQuery } from './use-async-options.ts'
import type { AutocompleteProps } from './use-combobox.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

type Call = {
  query: OptionQuery
  signal: AbortSignal
  answer: (page: OptionPage) => Promise<void>
  fail: (e: unknown) => Promise<void>
}

/** A directory that answers when told to. */
function directory() {
  const calls: Call[] = []
  const loadOptions: LoadOptions = (query, signal) =>
    new Promise((resolve, reject) => {
      calls.push({
        query,
        signal,
        answer: (page) => act(async () => resolve(page)),
        fail: (error) => act(async () => reject(error as Error)),
      })
    })
  return { calls, loadOptions }
}

const cities: OptionPage = {
  data: [
    { id: 1, text: 'São Paulo' },
    { id: 2, text: 'Santos' },
    { id: 3, text: 'São Carlos' },
  ],
}

function City(
  props: Partial<AutocompleteProps> & Pick<AutocompleteProps, 'loadOptions'> & { preset?: OptionId },
) {
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
/** Of all rows, drawn or not. */
const height = () =>
  screen.getByRole('listbox').querySelector<HTMLElement>('[role=presentation]')!.style.height
const rows = () => screen.queryAllByRole('option').map((row) => row.textContent)
const type = (text: string) => fireEvent.change(field(), { target: { value: text } })
const pass = (ms: number) =>
  act(async () => {
    await vi.advanceTimersByTimeAsync(ms)
  })

test('typing loads once it has rested for 500 ms, and the list says what it does', async () => {
  const { calls, loadOptions } = directory()
  render(<City loadOptions={loadOptions} />)
  type('s')
  await pass(499)
  type('sa')
  await pass(499)
  expect(calls).toHaveLength(0)
  await pass(1)
  expect(calls.map(({ query }) => query)).toEqual([{ text: 'sa' }])
  expect(screen.getAllByText('Carregando...').length).toBeGreaterThan(0)
  await calls[0]!.answer(cities)
  expect(rows()).toEqual(['São Paulo', 'Santos', 'São Carlos'])
  expect(field().getAttribute('aria-expanded')).toBe('true')
  type('zz')
  await pass(500)
  await calls[1]!.answer({ data: [] })
  expect(screen.getAllByText('Nenhum resultado encontrado').length).toBeGreaterThan(0)
})

test('a newer query ends the older one, whose late answer changes nothing', async () => {
  const { calls, loadOptions } = directory()
  render(<City loadOptions={loadOptions} />)
  type('s')
  await pass(500)
  type('sa')
  await pass(500)
  expect(calls[0]!.signal.aborted).toBe(true)
  await calls[1]!.answer({ data: [{ id: 2, text: 'Santos' }] })
  await calls[0]!.answer(cities)
  expect(rows()).toEqual(['Santos'])
})

test('the keyboard chooses, and the field is validated again 150 ms later', async () => {
  const { calls, loadOptions } = directory()
  const onChange = vi.fn()
  const onRevalidate = vi.fn()
  render(<City loadOptions={loadOptions} onChange={onChange} onRevalidate={onRevalidate} />)
  type('s')
  await pass(500)
  await calls[0]!.answer(cities)
  fireEvent.keyDown(field(), { key: 'ArrowDown' })
  fireEvent.keyDown(field(), { key: 'ArrowDown' })
  const active = document.getElementById(field().getAttribute('aria-activedescendant')!)
  expect(active?.textContent).toBe('Santos')
  fireEvent.keyDown(field(), { key: 'ArrowUp' })
  fireEvent.keyDown(field(), { key: 'ArrowUp' })
  fireEvent.keyDown(field(), { key: 'Enter' })
  expect(onChange).toHaveBeenLastCalledWith(3, { id: 3, text: 'São Carlos' })
  expect(field().value).toBe('São Carlos')
  expect(field().getAttribute('aria-expanded')).toBe('false')
  await pass(149)
  expect(onRevalidate).not.toHaveBeenCalled()
  await pass(1)
  expect(onRevalidate).toHaveBeenCalledTimes(1)
})

test('a preset id is looked up and its name shown', async () => {
  const { calls, loadOptions } = directory()
  render(<City loadOptions={loadOptions} preset="3" />)
  expect(calls.map(({ query }) => query)).toEqual([{ id: '3' }])
  await calls[0]!.answer({ data: [{ id: 3, text: 'São Carlos' }] })
  expect(field().value).toBe('São Carlos')
})

test('with preloadAll the options load when the list opens, once', async () => {
  const { calls, loadOptions } = directory()
  render(<City loadOptions={loadOptions} preloadAll />)
  expect(calls).toHaveLength(0)
  fireEvent.click(field())
  expect(calls.map(({ query }) => query)).toEqual([{}])
  await calls[0]!.answer(cities)
  fireEvent.keyDown(field(), { key: 'Escape' })
  expect(rows()).toEqual([])
  fireEvent.keyDown(field(), { key: 'ArrowDown' })
  expect(rows()).toHaveLength(3)
  expect(calls).toHaveLength(1)
})

test('the next page loads near the end while next_cursor exists; rows are 36 px in a list of 288 px', async () => {
  const { calls, loadOptions } = directory()
  render(<City loadOptions={loadOptions} preloadAll />)
  fireEvent.click(field())
  const page = (from: number) =>
    Array.from({ length: 30 }, (_, at) => ({ id: from + at, text: `Rua ${from + at}` }))
  await calls[0]!.answer({ data: page(0), next_cursor: 'p2' })
  expect(calls).toHaveLength(1)
  const list = screen.getByRole('listbox')
  expect(height()).toBe('1080px')
  expect(screen.getAllByRole('option')[0]!.style.height).toBe('36px')
  // 288 / 36 = 8 rows in sight and 6 to spare.
  expect(rows()).toHaveLength(14)
  fireEvent.scroll(list, { target: { scrollTop: 30 * 36 - 288 } })
  expect(calls[1]!.query).toEqual({ cursor: 'p2' })
  await calls[1]!.answer({ data: page(30), next_cursor: null })
  expect(height()).toBe('2160px')
  fireEvent.scroll(list, { target: { scrollTop: 60 * 36 - 288 } })
  expect(calls).toHaveLength(2)
})

test('on failure the previous options stay, the caller is told, and nothing retries by itself', async () => {
  const { calls, loadOptions } = directory()
  const onLoadFailure = vi.fn()
  render(<City loadOptions={loadOptions} onLoadFailure={onLoadFailure} />)
  type('s')
  await pass(500)
  await calls[0]!.answer({ ...cities, next_cursor: 'p2' })
  expect(calls[1]!.query).toEqual({ text: 's', cursor: 'p2' })
  const error = new Error('rede')
  await calls[1]!.fail(error)
  expect(onLoadFailure.mock.calls).toEqual([[error]])
  expect(rows()).toHaveLength(3)
  await pass(5_000)
  expect(calls).toHaveLength(2)
  type('sa')
  await pass(500)
  await calls[2]!.fail(error)
  expect(rows()).toEqual(['São Paulo', 'Santos', 'São Carlos'])
})

test('leaving the field takes the one exact match, accents and case ignored, even if it comes late', async () => {
  const { calls, loadOptions } = directory()
  const onChange = vi.fn()
  render(<City loadOptions={loadOptions} onChange={onChange} />)
  type('sao carlos')
  fireEvent.blur(field())
  await pass(500)
  await calls[0]!.answer(cities)
  expect(onChange).toHaveBeenLastCalledWith(3, { id: 3, text: 'São Carlos' })
  expect(field().value).toBe('São Carlos')
})

test('a text that is no option goes when the field is left, unless free text may stand', async () => {
  const { calls, loadOptions } = directory()
  const { rerender } = render(<City loadOptions={loadOptions} />)
  type('xyz')
  await pass(500)
  await calls[0]!.answer({ data: [] })
  fireEvent.blur(field())
  expect(field().value).toBe('')
  const onText = vi.fn()
  rerender(<City loadOptions={loadOptions} freeText={{ text: '', onText }} />)
  type('Rua Nova')
  expect(onText).toHaveBeenLastCalledWith('Rua Nova')
  await pass(500)
  await calls[1]!.answer({ data: [] })
  fireEvent.blur(field())
  expect(field().value).toBe('Rua Nova')
})

test('typing over a choice takes it back', async () => {
  const { calls, loadOptions } = directory()
  const onChange = vi.fn()
  render(<City loadOptions={loadOptions} preset={2} onChange={onChange} />)
  await calls[0]!.answer({ data: [{ id: 2, text: 'Santos' }] })
  type('Santo')
  expect(onChange).toHaveBeenLastCalledWith(null, undefined)
  expect(field().value).toBe('Santo')
})

test('states are found by uf and by the beginning of the name without accents', async () => {
  render(<StateSelect name="state_id" value={null} onChange={() => {}} />)
  const state = screen.getByRole('combobox', { name: 'Estado' })
  fireEvent.click(state)
  await pass(0)
  expect(height()).toBe('972px')
  fireEvent.change(state, { target: { value: 'sao' } })
  await pass(0)
  expect(rows()).toEqual(['São PauloSP'])
  fireEvent.change(state, { target: { value: 'rs' } })
  await pass(0)
  expect(rows()).toEqual(['Rio Grande do SulRS'])
})
