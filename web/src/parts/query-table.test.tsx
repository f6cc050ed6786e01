// @vitest-environment jsdom
import { notifyManager, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Sent } from '../platform/api/failure.ts'
import { usePages } from './pages.tsx'
import { QueryTable } from './query-table.tsx'

type Shop = { id: string; name: string }
type Read = (page: { cursor: string | undefined; filter: string }) => Promise<Sent<Shop[]>>

const page = (names: readonly string[], next_cursor: string | null = null): Sent<Shop[]> => ({
  ok: true,
  data: names.map((name) => ({ id: name, name })),
  message: null,
  status: 200,
  server_time: null,
  next_cursor,
})
const failed: Sent<Shop[]> = { ok: false, failure: { kind: 'server', status: 503, request_id: null } }
const serverSentence =
  'Não conseguimos processar seus dados. Tente novamente em alguns minutos ou entre em contato com o suporte!'

const read = vi.fn<Read>()
const opened: string[] = []

function Screen() {
  const [filter, setFilter] = useState('')
  const list = usePages({
    queryKey: ['shops', filter],
    read: ({ cursor }) => read({ cursor, filter }),
  })
  return (
    <>
      <button type="button" onClick={() => setFilter('b')}>
        Filtrar
      </button>
      <button type="button" onClick={() => void list.refetch()}>
        Recarregar
      </button>
      <QueryTable
        query={list}
        label="Lojas"
        columns={[{ title: 'Nome', cell: ({ name }: Shop) => name }]}
        keyOf={({ id }) => id}
        empty="Nenhuma loja encontrada."
        onOpen={({ name }) => opened.push(name)}
      />
    </>
  )
}

const settle = () => act(async () => void (await vi.advanceTimersByTimeAsync(0)))
async function show() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <QueryClientProvider client={client}>
      <Screen />
    </QueryClientProvider>,
  )
  await settle()
}
async function press(name: string) {
  fireEvent.click(screen.getByRole('button', { name }))
  await settle()
}
const names = () => screen.getAllByRole('cell').map(({ textContent }) => textContent)

beforeEach(() => {
  vi.useFakeTimers()
  notifyManager.setScheduler(queueMicrotask)
  read.mockReset()
  opened.length = 0
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test('a table that loads slowly announces it to screen readers, and not before 200 ms', async () => {
  read.mockReturnValue(new Promise(() => {}))
  await show()
  expect(screen.queryByText('Carregando')).toBeNull()
  await act(async () => void (await vi.advanceTimersByTimeAsync(200)))
  expect(screen.getByRole('status').textContent).toBe('Carregando')
})

test('a table that failed to load shows why and loads on retry', async () => {
  read.mockResolvedValueOnce(failed).mockResolvedValue(page(['Café']))
  await show()
  expect(screen.getByRole('alert').textContent).toContain(serverSentence)
  await press('Tentar novamente')
  expect(names()).toEqual(['Café'])
})

test('a table without rows shows its empty state', async () => {
  read.mockResolvedValue(page([]))
  await show()
  expect(screen.getByText('Nenhuma loja encontrada.')).toBeTruthy()
  expect(screen.queryByRole('table')).toBeNull()
})

test('further pages of a table follow by the response’s cursor until the last', async () => {
  read.mockResolvedValueOnce(page(['Água', 'Bar'], 'c1')).mockResolvedValueOnce(page(['Café']))
  await show()
  await press('Mostrar mais')
  expect(names()).toEqual(['Água', 'Bar', 'Café'])
  expect(read.mock.calls.map(([{ cursor }]) => cursor)).toEqual([undefined, 'c1'])
  expect(screen.queryByRole('button', { name: 'Mostrar mais' })).toBeNull()
})

test('a next page that failed keeps the rows and can be retried', async () => {
  read
    .mockResolvedValueOnce(page(['Água'], 'c1'))
    .mockResolvedValueOnce(failed)
    .mockResolvedValueOnce(page(['Bar']))
  await show()
  await press('Mostrar mais')
  expect(names()).toEqual(['Água'])
  expect(screen.getByRole('alert').textContent).toContain(serverSentence)
  await press('Tentar novamente')
  expect(names()).toEqual(['Água', 'Bar'])
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a table keeps the previous filter’s rows until the new ones are loaded', async () => {
  const answer = Promise.withResolvers<Sent<Shop[]>>()
  read.mockImplementation(({ filter }) => (filter === '' ? Promise.resolve(page(['Água'])) : answer.promise))
  await show()
  await press('Filtrar')
  expect(names()).toEqual(['Água'])
  answer.resolve(page(['Bar']))
  await settle()
  expect(names()).toEqual(['Bar'])
})

test('a failed refresh keeps the rows and shows why', async () => {
  read.mockResolvedValueOnce(page(['Água'])).mockResolvedValueOnce(failed)
  await show()
  await press('Recarregar')
  expect(names()).toEqual(['Água'])
  expect(screen.getByRole('alert').textContent).toContain(serverSentence)
})

test('arrow keys move between rows, and a click opens the row', async () => {
  read.mockResolvedValue(page(['Água', 'Bar', 'Café']))
  await show()
  const row = (name: string) => screen.getByRole('button', { name })
  row('Água').focus()
  const key = (name: string) =>
    document.activeElement && fireEvent.keyDown(document.activeElement, { key: name })
  key('ArrowDown')
  expect(document.activeElement).toBe(row('Bar'))
  key('End')
  expect(document.activeElement).toBe(row('Café'))
  key('ArrowDown')
  expect(document.activeElement).toBe(row('Café'))
  key('Home')
  fireEvent.click(document.activeElement ?? document.body)
  expect(opened).toEqual(['Água'])
})
