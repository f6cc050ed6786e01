// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { Call } from '@clube/contract/kernel/call.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AppProvider, type App } from '../../platform/app/app-context.tsx'
import { setSession } from '../../platform/session/session-store.ts'
import { KioskIdle } from './kiosk-idle.tsx'

vi.mock('../../platform/credentials/device-record.ts', () => ({
  readDeviceRecord: async () => null,
  deleteDeviceRecord: async () => {},
}))

let asked: string[]
const replace = vi.fn()
const app = {
  send: async (call: Call) => {
    asked.push(call.path)
    return { ok: true, data: {} }
  },
} as unknown as App

beforeEach(() => {
  asked = []
  replace.mockClear()
  vi.useFakeTimers()
  vi.stubGlobal('location', { replace })
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function close() {
    this.open = false
  }
  setSession({ at: 'signedIn', level: 'customer', customer_name: 'Ana' })
})
const show = () =>
  render(
    <AppProvider app={app}>
      <KioskIdle />
    </AppProvider>,
  )
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  sessionStorage.clear()
  localStorage.clear()
})

const pass = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)))
const question = () => screen.queryByText('Você ainda está aí?')

test('two minutes without a touch bring a question; touching in time does not', async () => {
  show()
  await pass(119_999)
  expect(question()).toBeNull()
  fireEvent.pointerDown(document.body)
  await pass(119_999)
  expect(question()).toBeNull()
  await pass(1)
  expect(question()).toBeTruthy()
  expect(screen.getByRole('dialog').textContent).toContain('Sua sessão termina em 20 segundos.')
})

test('whoever is still there goes on', async () => {
  show()
  await pass(125_000)
  fireEvent.click(screen.getByRole('button', { name: 'Continuar' }))
  await pass(60_000)
  expect([question(), asked, replace.mock.calls]).toEqual([null, [], []])
})

test('nobody: the session ends, nothing is left in storage, and the kiosk stays a kiosk', async () => {
  sessionStorage.setItem('clube.rascunho', '"Ana"')
  localStorage.setItem('eventTicketsReservation', '{}')
  show()
  await pass(120_000)
  for (let second = 0; second < 20; second += 1) await pass(1_000)
  expect(asked).toEqual(['/api/auth/shd/external/signout'])
  expect(replace).toHaveBeenCalledWith('/entrar')
  expect(localStorage.length).toBe(0)
  expect({ ...sessionStorage }).toEqual({ webapp_service_channel: 'totem' })
})

test('a kiosk that nobody has come to waits quietly, until the first touch', async () => {
  setSession({ at: 'signedOut' })
  show()
  await pass(600_000)
  expect([question(), asked]).toEqual([null, []])
  fireEvent.keyDown(document.body)
  await pass(120_000)
  expect(question()).toBeTruthy()
})
