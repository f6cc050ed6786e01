// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { currentToast } from '../../../kit/toast/toast-store.ts'
import { readHandOver } from '../../../platform/session/hand-over.ts'
import { currentSession, setSession } from '../../../platform/session/session-store.ts'
import {
  enter,
  field,
  open,
  press,
  refused,
  server,
  startAfresh,
  title,
  type,
} from './sign-in-page.testing.tsx'

const checkAccount = '/api/auth/shd/check-account'
const signInPassword = '/api/auth/shd/external/signin-password'
const passwordless = '/api/auth/shd/external/signin-passwordless'
const verifyIdentity = '/api/auth/shd/verify-person-identity'

beforeEach(startAfresh)
afterEach(cleanup)

test('the first step is Login, sets the tab’s title and does not move the focus', () => {
  open()
  expect(title()).toBe('Login')
  expect(document.title).toBe('Login · Clube Ipê')
  expect(document.activeElement).toBe(document.body)
  expect(screen.getByRole('button', { name: 'Continuar' })).toBeTruthy()
})

test('Lembrar de mim shows only if the setting is yes', () => {
  open({ remember_me: 'no' })
  expect(screen.queryByText('Lembrar de mim')).toBeNull()
  cleanup()
  open()
  expect(screen.getByRole('checkbox', { name: 'Lembrar de mim' })).toBeTruthy()
})

test('Voltar goes back in history', () => {
  const back = vi.spyOn(window.history, 'back').mockImplementation(() => {})
  open()
  fireEvent.click(screen.getByRole('button', { name: 'Voltar' }))
  expect(back).toHaveBeenCalledOnce()
  back.mockRestore()
})

test('focusing the document field starts the captcha', () => {
  open()
  expect(server.warmUp).not.toHaveBeenCalled()
  fireEvent.focus(field('CPF ou CNPJ'))
  expect(server.warmUp).toHaveBeenCalledOnce()
})

test.each([
  ['', 'Este campo não pode estar vazio'],
  ['1234567890', 'CPF deve conter somente números e 11 dígitos!'],
  ['52998224726', 'CPF inválido!'],
  ['1122233300018', 'CNPJ deve conter somente números e 14 dígitos!'],
  ['11222333000182', 'CNPJ inválido!'],
  ['12ABC34501DE', 'CNPJ deve ter 14 caracteres: letras e números, terminando em 2 dígitos!'],
])('the document "%s" shows the message: %s', async (text, message) => {
  open()
  type('CPF ou CNPJ', text)
  await press('Continuar')
  expect(screen.getByText(message)).toBeTruthy()
  expect(document.activeElement).toBe(field('CPF ou CNPJ'))
  expect(server.asked).toEqual([])
})

test.each([
  ['cpf', 'CPF', 'CPF não pode estar vazio'],
  ['cnpj', 'CNPJ', 'CNPJ não pode estar vazio'],
] as const)('a club that accepts only %s asks for %s', async (document_types, label, message) => {
  open({ document_types })
  expect(field(label)).toBeTruthy()
  await press('Continuar')
  expect(screen.getByText(message)).toBeTruthy()
})

test.each([
  ['529.982.247-25', { document_id: '52998224725', document_type: 'cpf' }],
  ['11.222.333/0001-81', { document_id: '11222333000181', document_type: 'cnpj' }],
  ['12.abc.345/01de-35', { document_id: '12ABC34501DE35', document_type: 'cnpj' }],
])('the account check for %s sends %j', async (text, body) => {
  open()
  await enter(text, 'complete')
  expect(server.asked).toEqual([{ path: checkAccount, body: { ...body, terms_id: 'termos-1' } }])
})

