// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LazyLoader } from '../../kit/feedback/lazy-loader.tsx'
import { ErrorBoundary, type ErrorPageProps } from '../monitoring/error-boundary.tsx'
import { lazyPage, type LazyPage } from './lazy-page.tsx'
import { expectNoToast, expectToast, press, settle, setUpScreens } from '../../testing/screen-test.tsx'

const missing = new TypeError('Failed to fetch dynamically imported module: /assets/points-page.js')
const Points = () => <h1>Meus pontos</h1>
const load = vi.fn<() => Promise<typeof Points>>()
let Page: LazyPage<object>

const ErrorPage = ({ isOffline, onRetry }: ErrorPageProps) => (
  <>
    <h1>{isOffline ? 'Sem conexão' : 'Erro'}</h1>
    <button onClick={onRetry}>Tentar novamente</button>
  </>
)
const view = (path: string, children = <Page />) => (
  <ErrorBoundary page={ErrorPage} resetKey={path}>
    <LazyLoader fallback={null}>{children}</LazyLoader>
  </ErrorBoundary>
)
const title = () => screen.queryByRole('heading')?.textContent

setUpScreens()
beforeEach(() => {
  // React logs what a boundary catches.
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  load.mockReset().mockResolvedValue(Points)
  Page = lazyPage(load)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('a page whose code could not be preloaded shows the offline page immediately, without loading again', async () => {
  load.mockRejectedValueOnce(missing)
  await expect(Page.preload()).rejects.toBe(missing)
  render(view('/pontos'))
  await settle()
  expect([title(), load.mock.calls.length]).toEqual(['Sem conexão', 1])
})

test('a retry loads the code again, and shows a message while still offline', async () => {
  load.mockRejectedValueOnce(missing).mockRejectedValueOnce(missing)
  render(view('/pontos'))
  await settle()
  expectNoToast()
  await press('Tentar novamente')
  expect(title()).toBe('Sem conexão')
  expectToast('Verifique sua conexão com a internet e tente novamente!', 'error')
  await press('Tentar novamente')
  expect(title()).toBe('Meus pontos')
})

test('another page can be opened from the offline page, and the first one once its code loads', async () => {
  load.mockRejectedValueOnce(missing)
  const { rerender } = render(view('/pontos'))
  await settle()
  expect(title()).toBe('Sem conexão')
  rerender(view('/ingressos', <h1>Meus ingressos</h1>))
  expect(title()).toBe('Meus ingressos')
  rerender(view('/pontos'))
  await settle()
  expect(title()).toBe('Meus pontos')
})

test('code that does not arrive within 15 seconds is a network failure', async () => {
  vi.useFakeTimers()
  load.mockReturnValue(new Promise(() => {}))
  render(view('/pontos'))
  await vi.advanceTimersByTimeAsync(14_999)
  await settle()
  expect(title()).toBeUndefined()
  await vi.advanceTimersByTimeAsync(1)
  await settle()
  expect(title()).toBe('Sem conexão')
})

test('an exception during rendering is not shown as a missing connection', async () => {
  const Broken = () => {
    throw new Error('a bug')
  }
  render(view('/pontos', <Broken />))
  expect(title()).toBe('Erro')
})
