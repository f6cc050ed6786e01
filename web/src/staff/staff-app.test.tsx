// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { currentToast } from '../kit/toast/toast-store.ts'
import { switchShortcuts } from './parts/shortcuts.ts'
import {
  bodiesTo,
  heading,
  key,
  open,
  press,
  refused,
  server,
  settle,
  success,
  type,
  setUpStaffScreens,
} from './staff-app.testing.tsx'

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

const noSession = refused(401, 'session.required', 'Entre na sua conta para continuar.')

/** The staff's app before a server that answers as a test says, by path. */
const show = (path: string, answers: Record<string, unknown>) => {
  server.answers = answers
  return open(path)
}
const paths = () => server.asked.map(({ path }) => path)

setUpStaffScreens()
beforeEach(() => switchShortcuts(true))

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
  expect(server.asked.at(-1)?.body).toEqual({ email: 'isabel@exemplo.com.br', password: 'Chave-da-Casa-99' })
  expect(heading()).toBe('Código de segurança')
  type('Código do aplicativo', '123456')
  await settle()
  expect(server.asked.at(-2)).toEqual({
    path: '/api/staff/sign-in/code',
    query: '',
    body: { code: '123456' },
  })
  expect(heading()).toBe('Pessoas da equipe')
  expect(screen.getByRole('link', { name: /Auditoria/ })).toBeTruthy()
  expect(screen.queryByRole('link', { name: /Recuperações/ })).toBeNull()
})

test('a wrong code is told under the field, which is empty again; a late one begins anew', async () => {
  const answers: Record<string, unknown> = {
    '/api/staff/session': noSession,
    '/api/staff/sign-in': success({ next: 'code' }),
    '/api/staff/sign-in/code': refused(401, 'staff.wrong-code', 'Código incorreto ou já usado.', 'code'),
  }
  await show('', answers)
  type('E-mail', 'isabel@exemplo.com.br')
  type('Senha', 'Chave-da-Casa-99')
  await press('Continuar')
  type('Código do aplicativo', '111111')
  await settle()
  expect(screen.getByText('Código incorreto ou já usado.')).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('Código do aplicativo').value).toBe('')
  answers['/api/staff/sign-in/code'] = refused(
    409,
    'staff.sign-in-expired',
    'Sua entrada expirou. Comece novamente.',
  )
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
  expect(server.asked[0]).toEqual({
    path: '/api/staff/invitation',
    query: '',
    body: { token: 'um-token-secreto' },
  })
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
    '/api/staff/invitation': refused(404, 'staff.invitation-invalid', message),
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
  const answers: Record<string, unknown> = { ...signedIn }
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
  expect(bodiesTo('/api/staff/members/disable')[0]).toEqual({
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
  expect(server.asked.find(({ path }) => path.endsWith('/invite'))?.body).toEqual({
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
  expect(server.asked.find(({ path }) => path.endsWith('/renew-invitation'))?.body).toEqual({
    staff_id: 'nova',
  })
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
