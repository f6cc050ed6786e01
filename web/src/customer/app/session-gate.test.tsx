// @vitest-environment jsdom
import {
  confirmPasswordCall,
  sessionInfoCall,
  signInWithPasswordCall,
} from '@clube/contract/identity/sign-in-calls.ts'
import type { DataOf } from '@clube/contract/kernel/call.ts'
import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { isPending } from '../../kit/overlay/pending-count.ts'
import { currentToast } from '../../kit/toast/toast-store.ts'
import { clearAttempt } from '../../platform/credentials/silent-sign-in.ts'
import { currentSession, setSession } from '../../platform/session/session-store.ts'
import { device } from '../../testing/device-record.ts'
import { failing, refusal, unreachable, type Outcome } from '../../testing/pretend-server.ts'
import { press, server, setUpScreens, type } from '../../testing/screen-test.tsx'
import { show } from '../../testing/shopper-screen.tsx'
import { gatePage } from './session-gate.tsx'
import { gateSignIn } from './sign-in-gate.tsx'

vi.mock('../../platform/credentials/device-record.ts', () => import('../../testing/device-record.ts'))

const noSession = refusal('session.required')
const signedIn: DataOf<typeof sessionInfoCall> = { level: 'customer', customer_name: 'Maria' }
const credential = { id: '52998224725', password: 'segredo' }
const silentWarning = {
  message: 'Não conseguimos autenticar sua conta. Contate o suporte!',
  type: 'warning',
}
let history: string[]

const ClubPage = gatePage(() => <h1>Dentro do clube</h1>)
const PersonalPage = gatePage(() => <h1>Meus dados</h1>, { needs: 'customer' })

setUpScreens()
beforeEach(() => {
  server.answer(sessionInfoCall, noSession)
  device.record = null
  setSession({ at: 'unknown' })
  clearAttempt()
})
afterEach(() => {
  document.cookie = 'clube_presence=; max-age=0'
})

async function open(path = '/perfil', Page = ClubPage) {
  ;({ history } = await show(<Page />, path))
}

const inside = () => screen.queryByRole('heading', { name: 'Dentro do clube' })

test('the session gate shows the page to a signed-in customer without waiting', async () => {
  server.answer(sessionInfoCall, signedIn)
  await open()
  expect(inside()).toBeTruthy()
})

test('a visitor without stored credentials is sent to sign-in without a warning and returns to the page afterwards', async () => {
  await open()
  expect(inside()).toBeNull()
  expect(history.at(-1)).toBe('/entrar?voltar=%2Fperfil')
  expect(currentToast().open).toBe(false)
})

test('stored credentials sign in under the loading indicator', async () => {
  device.record = credential
  const waiting = Promise.withResolvers<Outcome<typeof signInWithPasswordCall>>()
  server.answer(signInWithPasswordCall, waiting.promise)
  await open()
  expect([isPending(), inside()]).toEqual([true, null])
  await act(async () => waiting.resolve({ customer_name: 'Maria', device_credential: 'novo' }))
  expect(isPending()).toBe(false)
  expect(inside()).toBeTruthy()
})

test('a failed silent sign-in shows the warning and the sign-in screen', async () => {
  device.record = credential
  server.answer(signInWithPasswordCall, noSession)
  await open('/')
  expect(currentToast()).toMatchObject({ open: true, ...silentWarning })
  expect(history.at(-1)).toBe('/entrar')
  expect(device.record).toBeNull()
})

test('an aborted silent sign-in shows no warning', async () => {
  device.record = credential
  const waiting = Promise.withResolvers<Outcome<typeof signInWithPasswordCall>>()
  server.answer(signInWithPasswordCall, waiting.promise)
  await open()
  cleanup()
  await act(async () => waiting.resolve(failing({ kind: 'aborted' })))
  expect([isPending(), currentToast().open]).toEqual([false, false])
  expect(history).toEqual(['/perfil'])
})

test('without a network the session gate shows an error and retries on request', async () => {
  server.answer(sessionInfoCall, unreachable)
  await open()
  expect(currentToast().message).toBe(
    'Ops, aconteceu algo com sua conexão de internet, tente novamente por favor!',
  )
  server.answer(sessionInfoCall, signedIn)
  await press('Tentar novamente')
  expect(inside()).toBeTruthy()
})

