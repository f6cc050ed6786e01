// @vitest-environment jsdom
import { notifyManager } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { currentToast } from '../kit/toast/toast-store.ts'
import type { App as WiredApp } from '../platform/app/app-context.tsx'
import { App } from './app/app.tsx'
import { desks } from './app/desks.ts'
import { wireApp } from './app/wire-app.ts'
import { switchShortcuts } from './parts/shortcuts.ts'
import { setStaffSession } from './parts/staff-session.ts'

const identity = {
  staff_id: '01a1fdbb-01d2-7c5b-af13-491f5d989bb5',
  name: 'Isabel Teixeira',
  email: 'isabel@exemplo.com.br',
  roles: ['administrator'],
  recovery_codes_left: 10,
}
const bruno = {
  staff_id: '01a1fdbb-01d2-7c5b-af13-491f5d989bb6',
  name: 'Bruno Lacerda',
  email: 'bruno@exemplo.com.br',
  roles: ['marketing'],
  state: 'active',
  has_second_factor: true,
  created_at: '2026-11-01T12:00:00Z',
  last_signed_in_at: null,
  invitation: null,
}

type Answers = Record<string, { status?: number; body: object }>
let asked: { path: string; body: unknown }[] = []

const refusal = (code: string, message: string, path?: string) => ({
  success: false,
  message,
  code,
  ...(path ? { errors: [{ path, message }] } : {}),
})
const noSession = { status: 401, body: refusal('session.required', 'Entre na sua conta para continuar.') }
const success = (data: unknown, more: object = {}) => ({ body: { success: true, data, ...more } })

/** The staff's app before a server that answers as a test says, by path. */
async function show(path: string, answers: Answers) {
  window.history.replaceState(null, '', `/equipe${path}`)
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const [place = ''] = url.split('?')
    asked.push({ path: place, body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined })
    const { status = 200, body } = answers[place] ?? { status: 404, body: refusal('request.not-found', '?') }
    return new Response(JSON.stringify({ ...body, server_time: '2026-11-21T12:00:00Z' }), { status })
  })
  const club = { name: 'Clube Ipê', logo_url: null, document_types: 'both', cnpj: 'alphanumeric' }
  const app = wireApp(club as unknown as WiredApp['club'])
  render(<App app={app} />)
  await settle()
}
/** Lets answers arrive and screens follow: a call, its reading, the query and the render each take a turn. */
const settle = () =>
  act(async () => {
    for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setTimeout(resolve))
  })
const press = async (name: string | RegExp) => {
  fireEvent.click(screen.getByRole('button', { name }))
  await settle()
}
const type = (label: string | RegExp, value: string) =>
  fireEvent.input(screen.getByLabelText(label), { target: { value } })
const key = async (name: string, target: Element = document.body) => {
  fireEvent.keyDown(target, { key: name })
  await settle()
}
const paths = () => asked.map(({ path }) => path)
const heading = () => screen.getByRole('heading', { level: 1 }).textContent

