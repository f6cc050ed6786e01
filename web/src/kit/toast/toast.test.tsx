import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { advanceTime } from '../../testing/jsdom.ts'

let store: typeof import('./toast-store.ts')
let host: typeof import('./toast-host.tsx')

beforeEach(async () => {
  vi.useFakeTimers()
  await startPage()
})

afterEach(() => sessionStorage.clear())

/** Simulates a new page in the same session: fresh modules, same storage. */
async function startPage() {
  cleanup()
  vi.resetModules()
  store = await import('./toast-store.ts')
  host = await import('./toast-host.tsx')
  render(<host.ToastHost />)
}

const show = (toast: Parameters<typeof store.showToast>[0]) => act(() => store.showToast(toast))

test('a toast is info and dismissible by default, and closes after 6,000 ms', async () => {
  show({ message: 'Dados salvos' })
  const toast = { message: 'Dados salvos', type: 'info', dismissible: true }
  expect(store.currentToast()).toEqual({ open: true, ...toast })
  expect(screen.getByRole('status').textContent).toContain('Dados salvos')
  await advanceTime(5_999)
  expect(screen.queryByText('Dados salvos')).not.toBeNull()
  await advanceTime(1)
  expect(screen.queryByText('Dados salvos')).toBeNull()
  expect(store.currentToast().open).toBe(false)
})

test('a toast closes after the configured duration', async () => {
  cleanup()
  render(<host.ToastHost autoHideMs={2_500} />)
  show({ message: 'Dados salvos' })
  await advanceTime(2_499)
  expect(screen.queryByText('Dados salvos')).not.toBeNull()
  await advanceTime(1)
  expect(screen.queryByText('Dados salvos')).toBeNull()
})

test('a toast closes with its close button, not with a click elsewhere', () => {
  show({ message: 'Erro ao salvar', type: 'error' })
  fireEvent.click(document.body)
  fireEvent.pointerDown(document.body)
  expect(screen.getByRole('alert').textContent).toContain('Erro ao salvar')
  fireEvent.click(screen.getByRole('button', { name: 'Fechar aviso' }))
  expect(screen.queryByText('Erro ao salvar')).toBeNull()
})

test('a non-dismissible toast stays open without a close button or timer', async () => {
  show({ message: 'Sem conexão', type: 'warning', dismissible: false })
  expect(screen.queryByRole('button')).toBeNull()
  await advanceTime(60_000)
  expect(screen.getByText('Sem conexão')).toBeTruthy()
})

test('a new toast replaces the old one and stays 6,000 ms', async () => {
  show({ message: 'Primeiro' })
  await advanceTime(5_000)
  show({ message: 'Segundo' })
  await advanceTime(5_999)
  expect(screen.queryByText('Primeiro')).toBeNull()
  expect(screen.getByText('Segundo')).toBeTruthy()
  await advanceTime(1)
  expect(screen.queryByText('Segundo')).toBeNull()
})

test('an open toast is restored after a reload; a closed one is not', async () => {
  show({ message: 'Contate o suporte!', type: 'warning', dismissible: false })
  await startPage()
  expect(screen.getByRole('alert').textContent).toContain('Contate o suporte!')
  act(() => store.closeToast())
  await startPage()
  expect(screen.queryByText('Contate o suporte!')).toBeNull()
})

test('a toast is restored after a reload, and not on another page unless it cannot be dismissed', async () => {
  const openAt = async (path: string) => {
    window.history.replaceState(null, '', path)
    await startPage()
  }
  show({ message: 'Dados salvos' })
  await startPage()
  expect(screen.queryByText('Dados salvos')).not.toBeNull()
  await openAt('/ingressos')
  expect(screen.queryByText('Dados salvos')).toBeNull()
  show({ message: 'Sem conexão', type: 'warning', dismissible: false })
  await openAt('/')
  expect(screen.getByText('Sem conexão')).toBeTruthy()
})

test('a toast moves to the top of the screen while it would cover a QR code', () => {
  render(<svg data-qr-code="" />)
  const code = document.querySelector('[data-qr-code]')
  let codeTop = 600
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    return this === code ? new DOMRect(0, codeTop, 250, 250) : new DOMRect(0, 750, 390, 60)
  })
  show({ message: 'Dados salvos' })
  const positionOf = () =>
    screen.getByText('Dados salvos').closest<HTMLElement>('[data-tone]')?.dataset['position']
  expect(positionOf()).toBe('top')
  codeTop = 200
  fireEvent.scroll(window)
  expect(positionOf()).toBeUndefined()
})

test('a toast stored in an invalid format is ignored', async () => {
  sessionStorage.setItem('clube_toast', '{"open":true,"message":7}')
  await startPage()
  expect(store.currentToast().open).toBe(false)
})

test('after a reload, a toast is shown only for its remaining time', async () => {
  show({ message: 'Dados salvos' })
  await advanceTime(4_000)
  await startPage()
  await advanceTime(1_999)
  expect(screen.queryByText('Dados salvos')).not.toBeNull()
  await advanceTime(1)
  expect(screen.queryByText('Dados salvos')).toBeNull()
})

test('a toast whose time has expired is not restored', async () => {
  show({ message: 'Dados salvos' })
  cleanup()
  await advanceTime(6_000)
  await startPage()
  expect(screen.queryByText('Dados salvos')).toBeNull()
})

test('a change of page or step closes a toast that was shown before the last action', () => {
  show({ message: 'Senha incorreta', type: 'error' })
  fireEvent.click(document.body)
  act(() => store.closeEarlierToast())
  expect(store.currentToast().open).toBe(false)
})

test('a change of page or step keeps a toast about the action that caused it, and one that cannot be dismissed', () => {
  fireEvent.click(document.body)
  show({ message: 'Boas-vindas', type: 'success' })
  act(() => store.closeEarlierToast())
  expect(store.currentToast().open).toBe(true)
  show({ message: 'Sem conexão', type: 'warning', dismissible: false })
  fireEvent.click(document.body)
  act(() => store.closeEarlierToast())
  expect(store.currentToast().open).toBe(true)
})
