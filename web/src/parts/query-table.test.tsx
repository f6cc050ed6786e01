import { listReceiptsCall } from '@clube/contract/receipts/receipt-calls.ts'
import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { QueryCache } from '../platform/server-data/query-cache.ts'
import { QueryCacheProvider } from '../platform/server-data/use-query.tsx'
import { advanceTime } from '../testing/jsdom.ts'
import { crashed, success, unanswered } from '../testing/fake-server.ts'
import { sampleId, samples } from '../testing/samples.ts'
import { expectToast, press, server, settle, setUpScreens } from '../testing/screen-test.tsx'
import { show } from '../testing/shopper-screen.tsx'
import { usePages } from './pages.tsx'
import { QueryTable } from './query-table.tsx'

const shops = (...names: string[]) => names.map((shop_name) => ({ ...samples.receipt, shop_name }))
const serverMessage =
  'Não conseguimos processar seus dados. Tente novamente em alguns minutos ou entre em contato com o suporte!'

const expectError = () => expect(screen.getByRole('alert').textContent).toContain(serverMessage)
const opened: string[] = []

const pollMs = 5_000

function Screen({ pollWhile }: { pollWhile?: string }) {
  const [filter, setFilter] = useState('')
  const list = usePages({
    queryKey: ['shops', filter],
    read: (send, { cursor, signal }) => send(listReceiptsCall, { query: { cursor }, signal }),
    refetchInterval: (rows) => (rows.some(({ shop_name }) => shop_name === pollWhile) ? pollMs : false),
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
        columns={[{ title: 'Nome', cell: ({ shop_name }) => shop_name }]}
        keyOf={({ shop_name }) => shop_name}
        empty="Nenhuma loja encontrada."
        onOpen={({ shop_name }) => opened.push(shop_name)}
      />
    </>
  )
}

function open({ pollWhile }: { pollWhile?: string } = {}) {
  const cache = new QueryCache({ staleTime: 0, refetchOnWindowFocus: false, refetchOnReconnect: false })
  return show(
    <QueryCacheProvider cache={cache}>
      <Screen pollWhile={pollWhile} />
    </QueryCacheProvider>,
  )
}
const names = () => screen.getAllByRole('cell').map(({ textContent }) => textContent)

setUpScreens()
beforeEach(() => {
  vi.useFakeTimers()
  opened.length = 0
})

test('a table announces to screen readers that it is loading, but not before 200 ms', async () => {
  server.respond(listReceiptsCall, unanswered)
  await open()
  await advanceTime(199)
  expect(screen.queryByText('Carregando')).toBeNull()
  await advanceTime(1)
  expect(screen.getByRole('status').textContent).toBe('Carregando')
})

test('a table that fails to load again shows the reason again', async () => {
  server.respond(listReceiptsCall, crashed)
  await open()
  await press('Tentar novamente')
  expectToast(
    'Não conseguimos processar seus dados. Tente novamente em alguns minutos ou entre em contato com o suporte!',
  )
})

test('a table that failed to load shows the reason and can be reloaded', async () => {
  server.respond(listReceiptsCall, crashed, shops('Café'))
  await open()
  expectError()
  await press('Tentar novamente')
  expect(names()).toEqual(['Café'])
})

test('a table without rows shows its empty state', async () => {
  server.respond(listReceiptsCall, [])
  await open()
  expect(screen.getByText('Nenhuma loja encontrada.')).toBeTruthy()
  expect(screen.queryByRole('table')).toBeNull()
})

test('a table loads each next page with the cursor of the previous response', async () => {
  server.respond(listReceiptsCall, success(shops('Água', 'Bar'), { next_cursor: sampleId() }), shops('Café'))
  await open()
  await press('Mostrar mais')
  expect(names()).toEqual(['Água', 'Bar', 'Café'])
  expect(server.requests.map(({ query }) => query['cursor'])).toEqual([undefined, sampleId()])
  expect(screen.queryByRole('button', { name: 'Mostrar mais' })).toBeNull()
})

test('a reload requests as many pages as are loaded, each with the cursor of the new response before it', async () => {
  const page = (name: string, next_cursor?: string) => success(shops(name), { next_cursor })
  server.respond(
    listReceiptsCall,
    page('Água', sampleId(1)),
    page('Bar', sampleId(2)),
    page('Acarajé', sampleId(3)),
    page('Bistrô', sampleId(4)),
    page('Casa'),
    page('Única'),
  )
  await open()
  await press('Mostrar mais')
  await press('Recarregar')
  expect(names()).toEqual(['Acarajé', 'Bistrô'])
  await press('Mostrar mais')
  expect(names()).toEqual(['Acarajé', 'Bistrô', 'Casa'])
  await press('Recarregar')
  expect(names()).toEqual(['Única'])
  expect(server.requests.map(({ query }) => query['cursor'])).toEqual([
    undefined,
    sampleId(1),
    undefined,
    sampleId(3),
    sampleId(4),
    undefined,
  ])
})

test('a reload that fails on a later page keeps all rows', async () => {
  const first = success(shops('Água'), { next_cursor: sampleId() })
  server.respond(listReceiptsCall, first, shops('Bar'), first, crashed)
  await open()
  await press('Mostrar mais')
  await press('Recarregar')
  expect(names()).toEqual(['Água', 'Bar'])
  expectError()
})

test('a list may be polled depending on the rows of all pages', async () => {
  const first = success(shops('Água'), { next_cursor: sampleId() })
  server.respond(listReceiptsCall, first, shops('Aberta'), shops('Fechada'))
  await open({ pollWhile: 'Aberta' })
  await advanceTime(pollMs)
  await press('Mostrar mais')
  expect(server.requests).toHaveLength(2)
  await advanceTime(pollMs)
  await advanceTime(pollMs)
  expect(names()).toEqual(['Fechada'])
  expect(server.requests).toHaveLength(3)
})

test('a table whose next page failed to load keeps its rows, and the page can be loaded again', async () => {
  const first = success(shops('Água'), { next_cursor: sampleId() })
  server.respond(listReceiptsCall, first, crashed, shops('Bar'))
  await open()
  await press('Mostrar mais')
  expect(names()).toEqual(['Água'])
  expectError()
  await press('Tentar novamente')
  expect(names()).toEqual(['Água', 'Bar'])
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a table shows no rows of the previous filter while those of the next one are loading', async () => {
  const filtered = Promise.withResolvers<ReturnType<typeof shops>>()
  server.respond(listReceiptsCall, shops('Água'), filtered.promise)
  await open()
  await press('Filtrar')
  expect(screen.queryByRole('cell')).toBeNull()
  await advanceTime(200)
  expect(screen.getByRole('status').textContent).toBe('Carregando')
  filtered.resolve(shops('Bar'))
  await settle()
  expect(names()).toEqual(['Bar'])
})

test('a page of the previous filter that arrives late is not added to the rows of the next filter', async () => {
  const late = Promise.withResolvers<ReturnType<typeof shops>>()
  const first = success(shops('Água'), { next_cursor: sampleId() })
  server.respond(listReceiptsCall, first, late.promise, shops('Bar'))
  await open()
  await press('Mostrar mais')
  await press('Filtrar')
  late.resolve(shops('Atrasada'))
  await settle()
  expect(names()).toEqual(['Bar'])
})

test('a table whose refresh failed keeps its rows and shows the reason', async () => {
  server.respond(listReceiptsCall, shops('Água'), crashed)
  await open()
  await press('Recarregar')
  expect(names()).toEqual(['Água'])
  expectError()
})

test('arrow keys, Home and End move between the rows of a table, and a click opens a row', async () => {
  server.respond(listReceiptsCall, shops('Água', 'Bar', 'Café'))
  await open()
  const row = (name: string) => screen.getByRole('button', { name })
  row('Água').focus()
  const focused = () => document.activeElement ?? document.body
  const focusedAfter = (key: string) => {
    fireEvent.keyDown(focused(), { key })
    return focused()
  }
  expect(focusedAfter('ArrowDown')).toBe(row('Bar'))
  expect(focusedAfter('End')).toBe(row('Café'))
  expect(focusedAfter('ArrowDown')).toBe(row('Café'))
  expect(focusedAfter('ArrowUp')).toBe(row('Bar'))
  fireEvent.click(focusedAfter('Home'))
  expect(opened).toEqual(['Água'])
})
