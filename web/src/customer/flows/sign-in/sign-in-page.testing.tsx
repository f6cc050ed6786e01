import type { Club } from '@clube/contract/club/club.ts'
import { defaultTimeZone } from '@clube/contract/kernel/club-time.ts'
import type { Call } from '@clube/contract/kernel/call.ts'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { expect, vi } from 'vitest'
import { closeToast } from '../../../kit/toast/toast-store.ts'
import type { Failure } from '../../../platform/api/failure.ts'
import { AppProvider, type App } from '../../../platform/app/app-context.tsx'
import { clearHandOver } from '../../../platform/session/hand-over.ts'
import { setSession } from '../../../platform/session/session-store.ts'
import { IdentityStep, PasswordStep } from './lazy-steps.ts'
import { RecoverySteps } from './recovery/lazy-recovery.ts'
import { SignInPage } from './sign-in-page.tsx'
import { SupportSteps } from './support/lazy-support.ts'

export type Answer =
  | { data: unknown; server_time?: string }
  /** `left`: the share of the upload sent before the failure. */
  | { failure: Failure; left?: number }

const club: Club = {
  name: 'Clube Ipê',
  accent: '#82305f',
  logo_url: null,
  document_types: 'both',
  remember_me: 'yes',
  passwordless: 'no',
  access_key: null,
  passwordless_sessions: { may: 'participate', points_per_day: 500 },
  terms_id: 'termos-1',
  minimum_age: 18,
  time_zone: defaultTimeZone,
  cnpj: 'alphanumeric',
  captcha: { endpoint: '/api/captcha/altcha', enterprise_site_key: null },
  endpoints: { address_lookup: '/a', customer_lookup: '/b' },
  service_desk: { text: 'Piso térreo, das 10h às 22h.', phone: '(11) 4002-8922' },
}

export const refused = (status: number, code: string, message: string, path?: string): Answer => ({
  failure: {
    kind: status === 422 ? 'invalid' : 'refused',
    status,
    code,
    message,
    errors: path ? [{ path, message }] : [],
  },
})

/** The server of a screen test: the requests it received, and its responses by path. */
export const server = {
  asked: [] as { path: string; body: unknown }[],
  /** By path; of several responses, each is given once and the last one repeatedly. */
  answers: {} as Record<string, Answer | Answer[]>,
  warmUp: vi.fn<() => void>(),
}

/** Resets everything to the state before the first visit, with the steps' code loaded. */
export async function startAfresh(): Promise<void> {
  server.asked = []
  server.answers = {}
  server.warmUp = vi.fn<() => void>()
  setSession({ at: 'unknown' })
  closeToast()
  clearHandOver()
  sessionStorage.clear()
  window.history.replaceState(null, '', '/entrar')
  await Promise.all([PasswordStep, IdentityStep, RecoverySteps, SupportSteps].map((step) => step.preload()))
}

export function open(changes: Partial<Club> = {}) {
  const app = {
    club: { ...club, ...changes },
    captcha: { warmUp: () => server.warmUp() },
    send: async (call: Call, input: { body?: unknown; onProgress?: (share: number) => void }) => {
      server.asked.push({ path: call.path, body: input.body })
      const prepared = server.answers[call.path]
      const answer = Array.isArray(prepared) && prepared.length > 1 ? prepared.shift() : [prepared].flat()[0]
      if (!answer) throw new Error(`Nobody expected ${call.path}`)
      input.onProgress?.('failure' in answer ? (answer.left ?? 0.5) : 0.5)
      return 'failure' in answer ? { ok: false, ...answer } : { ok: true, server_time: null, ...answer }
    },
  } as unknown as App
  return render(
    <AppProvider app={app}>
      <SignInPage />
    </AppProvider>,
  )
}

export const title = () => screen.getByRole('heading', { level: 1 }).textContent
export const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
export const type = (name: string, value: string) => fireEvent.input(field(name), { target: { value } })
export const choose = (name: string | RegExp) => fireEvent.click(screen.getByRole('radio', { name }))

export const press = async (name: string) => {
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name }))
  })
  // The first step's calls are loaded lazily.
  await act(() => vi.waitFor(() => expect(screen.queryByText('Carregando...')).toBeNull()))
  await act(async () => {})
}

const checkAccount = '/api/auth/shd/check-account'

export const enter = async (document: string, registration: string, hints: object = {}) => {
  server.answers[checkAccount] = { data: { registration, hints } }
  type('CPF ou CNPJ', document)
  await press('Continuar')
  await act(() => vi.waitFor(() => expect(server.asked.at(-1)?.path).toBe(checkAccount)))
  await act(async () => {})
}

/** Presses a control that navigates the history, and waits for the browser to navigate. */
export const travel = async (leave: () => void) => {
  await act(async () => {
    const arrived = new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }))
    leave()
    await arrived
  })
  await act(async () => {})
}
export const pressBack = (name = 'Voltar') =>
  travel(() => fireEvent.click(screen.getByRole('button', { name })))
