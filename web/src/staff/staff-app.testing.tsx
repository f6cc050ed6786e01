import { notifyManager } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { FieldError } from '@clube/contract/kernel/envelope.ts'
import type { StaffIdentity } from '@clube/contract/staff/sign-in-calls.ts'
import { afterEach, beforeAll, beforeEach, vi } from 'vitest'
import type { App as WiredApp } from '../platform/app/app-context.tsx'
import { App } from './app/app.tsx'
import { desks } from './app/desks.ts'
import { wireApp } from './app/wire-app.ts'
import { setStaffSession } from './parts/staff-session.ts'

/** An answer that is more than its data. */
class Answer {
  readonly status: number
  readonly body: object
  constructor(status: number, body: object) {
    this.status = status
    this.body = body
  }
}
export const success = (data: unknown, more: object = {}) => new Answer(200, { success: true, data, ...more })
/** `at`: the one field that the message is about, or all errors of the answer. */
export const refused = (
  status: number,
  code: string,
  message: string,
  at: string | readonly FieldError[] = [],
) => {
  const errors = typeof at === 'string' ? [{ path: at, message }] : at
  return new Answer(status, { success: false, code, message, ...(errors.length > 0 && { errors }) })
}

type Asked = { path: string; query: string; body: Record<string, unknown> | undefined }
const noon = () => '2026-11-21T12:30:00Z'

/** The server of a staff screen test: what it was asked, and what it answers by path. */
export const server = {
  asked: [] as Asked[],
  /** Data, or an answer of `success` or `refused`; whatever is not here is 404. */
  answers: {} as Record<string, unknown>,
  hasNetwork: true,
  clock: noon,
}

const answerTo = async (url: string, init: RequestInit) => {
  if (!server.hasNetwork) throw new TypeError('Failed to fetch')
  const [path = '', query = ''] = url.split('?')
  const body: Asked['body'] = typeof init.body === 'string' ? JSON.parse(init.body) : undefined
  server.asked.push({ path, query, body })
  const given = server.answers[path] ?? refused(404, 'request.not-found', '?')
  const answer = given instanceof Answer ? given : success(given, { next_cursor: null })
  return new Response(JSON.stringify({ ...answer.body, server_time: server.clock() }), {
    status: answer.status,
  })
}

/** Every test of the file begins with nobody asked, a network, and the code of every desk there. */
export function setUpStaffScreens(): void {
  // Code that comes later is here before the first test.
  beforeAll(() => Promise.all(desks.map(({ page }) => page.preload())))
  beforeEach(() => {
    notifyManager.setScheduler(queueMicrotask)
    // jsdom draws nothing: neither dialogs nor scrolling.
    HTMLDialogElement.prototype.showModal = function showModal() {
      this.open = true
    }
    HTMLDialogElement.prototype.close = function close() {
      this.open = false
    }
    HTMLElement.prototype.scrollIntoView = () => {}
    window.scrollTo = () => {}
    Object.assign(server, { asked: [], answers: {}, hasNetwork: true, clock: noon })
    setStaffSession({ at: 'unknown' })
  })
  afterEach(() => {
    cleanup()
    vi.useRealTimers()
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })
}

/** Who is signed in: anybody with these roles, or with more said about them. */
export const signIn = (who: Pick<StaffIdentity, 'roles'> & Partial<StaffIdentity>) =>
  setStaffSession({
    at: 'signedIn',
    identity: {
      staff_id: 'x',
      name: 'Rui Nogueira',
      email: 'rui@exemplo.com.br',
      recovery_codes_left: 9,
      ...who,
    },
  })

/** Opens the staff's app at an address below `/equipe`. */
export async function open(path: string): Promise<void> {
  window.history.replaceState(null, '', `/equipe${path}`)
  vi.stubGlobal('fetch', answerTo)
  const club = {
    name: 'Clube Ipê',
    logo_url: null,
    document_types: 'both',
    cnpj: 'alphanumeric',
    minimum_age: 18,
  }
  render(<App app={wireApp(club as unknown as WiredApp['club'])} />)
  await settle()
}

/**
 * Lets answers arrive and screens follow: a call, its reading, the query and the render each take a turn. Before a
 * clock of the test's own, the moment passes in which somebody could go on typing.
 */
export const settle = () =>
  act(async () => {
    if (vi.isFakeTimers()) return void (await vi.advanceTimersByTimeAsync(600))
    for (let turn = 0; turn < 12; turn += 1) await new Promise((resolve) => setTimeout(resolve))
  })
export const press = async (name: string | RegExp) => {
  fireEvent.click(screen.getByRole('button', { name }))
  await settle()
}
export const key = async (name: string, target: Element = document.body) => {
  fireEvent.keyDown(target, { key: name })
  await settle()
}
export const type = (label: string | RegExp, value: string) =>
  fireEvent.input(screen.getByLabelText(label), { target: { value } })

export const heading = () => screen.getByRole('heading', { level: 1 }).textContent
export const rows = () => screen.getAllByRole('row').map(({ textContent }) => textContent)
/** Every body that a path was sent, in order. */
export const bodiesTo = (path: string) =>
  server.asked.filter((one) => one.path === path).map(({ body }) => body)
