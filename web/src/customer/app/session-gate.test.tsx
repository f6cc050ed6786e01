// @vitest-environment jsdom
import type { Call } from '@clube/contract/kernel/call.ts'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { isPending } from '../../kit/overlay/pending-count.ts'
import { closeToast, currentToast } from '../../kit/toast/toast-store.ts'
import type { Failure } from '../../platform/api/failure.ts'
import { AppProvider, type App } from '../../platform/app/app-context.tsx'
import { forgetAttempt } from '../../platform/credentials/silent-sign-in.ts'
import { setSession } from '../../platform/session/session-store.ts'
import { gatePage } from './session-gate.tsx'

const silent = vi.hoisted(() => ({ record: null as { id: string; password: string } | null }))
vi.mock('../../platform/credentials/device-record.ts', () => ({
  readDeviceRecord: async () => silent.record,
  saveDeviceRecord: async () => {},
  deleteDeviceRecord: async () => {
    silent.record = null
  },
}))

type Answer = { data: unknown } | { failure: Failure }
const info = '/api/auth/shd/external/info'
const signIn = '/api/auth/shd/external/signin-password'
const nobody: Answer = {
  failure: { kind: 'refused', status: 401, code: 'session.required', message: 'x', errors: [] },
}
const somebody: Answer = { data: { level: 'customer', customer_name: 'Maria' } }

let answers: Record<string, Answer | Promise<Answer>>
let place: ReturnType<typeof memoryLocation> & { history: string[] }

const app = {
  send: async (call: Call) => {
    const answer = await answers[call.path]
    if (!answer) throw new Error(`Nobody expected ${call.path}`)
    return 'failure' in answer ? { ok: false, ...answer } : { ok: true, ...answer }
  },
} as unknown as App

const Page = gatePage(() => <h1>Dentro do clube</h1>)

beforeEach(() => {
  answers = { [info]: nobody }
  silent.record = null
  setSession({ at: 'unknown' })
  forgetAttempt()
  closeToast()
})

afterEach(cleanup)

async function open(path = '/perfil') {
  place = memoryLocation({ path, record: true }) as typeof place
  await act(async () => {
    render(
      <AppProvider app={app}>
        <Router hook={place.hook}>
          <Page />
        </Router>
      </AppProvider>,
    )
  })
}

const inside = () => screen.queryByRole('heading', { name: 'Dentro do clube' })

test('already authenticated proceeds at once', async () => {
  answers[info] = somebody
  await open()
  expect(inside()).toBeTruthy()
})

test('nobody, with nothing kept, goes to the sign-in without a warning and is led back later', async () => {
  await open()
  expect(inside()).toBeNull()
  expect(place.history.at(-1)).toBe('/entrar?voltar=%2Fperfil')
  expect(currentToast().open).toBe(false)
})

test('stored credentials sign in under the loading indicator', async () => {
  silent.record = { id: '52998224725', password: 'segredo' }
  const waiting = Promise.withResolvers<Answer>()
  answers[signIn] = waiting.promise
  await open()
  expect([isPending(), inside()]).toEqual([true, null])
  await act(async () => waiting.resolve({ data: { customer_name: 'Maria', device_credential: 'novo' } }))
  expect(isPending()).toBe(false)
  expect(inside()).toBeTruthy()
})

test('a failed silent sign-in shows the warning and the sign-in', async () => {
  silent.record = { id: '52998224725', password: 'segredo' }
  answers[signIn] = nobody
  await open('/')
  expect(currentToast()).toMatchObject({
    open: true,
    message: 'Não conseguimos autenticar sua conta. Contate o suporte!',
    type: 'warning',
  })
  expect(place.history.at(-1)).toBe('/entrar')
  expect(silent.record).toBeNull()
})

test('an aborted silent sign-in says nothing', async () => {
  silent.record = { id: '52998224725', password: 'segredo' }
  const waiting = Promise.withResolvers<Answer>()
  answers[signIn] = waiting.promise
  await open()
  cleanup()
  await act(async () => waiting.resolve({ failure: { kind: 'aborted' } }))
  expect([isPending(), currentToast().open]).toEqual([false, false])
  expect(place.history).toEqual(['/perfil'])
})

test('without a network the page says so and tries again when asked', async () => {
  answers[info] = { failure: { kind: 'network', during: 'call' } }
  await open()
  expect(currentToast().message).toBe(
    'Ops, aconteceu algo com sua conexão de internet, tente novamente por favor!',
  )
  answers[info] = somebody
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Tentar novamente' }))
  })
  expect(inside()).toBeTruthy()
})

test('a session that ends while the page is open leads to the sign-in', async () => {
  answers[info] = somebody
  await open()
  await act(async () => setSession({ at: 'signedOut' }))
  expect(place.history.at(-1)).toBe('/entrar?voltar=%2Fperfil')
})