test('a session that ends while a page is open leads to sign-in', async () => {
  server.answer(sessionInfoCall, signedIn)
  await open()
  await act(async () => setSession({ at: 'signedOut' }))
  expect(history.at(-1)).toBe('/entrar?voltar=%2Fperfil')
})

describe('the sign-in screen behind its gate', () => {
  const SignInPage = gateSignIn(() => <h1>Login</h1>)
  const form = () => screen.queryByRole('heading', { name: 'Login' })
  const hint = () => (document.cookie = 'clube_presence=yes')
  const openSignIn = async () => {
    window.history.replaceState(null, '', '/entrar?voltar=%2Fperfil')
    await open('/entrar', SignInPage)
  }

  test('the sign-in form shows immediately, without a session check, when nothing hints at a session', async () => {
    await openSignIn()
    expect(form()).toBeTruthy()
    expect(server.requests).toEqual([])
    expect(history).toEqual(['/entrar'])
  })

  test('the sign-in form is not shown to a signed-in customer, who continues to the requested page', async () => {
    hint()
    const waiting = Promise.withResolvers<typeof signedIn>()
    server.answer(sessionInfoCall, waiting.promise)
    await openSignIn()
    expect(form()).toBeNull()
    await act(async () => waiting.resolve(signedIn))
    await act(() => vi.waitFor(() => expect(history.at(-1)).toBe('/perfil')))
    expect(form()).toBeNull()
  })

  test('the sign-in form is not shown while the device signs in silently', async () => {
    hint()
    device.record = credential
    server.answer(signInWithPasswordCall, { customer_name: 'Maria', device_credential: 'novo' })
    await openSignIn()
    await act(() => vi.waitFor(() => expect(history.at(-1)).toBe('/perfil')))
    expect(form()).toBeNull()
  })

  test('after a failed silent sign-in the form shows the warning and the hint is removed', async () => {
    hint()
    device.record = credential
    server.answer(signInWithPasswordCall, noSession)
    await openSignIn()
    await act(() => vi.waitFor(() => expect(form()).toBeTruthy()))
    expect(currentToast()).toMatchObject(silentWarning)
    expect(document.cookie).toBe('')
  })

  test('the sign-in form shows no warning when the session check got no response', async () => {
    hint()
    server.answer(sessionInfoCall, unreachable)
    await openSignIn()
    await act(() => vi.waitFor(() => expect(form()).toBeTruthy()))
    expect(currentToast().open).toBe(false)
  })
})

describe('a session opened with only a document', () => {
  const personal = () => screen.queryByRole('heading', { name: 'Meus dados' })
  const dialog = () => screen.queryByRole('dialog', { name: 'Confirme sua senha' })
  const give = async (password: string) => {
    await type('Senha', password)
    await press('Confirmar')
  }

  beforeEach(() => server.answer(sessionInfoCall, { level: 'identified', customer_name: null }))

  test('a document-only session can open a participation page', async () => {
    await open()
    expect(inside()).toBeTruthy()
    expect(dialog()).toBeNull()
  })

  test('a document-only session is asked for the password in place of a personal page, then sees that page', async () => {
    await open('/perfil', PersonalPage)
    expect(personal()).toBeNull()
    expect(dialog()).toBeTruthy()
    server.answer(confirmPasswordCall, { customer_name: 'Maria' })
    await give('Girassol-27')
    expect(personal()).toBeTruthy()
    expect(dialog()).toBeNull()
    expect(currentSession()).toEqual({ at: 'signedIn', level: 'customer', customer_name: 'Maria' })
    expect(history).toEqual(['/perfil'])
  })

  test('a wrong password in the dialog shows its error under the field and can be corrected', async () => {
    await open('/perfil', PersonalPage)
    server.answer(confirmPasswordCall, refusal('identity.wrong-password'))
    await give('Errada-123')
    expect(screen.getByText('Senha incorreta. Confira e tente novamente.')).toBeTruthy()
    expect(personal()).toBeNull()
    server.answer(confirmPasswordCall, { customer_name: 'Maria' })
    await give('Girassol-27')
    expect(personal()).toBeTruthy()
  })

  test('the password dialog can be dismissed and opened again', async () => {
    await open('/perfil', PersonalPage)
    await press('Fechar')
    expect([dialog(), personal()]).toEqual([null, null])
    await press('Confirmar senha')
    expect(dialog()).toBeTruthy()
  })
})
