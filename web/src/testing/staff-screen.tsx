import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { beforeAll, beforeEach } from 'vitest'
import type { Role } from '@clube/contract/kernel/permissions.ts'
import { App } from '../staff/app/app.tsx'
import { customerPage, desks } from '../staff/app/desks.ts'
import { wireApp } from '../staff/app/wire-app.ts'
import { setStaffSession } from '../staff/parts/staff-session.ts'
import { fakeCaptcha, type DeclaredResponse } from './fake-server.ts'
import { samples } from './samples.ts'
import { press, server, settle, setUpScreens, type } from './screen-test.tsx'
import { deskResponses, identity } from './staff-samples.ts'

/** Every test of the file begins with an unknown session, the code of every desk loaded, and the responses that every desk needs to open. */
export function setUpStaffScreens(): void {
  beforeAll(() => Promise.all([...desks, customerPage].map(({ page }) => page.preload())))
  setUpScreens()
  beforeEach(() => {
    setStaffSession({ kind: 'unknown' })
    server.declare(...deskResponses)
  })
}

/** Opens the staff app at a path below `/equipe`, with additional server responses. */
export async function open(path: string, ...responses: DeclaredResponse[]): Promise<void> {
  window.history.replaceState(null, '', `/equipe${path}`)
  await start(...responses)
}

/** Opens the staff app again as a reload does: the URL and the state of the history entry are kept. */
export async function reload(...responses: DeclaredResponse[]): Promise<void> {
  cleanup()
  setStaffSession({ kind: 'unknown' })
  await start(...responses)
}

async function start(...responses: DeclaredResponse[]): Promise<void> {
  server.declare(...responses)
  render(<App app={wireApp(samples.club, { connect: server.connect, captcha: fakeCaptcha })} />)
  await settle()
}

/** Opens the staff app, signed in with these roles without a request to the server. */
export function openAs(roles: Role | Role[], path: string, ...responses: DeclaredResponse[]): Promise<void> {
  setStaffSession({ kind: 'signedIn', identity: { ...identity, roles: [roles].flat() } })
  return open(path, ...responses)
}

/** Searches for a person by document; the service desk also accepts names, contacts and protocols. */
export async function findPerson(field = 'CPF ou CNPJ', text = samples.profile.document_id): Promise<void> {
  await type(field, text)
  await press('Procurar')
}

/** Presses a key on the body, or on an element. */
export async function pressKey(name: string, target: Element = document.body): Promise<void> {
  fireEvent.keyDown(target, { key: name })
  await settle()
}

/** The text of every table row on screen, column headers first. */
export const rows = (): (string | null)[] => screen.getAllByRole('row').map(({ textContent }) => textContent)
