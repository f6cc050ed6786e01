import { sessionEndCall, sessionInfoCall, type SessionEnd } from '@clube/contract/identity/session-calls.ts'
import { confirmPasswordCall, signInWithPasswordCall } from '@clube/contract/identity/sign-in-calls.ts'
import type { DataOf } from '@clube/contract/kernel/call.ts'
import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { closeToast } from '../../kit/toast/toast-store.ts'
import { isPending } from '../../kit/overlay/pending-count.ts'
import { clearAttempt } from '../../platform/credentials/silent-sign-in.ts'
import { currentSessionEnd, setSessionEnd } from '../../platform/session/session-end.ts'
import { currentSession, setSession } from '../../platform/session/session-store.ts'
import { saveServiceChannel } from '../../platform/storage/service-channel.ts'
import { device } from '../../testing/device-record.ts'
import { failing, refusal, unreachable, type Outcome } from '../../testing/fake-server.ts'
import { expectNoToast, expectToast, press, server, setUpScreens, type } from '../../testing/screen-test.tsx'
import { show } from '../../testing/shopper-screen.tsx'
import { gatePage } from './session-gate.tsx'
import { gateSignIn } from './sign-in-gate.tsx'

vi.mock('../../platform/credentials/device-record.ts', () => import('../../testing/device-record.ts'))

const noSession = refusal('session.required')
const signedIn: DataOf<typeof sessionInfoCall> = { level: 'customer', customer_name: 'Maria' }
const credential = { id: '52998224725', password: 'segredo' }
const expectSilentSignInWarning = () =>
  expectToast('Não conseguimos autenticar sua conta. Contate o suporte!', 'warning')
let history: string[]

const ClubPage = gatePage(() => <h1>Dentro do clube</h1>)
const PersonalPage = gatePage(() => <h1>Meus dados</h1>, { needs: 'customer' })

setUpScreens()
beforeEach(() => {
  server.respond(sessionInfoCall, noSession)
  server.respond(sessionEndCall, { reason: null })
  setSessionEnd(null)
  device.record = null
  setSession({ kind: 'unknown' })
  clearAttempt()
})
afterEach(() => {
  document.cookie = 'clube_presence=; max-age=0'
})

async function open(path = '/perfil', Page = ClubPage) {
  ;({ history } = await show(<Page />, path))
}

const title = () => screen.queryByRole('heading', { level: 1 })?.textContent
const expectProfile = () => act(() => vi.waitFor(() => expect(history.at(-1)).toBe('/perfil')))
const expectSignIn = () => act(() => vi.waitFor(() => expect(title()).toBe('Login')))

test('the session gate shows the page to a signed-in customer', async () => {
  server.respond(sessionInfoCall, signedIn)
  await open()
  expect(title()).toBe('Dentro do clube')
})

test('a visitor without stored credentials is sent to sign-in without a warning, with the page to return to', async () => {
  await open()
  expect(title()).toBeUndefined()
  expect(history.at(-1)).toBe('/entrar?voltar=%2Fperfil')
  expectNoToast()
})

test('a kiosk opens sign-in without a page to return to, which may be the previous person’s', async () => {
  saveServiceChannel('totem', 'temporary')
  await open()
  expect(history.at(-1)).toBe('/entrar')
})

/** Opens the page while the device signs in silently; the test resolves the response later. */
async function openWhileSigningIn() {
  device.record = credential
  const waiting = Promise.withResolvers<Outcome<typeof signInWithPasswordCall>>()
  server.respond(signInWithPasswordCall, waiting.promise)
  await open()
  return waiting
}

test('behind the session gate, a loading indicator is shown while stored credentials sign in', async () => {
  const waiting = await openWhileSigningIn()
  expect([isPending(), title()]).toEqual([true, undefined])
  await act(async () => waiting.resolve({ customer_name: 'Maria', device_credential: 'novo' }))
  expect(isPending()).toBe(false)
  expect(title()).toBe('Dentro do clube')
})

test('behind the session gate, a failed silent sign-in shows the warning and the sign-in screen', async () => {
  device.record = credential
  server.respond(signInWithPasswordCall, noSession)
  await open('/')
  expectSilentSignInWarning()
  expect(history.at(-1)).toBe('/entrar')
  expect(device.record).toBeNull()
})

test('behind the session gate, an aborted silent sign-in shows no warning', async () => {
  const waiting = await openWhileSigningIn()
  cleanup()
  await act(async () => waiting.resolve(failing({ kind: 'aborted' })))
  expect(isPending()).toBe(false)
  expectNoToast()
  expect(history).toEqual(['/perfil'])
})

test('when offline, the session gate shows an error with a retry button', async () => {
  server.respond(sessionInfoCall, unreachable)
  await open()
  expectToast('Ops, aconteceu algo com sua conexão de internet, tente novamente por favor!')
  server.respond(sessionInfoCall, signedIn)
  await press('Tentar novamente')
  expect(title()).toBe('Dentro do clube')
})

test('once the browser is online again, the session gate continues automatically', async () => {
  server.respond(sessionInfoCall, unreachable)
  await open()
  expect(title()).toBe('Sem conexão')
  server.respond(sessionInfoCall, signedIn)
  await act(async () => void window.dispatchEvent(new Event('online')))
  await act(() => vi.waitFor(() => expect(title()).toBe('Dentro do clube')))
})

test('a retry of the session check that fails again shows the failure once more', async () => {
  server.respond(sessionInfoCall, unreachable)
  await open()
  closeToast()
  await press('Tentar novamente')
  expectToast('Ops, aconteceu algo com sua conexão de internet, tente novamente por favor!')
})

