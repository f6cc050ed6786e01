import { act, fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { Button } from '../kit/button/button.tsx'
import { isPending } from '../kit/overlay/pending-count.ts'
import type { Failure, Sent } from '../platform/api/failure.ts'
import { setReporter } from '../platform/monitoring/capture-error.ts'
import { QueryCache } from '../platform/server-data/query-cache.ts'
import { QueryCacheProvider } from '../platform/server-data/use-query.tsx'
import { expectNoToast, expectToast, setUpScreens } from '../testing/screen-test.tsx'
import { show } from '../testing/shopper-screen.tsx'
import { useAction, type ActionOutcome } from './use-action.ts'

const sent = { message: 'Da resposta.', status: 200, server_time: null, next_cursor: null }
const succeeded: Sent<string> = { ok: true, data: 'saved', ...sent }
const refusal = { status: 409, code: 'shops.closed', message: 'A loja fechou.', errors: [] }
const refused: Sent<string> = { ok: false, failure: { kind: 'refused', ...refusal } }

const request = vi.fn<() => Promise<Sent<string>>>()
const invalidated = vi.fn<QueryCache['invalidateQueries']>()
const queries = Object.assign(
  new QueryCache({ staleTime: 0, refetchOnWindowFocus: false, refetchOnReconnect: false }),
  { invalidateQueries: invalidated },
)
const results: boolean[] = []

function Screen({ outcome }: { outcome: ActionOutcome<string> }) {
  const { pending, run } = useAction()
  return (
    <Button pending={pending} onClick={() => void run(request, outcome).then((ok) => results.push(ok))}>
      Salvar
    </Button>
  )
}

const open = (outcome: ActionOutcome<string> = {}) =>
  show(
    <QueryCacheProvider cache={queries}>
      <Screen outcome={outcome} />
    </QueryCacheProvider>,
  )
const button = () => screen.getByRole('button')
const press = () => act(async () => void fireEvent.click(button()))

setUpScreens()
beforeEach(() => {
  request.mockReset().mockResolvedValue(succeeded)
  invalidated.mockReset().mockResolvedValue()
  results.length = 0
})

test('an action is pending under the overlay until its response, and ignores a second press', async () => {
  const response = Promise.withResolvers<Sent<string>>()
  request.mockReturnValue(response.promise)
  await open()
  await press()
  expect(button().getAttribute('aria-busy')).toBe('true')
  expect(isPending()).toBe(true)

  await press()
  expect(request).toHaveBeenCalledTimes(1)

  await act(async () => response.resolve(succeeded))
  expect(button().getAttribute('aria-busy')).toBeNull()
  expect(isPending()).toBe(false)
  expect(results).toEqual([true])
})

test('two presses of an action’s button in one event send one request', async () => {
  await open()
  await act(async () => {
    fireEvent.click(button())
    fireEvent.click(button())
  })
  expect(request).toHaveBeenCalledTimes(1)
  expect(results.filter(Boolean)).toHaveLength(1)
})

test('a successful action shows its toast, passes the data to onSuccess and reloads the queries of refresh', async () => {
  const onSuccess = vi.fn()
  await open({ success: 'Loja salva.', onSuccess, refresh: [['shops'], ['points']] })
  await press()
  expectToast('Loja salva.', 'success')
  expect(onSuccess).toHaveBeenCalledWith('saved')
  expect(invalidated.mock.calls).toEqual([[{ queryKey: ['shops'] }], [{ queryKey: ['points'] }]])
})

test('an action’s success toast can be computed from the response and have another type', async () => {
  await open({ success: ({ message, data }) => ({ message: `${message} ${data}`, type: 'info' }) })
  await press()
  expectToast('Da resposta. saved', 'info')
})

test('a refused action shows the refusal’s message and reloads the queries of refresh', async () => {
  request.mockResolvedValue(refused)
  const onSuccess = vi.fn()
  await open({ success: 'Loja salva.', onSuccess, refresh: [['shops']] })
  await press()
  expectToast('A loja fechou.', 'error')
  expect(onSuccess).not.toHaveBeenCalled()
  expect(invalidated).toHaveBeenCalledTimes(1)
  expect(results).toEqual([false])
})

test('an action without a response reloads no query', async () => {
  request.mockResolvedValue({ ok: false, failure: { kind: 'network', during: 'call' } })
  await open({ refresh: [['shops']] })
  await press()
  expectToast('Ops, aconteceu algo com sua conexão de internet, tente novamente por favor!')
  expect(invalidated).not.toHaveBeenCalled()
})

test('an action’s failure that onFailure has handled is not shown in a toast', async () => {
  request.mockResolvedValue(refused)
  const seen: Failure[] = []
  await open({ onFailure: (failure) => seen.push(failure) > 0 })
  await press()
  expect(seen).toMatchObject([{ code: 'shops.closed' }])
  expectNoToast()
})

test('an action whose code did not load shows a network failure', async () => {
  request.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module: /a.js'))
  await open()
  await press()
  expectToast('Verifique sua conexão com a internet e tente novamente!', 'error')
})

test('an exception in an action shows the unexpected-error message and is reported, and the action can be repeated', async () => {
  const reported: unknown[] = []
  setReporter((error) => reported.push(error))
  const error = new TypeError('not a function')
  request.mockRejectedValueOnce(error)
  await open()
  await press()
  expectToast('Ops, houve um erro inesperado!', 'error')
  expect(reported).toEqual([error])
  await press()
  expect(results).toEqual([false, true])
})
