import {
  checkAccountCall,
  signInPasswordlessCall,
  signInWithPasswordCall,
  verifyIdentityCall,
} from '@clube/contract/identity/sign-in-calls.ts'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { currentToast, showToast } from '../../../kit/toast/toast-store.ts'
import { readHandOver } from '../../../platform/session/hand-over.ts'
import { setSessionEnd } from '../../../platform/session/session-end.ts'
import { currentSession, setSession } from '../../../platform/session/session-store.ts'
import { refusal, unreachable } from '../../../testing/fake-server.ts'
import {
  expectFieldError,
  expectNoToast,
  expectText,
  expectToast,
  heading,
  press as pressButton,
  server,
  type,
} from '../../../testing/screen-test.tsx'
import {
  enter,
  field,
  open,
  openAndEnter,
  press,
  setUpSignIn,
  navigateHistory,
} from './sign-in-page.testing.tsx'

setUpSignIn()

const person = { document_id: '52998224725', document_type: 'cpf', terms_id: 'shd_auth_terms' }
const checkDocument = async (document: string) => {
  await type('CPF ou CNPJ', document)
  await press('Continuar')
}
const signIn = async (password = 'Girassol-27') => {
  await type('Senha', password)
  await press('Entrar')
}

test('sign-in starts at the Login step, which sets the tab’s title and does not move the focus', () => {
  open()
  expect(heading()).toBe('Login')
  expect(document.title).toBe('Login · Clube Ipê')
  expect(document.activeElement).toBe(document.body)
  expect(screen.getByRole('button', { name: 'Continuar' })).toBeTruthy()
})

test.each([
  ['idle', 'Sua sessão terminou porque ficou muito tempo sem uso. Entre de novo para continuar.'],
  ['password', 'Sua sessão terminou porque a senha da conta foi trocada. Entre com a nova senha.'],
  ['signed-out', 'Você saiu da conta em outra aba. Entre de novo para continuar.'],
] as const)('the first step says why the session ended: %s', (end, text) => {
  setSessionEnd(end)
  open()
  expectText(text)
})

test('the reason why the session ended replaces the error of the action during which it ended', () => {
  showToast({ message: 'Entre na sua conta para continuar.', type: 'error' })
  setSessionEnd('idle')
  open()
  expectText(/^Sua sessão terminou porque ficou muito tempo sem uso/)
  expect(currentToast().open).toBe(false)
})

test('the option Lembrar de mim is shown only if the club’s configuration allows it', () => {
  open({ remember_me: 'no' })
  expect(screen.queryByText('Lembrar de mim')).toBeNull()
  cleanup()
  open()
  expect(screen.getByRole('checkbox', { name: 'Lembrar de mim' })).toBeTruthy()
})

test('the Voltar button of the sign-in page navigates to the previous page', async () => {
  const back = vi.spyOn(window.history, 'back').mockImplementation(() => {})
  open()
  await pressButton('Voltar')
  expect(back).toHaveBeenCalledOnce()
})

test('focusing the document field starts the captcha', () => {
  const warmUp = vi.spyOn(open().captcha, 'warmUp')
  expect(warmUp).not.toHaveBeenCalled()
  fireEvent.focus(field('CPF ou CNPJ'))
  expect(warmUp).toHaveBeenCalledOnce()
})

test.each([
  ['', 'Este campo não pode estar vazio'],
  ['1234567890', 'CPF deve conter somente números e 11 dígitos!'],
  ['52998224726', 'CPF inválido!'],
  ['1122233300018', 'CNPJ deve conter somente números e 14 dígitos!'],
  ['11222333000182', 'CNPJ inválido!'],
  ['12ABC34501DE', 'CNPJ deve ter 14 caracteres: letras e números, terminando em 2 dígitos!'],
])('the document "%s" shows the message: %s', async (text, message) => {
  await openAndEnter({ document: text })
  expectFieldError('CPF ou CNPJ', message)
  expect(server.requests).toEqual([])
})

test.each([
  ['cpf', 'CPF', 'CPF não pode estar vazio'],
  ['cnpj', 'CNPJ', 'CNPJ não pode estar vazio'],
] as const)('a club that accepts only %s asks for %s', async (document_types, label, message) => {
  open({ document_types })
  expect(field(label)).toBeTruthy()
  await press('Continuar')
  expectText(message)
})