// Code that comes later is here before the first test.
beforeAll(() => Promise.all(desks.map(({ page }) => page.preload())))
beforeEach(() => {
  notifyManager.setScheduler(queueMicrotask)
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function close() {
    this.open = false
  }
  window.scrollTo = () => {}
  setStaffSession({ at: 'unknown' })
  switchShortcuts(true)
  asked = []
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const signedIn = { '/api/staff/session': success(identity), '/api/staff/members': success([bruno]) }

test('password, then the code, then the desk that was asked for', async () => {
  await show('/pessoas', {
    '/api/staff/session': noSession,
    '/api/staff/sign-in': success({ next: 'code' }),
    '/api/staff/sign-in/code': success(identity),
    '/api/staff/members': success([bruno]),
  })
  expect(heading()).toBe('Entrada da equipe')
  await press('Continuar')
  expect(screen.getAllByText('Este campo não pode estar vazio')).toHaveLength(2)
  type('E-mail', 'Isabel@exemplo.com.br')
  type('Senha', 'Chave-da-Casa-99')
  await press('Continuar')
  expect(asked.at(-1)?.body).toEqual({ email: 'isabel@exemplo.com.br', password: 'Chave-da-Casa-99' })
  expect(heading()).toBe('Código de segurança')
  type('Código do aplicativo', '123456')
  await settle()
  expect(asked.at(-2)).toEqual({ path: '/api/staff/sign-in/code', body: { code: '123456' } })
  expect(heading()).toBe('Pessoas da equipe')
  expect(screen.getByRole('link', { name: /Auditoria/ })).toBeTruthy()
  expect(screen.queryByRole('link', { name: /Recuperações/ })).toBeNull()
})

test('a wrong code is told under the field, which is empty again; a late one begins anew', async () => {
  const answers: Answers = {
    '/api/staff/session': noSession,
    '/api/staff/sign-in': success({ next: 'code' }),
    '/api/staff/sign-in/code': {
      status: 401,
      body: refusal('staff.wrong-code', 'Código incorreto ou já usado.', 'code'),
    },
  }
  await show('', answers)
  type('E-mail', 'isabel@exemplo.com.br')
  type('Senha', 'Chave-da-Casa-99')
  await press('Continuar')
  type('Código do aplicativo', '111111')
  await settle()
  expect(screen.getByText('Código incorreto ou já usado.')).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('Código do aplicativo').value).toBe('')
  answers['/api/staff/sign-in/code'] = {
    status: 409,
    body: refusal('staff.sign-in-expired', 'Sua entrada expirou. Comece novamente.'),
  }
  type('Código do aplicativo', '222222')
  await settle()
  expect(heading()).toBe('Entrada da equipe')
  expect(screen.getByText('Sua entrada expirou. Comece novamente.')).toBeTruthy()
})

test('a first sign-in shows the QR code, then the recovery codes once, and waits until they are kept', async () => {
  const codes = ['ABCD-EFGH-JKLM-NPQR', 'BBCD-EFGH-JKLM-NPQR']
  await show('', {
    ...signedIn,
    '/api/staff/session': noSession,
    '/api/staff/sign-in': success({ next: 'enrolment' }),
    '/api/staff/enrolment': success({
      email: 'isabel@exemplo.com.br',
      secret: 'ABCD EFGH',
      otpauth_uri: 'otpauth://totp/x',
      qr_svg: '<svg xmlns="http://www.w3.org/2000/svg"></svg>',
    }),
    '/api/staff/enrolment/confirm': success({ identity, recovery_codes: codes }),
  })
  type('E-mail', 'isabel@exemplo.com.br')
  type('Senha', 'Chave-da-Casa-99')
  await press('Continuar')
  const qr = screen.getByRole<HTMLImageElement>('img', { name: /QR code/ })
  expect(atob(qr.src.split(',')[1] ?? '')).toContain('<svg')
  expect(screen.getByText('ABCD EFGH')).toBeTruthy()
  type('Código do aplicativo', '123456')
  await settle()
  for (const code of codes) expect(screen.getByText(code)).toBeTruthy()
  const enter = screen.getByRole<HTMLButtonElement>('button', { name: 'Entrar' })
  expect(enter.disabled).toBe(true)
  fireEvent.click(screen.getByLabelText('Guardei os códigos em um lugar seguro'))
  await press('Entrar')
  expect(heading()).toBe('Pessoas da equipe')
})

test('an invitation takes its token out of the address, and asks for a password of 12 characters', async () => {
  await show('/convite#um-token-secreto', {
    '/api/staff/invitation': success({ name: 'Nova Pessoa', email: 'nova@exemplo.com.br' }),
    '/api/staff/invitation/accept': success({ next: 'code' }),
  })
  expect(window.location.hash).toBe('')
  expect(asked[0]).toEqual({ path: '/api/staff/invitation', body: { token: 'um-token-secreto' } })
  type('Senha', 'curta')
  type('Confirme a senha', 'outra')
  await press('Continuar')
  expect(screen.getByText('A senha da equipe deve ter no mínimo 12 caracteres')).toBeTruthy()
  expect(screen.getByText('As senhas não coincidem')).toBeTruthy()
  type('Senha', 'Ventania-Boa-7')
  type('Confirme a senha', 'Ventania-Boa-7')
  await press('Continuar')
  expect(heading()).toBe('Código de segurança')
})

test('an invitation that is over says so', async () => {
  const message = 'Este convite não vale mais. Peça um novo a quem administra a equipe.'
  await show('/convite#x', {
    '/api/staff/invitation': { status: 404, body: refusal('staff.invitation-invalid', message) },
  })
  expect(screen.getByText(message)).toBeTruthy()
})

test('desks of others are refused in words, unknown addresses too', async () => {
  await show('/balcao', signedIn)
  expect(heading()).toBe('Sem permissão')
  cleanup()
  await show('/nada', signedIn)
  expect(heading()).toBe('Página não encontrada')
})

test('a session that ends is told, and the sign-in comes before the desk', async () => {
  const answers: Answers = { ...signedIn }
  await show('/pessoas', answers)
  answers['/api/staff/members/roles'] = noSession
  await press('Bruno Lacerda')
  fireEvent.click(screen.getByLabelText('Auditor'))
  await press('Salvar papéis')
  expect(heading()).toBe('Entrada da equipe')
  expect(screen.getByText('Sua sessão terminou. Entre novamente para continuar.')).toBeTruthy()
})

test('signing out ends the session on the server first', async () => {
  await show('/pessoas', { ...signedIn, '/api/staff/sign-out': success({}) })
  await press('Sair')
  expect(paths()).toContain('/api/staff/sign-out')
  expect(heading()).toBe('Entrada da equipe')
  expect(screen.queryByText(/Sua sessão terminou/)).toBeNull()
})

test('keys open and move, but not while somebody types, and not when they are switched off', async () => {
  await show('/pessoas', {
    ...signedIn,
    '/api/staff/members': success([bruno, { ...bruno, staff_id: identity.staff_id, name: 'Zeca Prado' }]),
  })
  await key('n', screen.getByLabelText(/Buscar/))
  expect(screen.queryByText('Convidar para a equipe')).toBeNull()
  await key('l')
  expect(document.activeElement?.textContent).toBe('Bruno Lacerda')
  await key('ArrowDown', document.activeElement ?? document.body)
  expect(document.activeElement?.textContent).toBe('Zeca Prado')
  await press('Teclas de atalho: ligadas')
  await key('n')
  expect(screen.queryByText('Convidar para a equipe')).toBeNull()
  await press('Teclas de atalho: desligadas')
  await key('n')
  expect(screen.getByText('Convidar para a equipe')).toBeTruthy()
})

test('a deed that cannot be taken back wants a second press', async () => {
  await show('/pessoas', {
    ...signedIn,
    '/api/staff/members/disable': success({ member: { ...bruno, state: 'disabled' } }),
  })
  await press('Bruno Lacerda')
  await press('Desativar acesso')
  expect(paths()).not.toContain('/api/staff/members/disable')
  await press('Confirmar: desativar')
  expect(asked.find(({ path }) => path === '/api/staff/members/disable')?.body).toEqual({
    staff_id: bruno.staff_id,
  })
})

test('an invitation goes out by e-mail, and the desk tells what became of it and sends it again', async () => {
  const invitation = {
    sent_at: '2026-11-21T12:00:00Z',
    expires_at: '2100-11-22T12:00:00Z',
    delivery: 'failed',
  }
  const invited = { ...bruno, staff_id: 'nova', name: 'Nova Pessoa', state: 'invited', invitation }
  await show('/pessoas', {
    ...signedIn,
    '/api/staff/members': success([bruno, invited]),
    '/api/staff/members/invite': success(
      { member: invited },
      { message: 'Enviamos o convite para nova@exemplo.com.br.' },
    ),
    '/api/staff/members/renew-invitation': success(
      { member: invited },
      { message: 'Enviamos o convite para nova@exemplo.com.br.' },
    ),
  })
  await press('Convidar')
  type('Nome completo', 'Nova Pessoa')
  type('E-mail', 'nova@exemplo.com.br')
  await press('Enviar convite')
  expect(screen.getByText('Escolha pelo menos um papel')).toBeTruthy()
  fireEvent.click(screen.getByLabelText('SAC'))
  await press('Enviar convite')
  expect(asked.find(({ path }) => path.endsWith('/invite'))?.body).toEqual({
    name: 'Nova Pessoa',
    email: 'nova@exemplo.com.br',
    roles: ['service_agent'],
  })
  expect(currentToast()).toMatchObject({ message: 'Enviamos o convite para nova@exemplo.com.br.' })
  expect(screen.queryByText('Convidar para a equipe')).toBeNull()

  expect(screen.getByText('E-mail não entregue')).toBeTruthy()
  await press('Nova Pessoa')
  expect(screen.getByText('O e-mail não pôde ser entregue. Confira o endereço e envie de novo.')).toBeTruthy()
  await press('Enviar convite de novo')
  expect(asked.find(({ path }) => path.endsWith('/renew-invitation'))?.body).toEqual({ staff_id: 'nova' })
})

test.each([
  [{ at: 'intact', lines: 7, hash: 'ab'.repeat(32) }, /A trilha está íntegra: 7 linhas/],
  [{ at: 'broken', position: 3, fault: 'changed' }, /A trilha foi violada: a linha 3 foi alterada\./],
] as const)('the chain is verified with a key: %j', async (verdict, words) => {
  const line = {
    position: 1,
    at: '2026-11-21T12:00:00Z',
    actor: { kind: 'staff', id: identity.staff_id, name: identity.name },
    action: 'staff.sign-in',
    subject: null,
    sentence: 'Entrou com senha e código do aplicativo.',
  }
  await show('/auditoria', {
    ...signedIn,
    '/api/staff/audit': success([line], { next_cursor: null }),
    '/api/staff/audit/actors': success([{ staff_id: identity.staff_id, name: identity.name }]),
    '/api/staff/audit/verify': success(verdict),
  })
  expect(screen.getByText('Entrou com senha e código do aplicativo.')).toBeTruthy()
  await key('v')
  expect(screen.getByText(words)).toBeTruthy()
})