test('when the session ends while a page is open, the sign-in page opens', async () => {
  server.respond(sessionInfoCall, signedIn)
  await open()
  await act(async () => setSession({ kind: 'signedOut' }))
  expect(history.at(-1)).toBe('/entrar?voltar=%2Fperfil')
})

describe('session end', () => {
  const endWith = async (reason: SessionEnd | null) => {
    server.respond(sessionEndCall, { reason })
    document.cookie = 'clube_presence=yes'
    await open()
  }

  test.each(['idle', 'password'] as const)(
    'the reason why a session ended is requested when the customer is sent to sign-in: %s',
    async (reason) => {
      await endWith(reason)
      expect(history.at(-1)).toBe('/entrar?voltar=%2Fperfil')
      expect(currentSessionEnd()).toBe(reason)
    },
  )

  test('the reason why a session ended is not requested without a presence hint, or at a kiosk', async () => {
    await open()
    expect(server.requestsOf(sessionEndCall)).toEqual([])
    cleanup()
    saveServiceChannel('totem', 'temporary')
    await endWith('idle')
    expect(server.requestsOf(sessionEndCall)).toEqual([])
    expect(currentSessionEnd()).toBeNull()
  })

  test('the reason why a session ended is cleared after the next sign-in', async () => {
    setSessionEnd('idle')
    server.respond(sessionInfoCall, signedIn)
    await open()
    expect(currentSessionEnd()).toBeNull()
  })
})

describe('the sign-in screen behind its gate', () => {
  const SignInPage = gateSignIn(() => <h1>Login</h1>)
  const openSignIn = async ({ hint = true } = {}) => {
    if (hint) document.cookie = 'clube_presence=yes'
    window.history.replaceState(null, '', '/entrar?voltar=%2Fperfil')
    await open('/entrar', SignInPage)
  }

  test('without a presence hint, the sign-in form is shown immediately and the session is not checked', async () => {
    await openSignIn({ hint: false })
    expect(title()).toBe('Login')
    expect(server.requests).toEqual([])
    expect(history).toEqual(['/entrar'])
  })

  test('the sign-in form is not shown to a signed-in customer, who continues to the requested page', async () => {
    const waiting = Promise.withResolvers<typeof signedIn>()
    server.respond(sessionInfoCall, waiting.promise)
    await openSignIn()
    expect(title()).toBeUndefined()
    await act(async () => waiting.resolve(signedIn))
    await expectProfile()
    expect(title()).toBeUndefined()
  })

  test('after a silent sign-in, the customer continues to the requested page instead of the sign-in form', async () => {
    device.record = credential
    server.respond(signInWithPasswordCall, { customer_name: 'Maria', device_credential: 'novo' })
    await openSignIn()
    await expectProfile()
    expect(title()).toBeUndefined()
  })

  test('after a failed silent sign-in the form shows the warning and the presence hint is removed', async () => {
    device.record = credential
    server.respond(signInWithPasswordCall, noSession)
    await openSignIn()
    await expectSignIn()
    expectSilentSignInWarning()
    expect(document.cookie).toBe('')
  })

  test('the sign-in form shows no warning when the session check got no response', async () => {
    server.respond(sessionInfoCall, unreachable)
    await openSignIn()
    await expectSignIn()
    expectNoToast()
  })
})

describe('a passwordless session', () => {
  const dialog = () => screen.queryByRole('dialog', { name: 'Confirme sua senha' })
  const openPersonal = async () => {
    await open('/perfil', PersonalPage)
    await act(() => vi.waitFor(() => expect(dialog()).toBeTruthy()))
  }
  const submitPassword = async (password: string) => {
    await type('Senha', password)
    await press('Confirmar')
  }

  // The dialog's code is loaded with the page; compiling it may take longer than a test waits.
  beforeAll(async () => void (await import('./password-dialog.tsx')))
  beforeEach(() => server.respond(sessionInfoCall, { level: 'identified', customer_name: null }))

  test('a passwordless session can open a participation page', async () => {
    await open()
    expect(title()).toBe('Dentro do clube')
    expect(dialog()).toBeNull()
  })

  test('in a passwordless session, a personal page appears only after the password is confirmed', async () => {
    await openPersonal()
    expect(title()).not.toBe('Meus dados')
    expect(dialog()).toBeTruthy()
    server.respond(confirmPasswordCall, { customer_name: 'Maria' })
    await submitPassword('Girassol-27')
    expect(title()).toBe('Meus dados')
    expect(dialog()).toBeNull()
    expect(currentSession()).toEqual({ kind: 'signedIn', level: 'customer', customer_name: 'Maria' })
    expect(history).toEqual(['/perfil'])
  })

  test('a wrong password in the dialog shows its error under the field and can be corrected', async () => {
    await openPersonal()
    server.respond(confirmPasswordCall, refusal('identity.wrong-password'))
    await submitPassword('Errada-123')
    expect(screen.getByText('Senha incorreta. Confira e tente novamente.')).toBeTruthy()
    expect(title()).not.toBe('Meus dados')
    server.respond(confirmPasswordCall, { customer_name: 'Maria' })
    await submitPassword('Girassol-27')
    expect(title()).toBe('Meus dados')
  })

  test('the password dialog can be dismissed and opened again', async () => {
    await openPersonal()
    await press('Fechar')
    expect(dialog()).toBeNull()
    expect(title()).not.toBe('Meus dados')
    await press('Confirmar senha')
    expect(dialog()).toBeTruthy()
  })
})