test.each([
  ['529.982.247-25', { document_id: '52998224725', document_type: 'cpf' }],
  ['11.222.333/0001-81', { document_id: '11222333000181', document_type: 'cnpj' }],
  ['12.abc.345/01de-35', { document_id: '12ABC34501DE35', document_type: 'cnpj' }],
])('the account check for %s sends %j', async (text, body) => {
  await openAndEnter({ document: text })
  expect(server.requests).toHaveLength(1)
  expect(server.bodiesOf(checkAccountCall)).toEqual([{ ...body, terms_id: 'shd_auth_terms' }])
})

test('the customer of a complete account enters the password and is signed in', async () => {
  open()
  fireEvent.click(screen.getByRole('checkbox', { name: 'Lembrar de mim' }))
  await enter()
  expect(heading()).toBe('Bem vindo de volta!')
  expect(document.title).toBe('Bem vindo de volta! · Clube Ipê')
  expect(document.activeElement).toBe(field('Senha'))
  await press('Entrar')
  expectText('Este campo não pode estar vazio')
  server.respond(signInWithPasswordCall, { customer_name: 'Maria', device_credential: 'segredo' })
  await signIn()
  expect(server.bodiesOf(signInWithPasswordCall)).toEqual([
    { ...person, remember_me: 'yes', password: 'Girassol-27' },
  ])
  expect(currentSession()).toEqual({ kind: 'signedIn', level: 'customer', customer_name: 'Maria' })
  expect(window.location.pathname).toBe('/')
  expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }])).not.toContain('Girassol-27')
})

test('a signed-in customer who opens the sign-in page is redirected to the requested page', () => {
  window.history.replaceState(null, '', '/entrar?voltar=%2Fperfil')
  setSession({ kind: 'signedIn', level: 'customer', customer_name: null })
  open()
  expect(window.location.pathname).toBe('/perfil')
})

test('a wrong password shows its error under the field, which keeps the focus', async () => {
  await openAndEnter()
  server.respond(signInWithPasswordCall, refusal('identity.wrong-password'))
  await signIn('errada')
  expectFieldError('Senha', 'Senha incorreta. Confira e tente novamente.')
  expectNoToast()
})

test('a forgotten password requires the document again, and cancelling returns to the first step of sign-in', async () => {
  await openAndEnter()
  await press('Esqueci minha senha')
  expect(heading()).toBe('Esqueci minha senha')
  expect(document.activeElement).toBe(field('CPF ou CNPJ'))
  await press('Cancelar')
  expect(heading()).toBe('Login')
})

const hints = { birth_date: '**/**/**79', cellphone: '(**) *****-**65', email: 'jo********' }
const incomplete = { document: '111.444.777-35', registration: 'incomplete', hints } as const

test('the customer of an incomplete account must complete every hint, and cancelling returns to the first step of sign-in', async () => {
  await openAndEnter(incomplete)
  expect(heading()).toBe('Confirmar Informações')
  expectText('Complete a data de nascimento que termina em 79.')
  expectText('Complete o celular que termina em 65.')
  expectFieldError('Data de nascimento', 'Complete o e-mail que começa com "jo".')
  await press('Cancelar')
  expect(heading()).toBe('Login')
  expect(document.activeElement).toBe(field('CPF ou CNPJ'))
})

test('the identity step has no field without a hint, and no birth date field for a company', async () => {
  const { birth_date, email } = hints
  await openAndEnter({ ...incomplete, document: '11.222.333/0001-81', hints: { birth_date, email } })
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
])('in the identity step the field %s with the value "%s" shows: %s', async (label, text, message) => {
  await openAndEnter(incomplete)
  await type(label, text)
  await press('Confirmar')
  expectText(message)
  expect(server.requests).toHaveLength(1)
})