test('a complete account is asked for its password and signed in with the form data', async () => {
  open()
  fireEvent.click(screen.getByRole('checkbox', { name: 'Lembrar de mim' }))
  await enter('529.982.247-25', 'complete')
  expect(title()).toBe('Bem vindo de volta!')
  expect(document.title).toBe('Bem vindo de volta! · Clube Ipê')
  expect(document.activeElement).toBe(field('Senha'))
  await press('Entrar')
  expect(screen.getByText('Este campo não pode estar vazio')).toBeTruthy()
  server.answers[signInPassword] = { data: { customer_name: 'Maria', device_credential: 'segredo' } }
  type('Senha', 'Girassol-27')
  await press('Entrar')
  expect(server.asked.at(-1)).toEqual({
    path: signInPassword,
    body: {
      document_id: '52998224725',
      document_type: 'cpf',
      terms_id: 'termos-1',
      remember_me: 'yes',
      password: 'Girassol-27',
    },
  })
  // Tickets of the previous person on this device are erased first, by lazily loaded code.
  const signedIn = { at: 'signedIn', level: 'customer', customer_name: 'Maria' }
  await act(() => vi.waitFor(() => expect(currentSession()).toEqual(signedIn)))
  expect(window.location.pathname).toBe('/')
  expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }])).not.toContain('Girassol-27')
})

test('after signing in, the requested page opens, but never another site', async () => {
  window.history.replaceState(null, '', '/entrar?voltar=%2Fperfil')
  setSession({ at: 'signedIn', level: 'customer', customer_name: null })
  open()
  expect(window.location.pathname).toBe('/perfil')
  cleanup()
  window.history.replaceState(null, '', '/entrar?voltar=%2F%2Fmal.exemplo')
  open()
  expect(window.location.href).toBe(`${window.location.origin}/`)
})

test('a wrong password shows its error under the field, which keeps the focus', async () => {
  open()
  await enter('529.982.247-25', 'complete')
  const message = 'Senha incorreta. Confira e tente novamente.'
  server.answers[signInPassword] = refused(401, 'identity.wrong-password', message, 'password')
  type('Senha', 'errada')
  await press('Entrar')
  expect(screen.getByText(message)).toBeTruthy()
  expect(document.activeElement).toBe(field('Senha'))
  expect(currentToast().open).toBe(false)
})

test('Esqueci minha senha asks for the document again, Cancelar restarts the flow', async () => {
  open()
  await enter('529.982.247-25', 'complete')
  await press('Esqueci minha senha')
  expect(title()).toBe('Esqueci minha senha')
  expect(document.activeElement).toBe(field('CPF ou CNPJ'))
  await press('Cancelar')
  expect(title()).toBe('Login')
})

const hints = { birth_date: '**/**/**79', cellphone: '(**) *****-**65', email: 'jo********' }

test('an incomplete account is asked to complete every hint', async () => {
  open()
  await enter('111.444.777-35', 'incomplete', hints)
  expect(title()).toBe('Confirmar Informações')
  expect(screen.getByText('Complete a data de nascimento que termina em 79.')).toBeTruthy()
  expect(screen.getByText('Complete o celular que termina em 65.')).toBeTruthy()
  expect(screen.getByText('Complete o e-mail que começa com "jo".')).toBeTruthy()
  expect(document.activeElement).toBe(field('Data de nascimento'))
})

test('the identity step does not ask for fields without a hint, nor a company for its birth date', async () => {
  open()
  await enter('11.222.333/0001-81', 'incomplete', { birth_date: hints.birth_date, email: hints.email })
  expect(screen.queryByLabelText('Data de nascimento')).toBeNull()
  expect(screen.queryByLabelText('Celular')).toBeNull()
  expect(document.activeElement).toBe(field('E-mail'))
})

test.each([
  ['Data de nascimento', '31/02/1979', 'Data inválida'],
  ['Data de nascimento', '01/01/2999', 'Data não pode estar no futuro!'],
  ['Data de nascimento', '01/01/1900', 'Data não pode ser maior que 100 anos!'],
  ['Celular', '0199999', 'Celular inválido'],
  ['E-mail', 'joao@', 'Email inválido'],
])('the identity step shows for %s "%s": %s', async (label, text, message) => {
  open()
  await enter('111.444.777-35', 'incomplete', hints)
  type(label, text)
  await press('Confirmar')
  expect(screen.getByText(message)).toBeTruthy()
  expect(server.asked).toHaveLength(1)
})

