import { signOutCall } from '@clube/contract/identity/session-calls.ts'
import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { advanceTime } from '../../testing/jsdom.ts'
import { unreachable } from '../../testing/fake-server.ts'
import { press, server } from '../../testing/screen-test.tsx'
import { setUpShopperScreens, show } from '../../testing/shopper-screen.tsx'
import { setSession } from '../../platform/session/session-store.ts'
import { KioskIdle } from './kiosk-idle.tsx'

const replace = vi.fn()

setUpShopperScreens()
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('location', { replace })
})
const open = () => show(<KioskIdle />)
const question = () => screen.queryByText('Você ainda está aí?')

test('a kiosk shows the idle prompt after two idle minutes, and a touch restarts the countdown', async () => {
  await open()
  await advanceTime(119_999)
  expect(question()).toBeNull()
  fireEvent.pointerDown(document.body)
  await advanceTime(119_999)
  expect(question()).toBeNull()
  await advanceTime(1)
  expect(question()).toBeTruthy()
  expect(screen.getByRole('dialog').textContent).toContain('Sua sessão termina em 20 segundos.')
})

test('while no one is signed in, the idle prompt warns that typed input will be erased', async () => {
  setSession({ kind: 'signedOut' })
  await open()
  fireEvent.pointerDown(document.body)
  await advanceTime(120_000)
  expect(screen.getByRole('dialog').textContent).toContain('O que você digitou será apagado em 20 segundos.')
})

test('answering the idle prompt keeps the kiosk session', async () => {
  await open()
  await advanceTime(125_000)
  await press('Continuar')
  await advanceTime(60_000)
  expect([question(), server.requests, replace.mock.calls]).toEqual([null, [], []])
})

test('an unanswered idle prompt ends the session, clears storage, and keeps kiosk mode', async () => {
  server.respond(signOutCall, {})
  sessionStorage.setItem('clube.rascunho', '"Ana"')
  localStorage.setItem('eventTicketsReservation', '{}')
  await open()
  await advanceTime(120_000)
  for (let second = 0; second < 20; second += 1) await advanceTime(1_000)
  expect(server.requests.map(({ path }) => path)).toEqual(['/api/auth/shd/external/signout'])
  expect(replace).toHaveBeenCalledWith('/entrar')
  expect(localStorage.length).toBe(0)
  expect({ ...sessionStorage }).toEqual({ webapp_service_channel: 'totem' })
})

test('an idle kiosk that is offline retries after five seconds and reloads only once the session has ended', async () => {
  server.respond(signOutCall, unreachable)
  await open()
  await advanceTime(120_000)
  for (let second = 0; second < 20; second += 1) await advanceTime(1_000)
  expect([server.requests.length, replace.mock.calls]).toEqual([1, []])
  expect(screen.getByRole('dialog').textContent).toContain('Sua sessão termina em 5 segundos.')
  server.respond(signOutCall, {})
  for (let second = 0; second < 5; second += 1) await advanceTime(1_000)
  expect([server.requests.length, replace.mock.calls]).toEqual([2, [['/entrar']]])
})

test('the Sair button of the idle prompt ends the kiosk session immediately', async () => {
  server.respond(signOutCall, {})
  await open()
  await advanceTime(120_000)
  await press('Sair')
  expect(replace).toHaveBeenCalledWith('/entrar')
})

test('an unused kiosk shows no idle prompt before the first input', async () => {
  setSession({ kind: 'signedOut' })
  await open()
  await advanceTime(600_000)
  expect([question(), server.requests]).toEqual([null, []])
  fireEvent.keyDown(document.body)
  await advanceTime(120_000)
  expect(question()).toBeTruthy()
})
