import { fireEvent, render, screen } from '@testing-library/react'
import { beforeAll, beforeEach } from 'vitest'
import type { StaffIdentity } from '@clube/contract/staff/sign-in-calls.ts'
import { App } from '../staff/app/app.tsx'
import { desks } from '../staff/app/desks.ts'
import { wireApp } from '../staff/app/wire-app.ts'
import { setStaffSession } from '../staff/parts/staff-session.ts'
import { sampleId, samples } from './samples.ts'
import { server, settle, setUpScreens } from './screen-test.tsx'

/** Every test of the file begins signed out, with the code of every desk loaded. */
export function setUpStaffScreens(): void {
  beforeAll(() => Promise.all(desks.map(({ page }) => page.preload())))
  setUpScreens()
  beforeEach(() => setStaffSession({ at: 'unknown' }))
}

/** Signs in a staff member with these roles, without asking the server. */
export const signIn = (who: Pick<StaffIdentity, 'roles'> & Partial<StaffIdentity>): void =>
  setStaffSession({
    at: 'signedIn',
    identity: {
      staff_id: sampleId(900),
      name: 'Rui Nogueira',
      email: 'rui@exemplo.com.br',
      recovery_codes_left: 9,
      ...who,
    },
  })

/** Opens the staff app at an address below `/equipe`. */
export async function open(path: string): Promise<void> {
  window.history.replaceState(null, '', `/equipe${path}`)
  render(<App app={wireApp(samples.club, server.connect)} />)
  await settle()
}

/** Presses a key on the body, or in an element. */
export async function key(name: string, target: Element = document.body): Promise<void> {
  fireEvent.keyDown(target, { key: name })
  await settle()
}

/** The text of every table row on screen, column titles first. */
export const rows = (): (string | null)[] => screen.getAllByRole('row').map(({ textContent }) => textContent)
