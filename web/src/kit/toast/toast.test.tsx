// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

let store: typeof import('./toast-store.ts')
let host: typeof import('./toast-host.tsx')

beforeEach(async () => {
  vi.useFakeTimers()
  await startPage()
})

afterEach(() => {
  cleanup()
  sessionStorage.clear()
  vi.useRealTimers()
})

/** A fresh page of the same session: modules anew, storage kept. */
async function startPage() {
  cleanup()
  vi.resetModules()
  store = await import('./toast-store.ts')
  host = await import('./toast-host.tsx')
  render(<host.ToastHost />)
}

/** Lets time go by on the fake clock. */
function pass(ms: number) {
  act(() => {
    vi.advanceTimersByTime(ms)
  })
}

test('a toast is info and dismissible by default, and leaves after 6,000 ms', () => {
  act(() => store.showToast({ message: 'Dados salvos' }))
  expect(store.currentToast()).toEqual({
    open: true,
    message: 'Dados salvos',
    type: 'info',
    dismissible: true,
  })
  expect(screen.getByRole('status').textContent).toContain('Dados salvos')
  pass(5_999)
  expect(screen.queryByText('Dados salvos')).not.toBeNull()
  pass(1)
  expect(screen.queryByText('Dados salvos')).toBeNull()
  expect(store.currentToast().open).toBe(false)
})

test('it closes with its control, not with a click elsewhere', () => {
  act(() => store.showToast({ message: 'Erro ao salvar', type: 'error' }))
  fireEvent.click(document.body)
  fireEvent.pointerDown(document.body)
  expect(screen.getByRole('alert').textContent).toContain('Erro ao salvar')
  fireEvent.click(screen.getByRole('button', { name: 'Fechar aviso' }))
  expect(screen.queryByText('Erro ao salvar')).toBeNull()
})

test('a toast that cannot be dismissed stays, with no control and no clock', () => {
  act(() => store.showToast({ message: 'Sem conexão', type: 'warning', dismissible: false }))
  expect(screen.queryByRole('button')).toBeNull()
  pass(60_000)
  expect(screen.getByText('Sem conexão')).toBeTruthy()
})

test('a new toast takes the place of the old one and gets its own 6,000 ms', () => {
  act(() => store.showToast({ message: 'Primeiro' }))
  pass(5_000)
  act(() => store.showToast({ message: 'Segundo' }))
  pass(5_000)
  expect(screen.queryByText('Primeiro')).toBeNull()
  expect(screen.getByText('Segundo')).toBeTruthy()
})

test('an open toast comes back when the session starts a new page; a closed one does not', async () => {
  act(() => store.showToast({ message: 'Contate o suporte!', type: 'warning', dismissible: false }))
  await startPage()
  expect(screen.getByRole('alert').textContent).toContain('Contate o suporte!')
  act(() => store.closeToast())
  await startPage()
  expect(screen.queryByText('Contate o suporte!')).toBeNull()
})

test('rubbish in the session storage is no toast', async () => {
  sessionStorage.setItem('clube_toast', '{"open":true,"message":7}')
  await startPage()
  expect(store.currentToast().open).toBe(false)
})