test('completed data is sent to the server and the verified account handed to the registration', async () => {
  open()
  await enter('111.444.777-35', 'incomplete', hints)
  const account = { name: 'João', birth_date: '1979-03-02', cellphone: '21912345665', email: 'joao@x.br' }
  server.answers[verifyIdentity] = { data: { account, verification_code: 'bilhete' } }
  type('Data de nascimento', '02/03/1979')
  type('Celular', '(21) 91234-5665')
  type('E-mail', 'Joao@X.br')
  await press('Confirmar')
  expect(server.asked.at(-1)?.body).toEqual({
    document_id: '11144477735',
    document_type: 'cpf',
    terms_id: 'termos-1',
    birth_date: '1979-03-02',
    cellphone: '21912345665',
    email: 'joao@x.br',
  })
  expect(window.location.pathname).toBe('/cadastro')
  expect(readHandOver()).toEqual({
    document_id: '11144477735',
    document_type: 'cpf',
    verification_code: 'bilhete',
    account,
  })
})

test('a document without an account leads to an empty registration', async () => {
  open()
  await enter('529.982.247-25', 'unregistered')
  expect(window.location.pathname).toBe('/cadastro')
  expect(readHandOver()).toEqual({ document_id: '52998224725', document_type: 'cpf' })
})

test('Cancelar resets the flow and focuses the document field', async () => {
  open()
  await enter('111.444.777-35', 'incomplete', hints)
  await press('Cancelar')
  expect(title()).toBe('Login')
  expect(document.activeElement).toBe(field('CPF ou CNPJ'))
})

test('the browser’s back resets the flow', async () => {
  open()
  await enter('529.982.247-25', 'complete')
  expect(window.history.state).toEqual({ clube_flow: 1 })
  await act(async () => {
    const arrived = new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }))
    window.history.back()
    await arrived
  })
  expect(title()).toBe('Login')
})

test('a flow out of step starts again, with the server’s message', async () => {
  open()
  await enter('529.982.247-25', 'complete')
  server.answers[signInPassword] = refused(409, 'flow.out-of-step', 'Sua entrada expirou. Comece novamente.')
  type('Senha', 'Girassol-27')
  await press('Entrar')
  expect(title()).toBe('Login')
  expect(currentToast()).toMatchObject({ message: 'Sua entrada expirou. Comece novamente.', type: 'error' })
})

test('without a network sign-in shows a toast and the step stays', async () => {
  open()
  server.answers[checkAccount] = { failure: { kind: 'network', during: 'call' } }
  type('CPF ou CNPJ', '52998224725')
  await press('Continuar')
  await act(() => vi.waitFor(() => expect(currentToast().open).toBe(true)))
  expect(currentToast().message).toBe('Verifique sua conexão com a internet e tente novamente!')
  expect(title()).toBe('Login')
})

test('in passwordless mode the same screen signs in', async () => {
  open({ passwordless: 'yes', access_key: 'chave' })
  server.answers[passwordless] = { data: { customer_name: null } }
  type('CPF ou CNPJ', '52998224725')
  await press('Continuar')
  await act(() => vi.waitFor(() => expect(currentSession().at).toBe('signedIn')))
  expect(server.asked).toEqual([
    {
      path: passwordless,
      body: { document_id: '52998224725', document_type: 'cpf', terms_id: 'termos-1', access_key: 'chave' },
    },
  ])
  expect(currentSession()).toEqual({ at: 'signedIn', level: 'identified', customer_name: null })
})

test('an unknown document shows its error under the field', async () => {
  open({ passwordless: 'yes', access_key: 'chave' })
  server.answers[passwordless] = refused(404, 'x', 'Não encontramos este documento no clube.', 'document_id')
  type('CPF ou CNPJ', '52998224725')
  await press('Continuar')
  await act(() => vi.waitFor(() => screen.getByText('Não encontramos este documento no clube.')))
  expect(document.activeElement).toBe(field('CPF ou CNPJ'))
})

test('a document typed before a reload is restored once', async () => {
  window.history.replaceState({ clube_document: '11222333000181' }, '')
  open()
  expect(field('CPF ou CNPJ').value).toBe('11.222.333/0001-81')
  expect(window.history.state).toBeNull()
})

test('a document-only session stays on the sign-in page and gives the password by the whole flow', async () => {
  setSession({ at: 'signedIn', level: 'identified', customer_name: null })
  open({ passwordless: 'yes', access_key: 'chave' })
  expect(window.location.pathname).toBe('/entrar')
  await enter('529.982.247-25', 'complete')
  server.answers[signInPassword] = { data: { customer_name: 'Maria' } }
  type('Senha', 'Girassol-27')
  await press('Entrar')
  expect(window.location.pathname).toBe('/')
})
