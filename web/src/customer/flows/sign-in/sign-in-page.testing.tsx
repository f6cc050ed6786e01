import type { Club } from '@clube/contract/club/club.ts'
import type { Hints } from '@clube/contract/identity/hints.ts'
import { checkAccountCall, type Registration } from '@clube/contract/identity/sign-in-calls.ts'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, vi } from 'vitest'
import { AppProvider } from '../../../platform/app/app-context.tsx'
import { clearHandOver } from '../../../platform/session/hand-over.ts'
import { setSessionEnd } from '../../../platform/session/session-end.ts'
import { setSession } from '../../../platform/session/session-store.ts'
import { fakeApp } from '../../../testing/fake-server.ts'
import { press as pressButton, server, settle, setUpScreens, type } from '../../../testing/screen-test.tsx'
import { IdentityStep, loadLoginActions, PasswordStep } from './lazy-steps.ts'
import { RecoverySteps } from './recovery/lazy-recovery.ts'
import { SignInPage } from './sign-in-page.tsx'
import { SupportSteps } from './recovery/reset-code-step.tsx'

/** Starts every test of the file at the sign-in page's path, before any session, with the steps' code loaded. */
export function setUpSignIn(): void {
  setUpScreens()
  beforeEach(async () => {
    setSession({ kind: 'unknown' })
    setSessionEnd(null)
    clearHandOver()
    window.history.replaceState(null, '', '/entrar')
    const steps = [PasswordStep, IdentityStep, RecoverySteps, SupportSteps]
    await Promise.all([loadLoginActions(), ...steps.map((step) => step.preload())])
  })
}

export function open(changes: Partial<Club> = {}) {
  const app = fakeApp(server, changes)
  render(
    <AppProvider app={app}>
      <SignInPage />
    </AppProvider>,
  )
  return app
}

export const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
export const choose = (name: string | RegExp) => fireEvent.click(screen.getByRole('radio', { name }))

/** Presses a button and waits until its action, some of whose code is loaded lazily, has finished. */
export async function press(name: string): Promise<void> {
  await pressButton(name)
  await vi.waitFor(async () => {
    await settle()
    expect(document.querySelector('[aria-busy]')).toBeNull()
  }, 5_000)
}

/** Opens the page again as a reload does: session storage and the history entry are kept, effects are not cleaned up. */
export async function reload() {
  const saved = Object.entries(sessionStorage) as [string, string][]
  cleanup()
  for (const [key, value] of saved) sessionStorage.setItem(key, value)
  open()
  await vi.waitFor(async () => {
    await settle()
    expect(document.querySelector('main button')).toBeTruthy()
  })
}

type Account = { document?: string; registration?: Registration; hints?: Hints }

/** Completes the first step; by default with the document of a complete account. */
export async function enter(account: Account = {}): Promise<void> {
  const { document = '529.982.247-25', registration = 'complete', hints = {} } = account
  server.respond(checkAccountCall, { registration, hints })
  await type(/^CPF/, document)
  await press('Continuar')
}

export async function openAndEnter(account?: Account): Promise<void> {
  open()
  await enter(account)
}

/** Runs an action that navigates the browser's history, and waits for the navigation. */
export async function navigateHistory(action: () => void): Promise<void> {
  await act(async () => {
    const navigated = new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }))
    action()
    await navigated
  })
  await settle()
}