test('completed hints are sent to the server, and the verified account is passed to the registration', async () => {
  await openAndEnter(incomplete)
  const account = { name: 'João', birth_date: '1979-03-02', cellphone: '21912345665', email: 'joao@x.br' }
  server.respond(verifyIdentityCall, { account, verification_code: 'bilhete' })
  await type('Data de nascimento', '02/03/1979')
  await type('Celular', '(21) 91234-5665')
  await type('E-mail', 'Joao@X.br')
  await press('Confirmar')
  const document = { document_id: '11144477735', document_type: 'cpf' }
  const { name: _, ...completed } = account
  const terms_id = 'shd_auth_terms'
  expect(server.bodiesOf(verifyIdentityCall)).toEqual([{ ...document, terms_id, ...completed }])
  expect(window.location.pathname).toBe('/cadastro')
  expect(readHandOver()).toEqual({ ...document, verification_code: 'bilhete', account })
})

test('a document without an account opens an empty registration form', async () => {
  await openAndEnter({ registration: 'unregistered' })
  expect(window.location.pathname).toBe('/cadastro')
  expect(readHandOver()).toEqual({ document_id: '52998224725', document_type: 'cpf' })
})

test('the browser’s back button returns from the password step to the first step of sign-in', async () => {
  await openAndEnter()
  expect(window.history.state).toEqual({ clube_flow: 1 })
  await navigateHistory(() => window.history.back())
  expect(heading()).toBe('Login')
})

test('a sign-in flow that the server refuses as out of step restarts with the server’s message', async () => {
  await openAndEnter()
  server.respond(signInWithPasswordCall, refusal('flow.wrong-step'))
  await signIn()
  expect(heading()).toBe('Login')
  expectToast('Sua entrada expirou. Comece novamente.', 'error')
})

test('a failed network request during sign-in shows a toast and keeps the step', async () => {
  open()
  server.respond(checkAccountCall, unreachable)
  await checkDocument('52998224725')
  expectToast('Verifique sua conexão com a internet e tente novamente!')
  expect(heading()).toBe('Login')
})

const openPasswordless = () => open({ passwordless: 'yes', access_key: 'chave' })

test('in passwordless mode submitting the document signs in', async () => {
  openPasswordless()
  server.respond(signInPasswordlessCall, { customer_name: null })
  await checkDocument('52998224725')
  expect(server.requests).toHaveLength(1)
  expect(server.bodiesOf(signInPasswordlessCall)).toEqual([{ ...person, access_key: 'chave' }])
  expect(currentSession()).toEqual({ kind: 'signedIn', level: 'identified', customer_name: null })
})

test('in passwordless mode an unknown document shows its error under the field', async () => {
  openPasswordless()
  server.respond(signInPasswordlessCall, refusal('identity.passwordless-unknown'))
  await checkDocument('52998224725')
  expectFieldError('CPF ou CNPJ', 'Não encontramos este documento no clube.')
})

test('in passwordless mode a person whose document is unknown can join', async () => {
  openPasswordless()
  server.respond(signInPasswordlessCall, refusal('identity.passwordless-unknown'))
  await checkDocument('52998224725')
  server.respond(checkAccountCall, { registration: 'unregistered', hints: {} })
  await press('Criar minha conta')
  expect(window.location.pathname).toBe('/cadastro')
  expect(readHandOver()).toEqual({ document_id: '52998224725', document_type: 'cpf' })
})

test('in passwordless mode joining is offered only for the document that was not found', async () => {
  openPasswordless()
  const join = () => screen.queryByRole('button', { name: 'Criar minha conta' })
  expect(join()).toBeNull()
  server.respond(signInPasswordlessCall, refusal('identity.passwordless-unknown'))
  await checkDocument('52998224725')
  expect(join()).toBeTruthy()
  await type('CPF ou CNPJ', '111.444.777-35')
  expect(join()).toBeNull()
})

test('the sign-in page restores a document typed before a reload, once', () => {
  window.history.replaceState({ clube_document: '11222333000181' }, '')
  open()
  expect(field('CPF ou CNPJ').value).toBe('11.222.333/0001-81')
  expect(window.history.state).toBeNull()
})

test('a passwordless session can open the sign-in page and sign in with the password', async () => {
  setSession({ kind: 'signedIn', level: 'identified', customer_name: null })
  openPasswordless()
  expect(window.location.pathname).toBe('/entrar')
  await enter()
  server.respond(signInWithPasswordCall, { customer_name: 'Maria' })
  await signIn()
  expect(window.location.pathname).toBe('/')
})
