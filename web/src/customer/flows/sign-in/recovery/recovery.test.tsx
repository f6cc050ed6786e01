// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { currentToast } from '../../../../kit/toast/toast-store.ts'
import { currentSession } from '../../../../platform/session/session-store.ts'
import {
  choose,
  enter,
  field,
  open,
  press,
  refused,
  server,
  startAfresh,
  title,
  type,
} from '../sign-in-page.testing.tsx'
import { isMobileDevice } from './is-mobile-device.ts'

const forgotPassword = '/api/auth/shd/forgot-password'
const verifyCode = '/api/auth/shd/verify-password-reset-code'
const options = '/api/auth/shd/recovery-options'
const resetPassword = '/api/auth/shd/external/reset-password'
const checkAccount = '/api/auth/shd/check-account'

const sent = { data: { expires_at: '2026-11-21T13:10:00.000Z', resend_at: null } }
const sentBySms = {
  data: { expires_at: '2026-11-21T13:10:00.000Z', resend_at: '2026-11-21T13:02:00.000Z' },
  server_time: '2026-11-21T13:00:00.000Z',
}
const all = ['sms', 'local_support', 'remote_support']
const person = { document_id: '52998224725', document_type: 'cpf', terms_id: 'termos-1' }
const device = (userAgent: string) =>
  Object.defineProperty(navigator, 'userAgent', { configurable: true, value: userAgent })
const desktop = navigator.userAgent

beforeEach(async () => {
  await startAfresh()
  vi.useFakeTimers({
    toFake: ['Date', 'setInterval', 'clearInterval'],
    now: Date.parse('2026-11-21T09:00:00Z'),
  })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  device(desktop)
  vi.unstubAllGlobals()
})

const pass = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms)
  })

async function forget() {
  await enter('529.982.247-25', 'complete')
  await press('Esqueci minha senha')
}
async function awaitCode() {
  open()
  await forget()
  server.answers[forgotPassword] = sent
  type('CPF ou CNPJ', '52998224725')
  await press('Enviar código')
}
async function chooseOption(available_options: readonly string[] = all) {
  await awaitCode()
  server.answers[options] = { data: { available_options, confirmation_text: 'Pronto.' } }
  await press('Usar outra opção de verificação')
}
async function awaitSms() {
  await chooseOption()
  server.answers[forgotPassword] = sentBySms
  choose(/por SMS/)
  await press('Continuar')
}
async function confirmCode() {
  server.answers[verifyCode] = { data: { recovery_token: 'direito' } }
  type('Código de verificação', '123456')
  await press('Confirmar')
}

describe('forgotten password', () => {
  test.each([
    ['', 'Este campo não pode estar vazio'],
    ['111.444.777-35', 'O documento informado não coincide com o anterior'],
    ['5299822472', 'O documento informado não coincide com o anterior'],
  ])('the document "%s" shows the message: %s', async (text, message) => {
    open()
    await forget()
    type('CPF ou CNPJ', text)
    await press('Enviar código')
    expect(screen.getByText(message)).toBeTruthy()
    expect(document.activeElement).toBe(field('CPF ou CNPJ'))
    expect(server.asked.map(({ path }) => path)).toEqual([checkAccount])
  })

  test('in a CPF-only club an empty document shows the message about the CPF', async () => {
    open({ document_types: 'cpf' })
    server.answers[checkAccount] = { data: { registration: 'complete', hints: {} } }
    type('CPF', '52998224725')
    await press('Continuar')
    await press('Esqueci minha senha')
    await press('Enviar código')
    expect(screen.getByText('CPF não pode estar vazio')).toBeTruthy()
  })

  test('a CNPJ with other letters does not match the first document', async () => {
    open()
    await enter('12ABC34501DE35', 'complete')
    await press('Esqueci minha senha')
    type('CPF ou CNPJ', '12ABD34501DE35')
    await press('Enviar código')
    expect(screen.getByText('O documento informado não coincide com o anterior')).toBeTruthy()
    server.answers[forgotPassword] = sent
    type('CPF ou CNPJ', '12abc34501de35')
    await press('Enviar código')
    expect(title()).toBe('Confira seu e-mail')
  })

  test('entering the same document sends a code by e-mail', async () => {
    await awaitCode()
    expect(title()).toBe('Confira seu e-mail')
    expect(document.activeElement).toBe(field('Código de verificação'))
    expect(server.asked.at(-1)).toEqual({
      path: forgotPassword,
      body: { ...person, recovery_method: 'email' },
    })
  })
})

describe('the recovery code', () => {
  test.each([
    ['', 'Este campo não pode estar vazio'],
    ['12345', 'Entrada inválida'],
  ])('the recovery code "%s" shows the message: %s', async (text, message) => {
    await awaitCode()
    type('Código de verificação', text)
    await press('Confirmar')
    expect(screen.getByText(message)).toBeTruthy()
  })

  test('a wrong recovery code shows its error under the field, the right one leads to the new password', async () => {
    await awaitCode()
    const message = 'Código inválido. Confira e tente novamente.'
    server.answers[verifyCode] = refused(422, 'recovery.wrong-code', message, 'verification_code')
    type('Código de verificação', '654321')
    await press('Confirmar')
    expect(screen.getByText(message)).toBeTruthy()
    await confirmCode()
    expect(server.asked.at(-1)?.body).toEqual({ verification_code: '123456', terms_id: 'termos-1' })
    expect(title()).toBe('Crie uma nova senha')
  })

  test('another code by e-mail follows the flow’s table from its start', async () => {
    await awaitCode()
    server.asked.length = 0
    await press('Não chegou? Enviar outro código')
    expect(server.asked.map(({ path }) => path)).toEqual([checkAccount, forgotPassword])
    expect(currentToast().message).toBe('Enviamos outro código. O anterior não vale mais.')
    expect(title()).toBe('Confira seu e-mail')
    const exhausted =
      'Você já pediu muitos códigos. Tente novamente amanhã ou procure o balcão de atendimento.'
    server.answers[forgotPassword] = refused(429, 'recovery.codes-exhausted', exhausted)
    await press('Não chegou? Enviar outro código')
    expect(currentToast().message).toBe(exhausted)
    expect(title()).toBe('Login')
  })

  test('another code by SMS waits two minutes and passes through the options', async () => {
    await awaitSms()
    expect(title()).toBe('Confira seu celular')
    expect(screen.getByText('Não chegou? Tente novamente em 2:00')).toBeTruthy()
    pass(119_000)
    expect(screen.getByText('Não chegou? Tente novamente em 0:01')).toBeTruthy()
    pass(1_000)
    server.asked.length = 0
    await press('Não chegou? Enviar outro código')
    expect(server.asked.map(({ path }) => path)).toEqual([options, forgotPassword])
    expect(title()).toBe('Confira seu celular')
    expect(screen.getByText('Não chegou? Tente novamente em 2:00')).toBeTruthy()
  })

  test('another SMS that is refused leaves the person at the options', async () => {
    await awaitSms()
    pass(120_000)
    const paused = 'Não é possível enviar SMS agora. Escolha outra opção ou tente mais tarde.'
    server.answers[forgotPassword] = refused(429, 'recovery.sending-paused', paused)
    await press('Não chegou? Enviar outro código')
    expect(currentToast().message).toBe(paused)
    expect(title()).toBe('Precisamos verificar sua identidade')
  })

  test('the phone fills in the SMS code, and stops waiting when the screen closes', async () => {
    const get = vi.fn<(options: { signal: AbortSignal }) => Promise<unknown>>()
    const { promise, resolve } = Promise.withResolvers<unknown>()
    get.mockReturnValueOnce(promise)
    vi.stubGlobal('OTPCredential', class {})
    Object.defineProperty(navigator, 'credentials', { configurable: true, value: { get } })
    await awaitSms()
    expect(get).toHaveBeenCalledWith({ otp: { transport: ['sms'] }, signal: expect.any(AbortSignal) })
    server.answers[verifyCode] = { data: { recovery_token: 'direito' } }
    await act(async () => resolve({ code: '123456' }))
    await act(async () => {})
    expect(title()).toBe('Crie uma nova senha')
    expect(server.asked.at(-1)?.body).toEqual({ verification_code: '123456', terms_id: 'termos-1' })
    expect(get.mock.calls[0]?.[0].signal.aborted).toBe(true)
  })
})

describe('the recovery options', () => {
  test('continuing without an option shows: Por favor, selecione uma opção', async () => {
    await chooseOption()
    expect(title()).toBe('Precisamos verificar sua identidade')
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
    await press('Continuar')
    expect(screen.getByText('Por favor, selecione uma opção')).toBeTruthy()
  })

  test.each([
    ['a computer', desktop, all, ['sms', 'local_support']],
    ['a phone', 'Mozilla/5.0 (Linux; Android 15) Mobile', all, ['sms', 'local_support', 'remote_support']],
    ['a phone, without SMS', 'Mozilla/5.0 (iPhone)', ['local_support'], ['local_support']],
  ])('the options offered on %s', async (_, userAgent, available, shown) => {
    device(userAgent)
    await chooseOption(available)
    expect(screen.getAllByRole<HTMLInputElement>('radio').map(({ value }) => value)).toEqual(shown)
  })

  test('the SMS option sends a code and is locked for two minutes, stored for the session', async () => {
    await awaitSms()
    expect(server.asked.at(-1)?.body).toEqual({ ...person, recovery_method: 'sms' })
    cleanup()
    window.history.replaceState(null, '', '/entrar')
    await chooseOption()
    const sms = screen.getByRole<HTMLInputElement>('radio', { name: /por SMS/ })
    expect(sms.disabled).toBe(true)
    fireEvent.click(screen.getByText('Tente novamente em 2:00'))
    expect(currentToast()).toMatchObject({
      message: 'Aguarde um momento para tentar novamente.',
      type: 'warning',
    })
    pass(120_000)
    expect(sms.disabled).toBe(false)
    expect(screen.queryByText(/Tente novamente/)).toBeNull()
  })

  test.each(['by the choice', 'by asking for another one'])(
    'an SMS lock reported by the server %s shows the warning',
    async (way) => {
      const locked = refused(429, 'recovery.too-soon', 'Aguarde um momento para tentar novamente.')
      if (way === 'by the choice') {
        await chooseOption()
        server.answers[forgotPassword] = locked
        choose(/por SMS/)
        await press('Continuar')
      } else {
        await awaitSms()
        pass(120_000)
        server.answers[forgotPassword] = locked
        await press('Não chegou? Enviar outro código')
      }
      expect(currentToast()).toMatchObject({
        message: 'Aguarde um momento para tentar novamente.',
        type: 'warning',
      })
    },
  )

  test('local support says where the desk is and leads back', async () => {
    await chooseOption()
    choose(/Fale conosco/)
    await press('Continuar')
    expect(screen.getByText('Por favor dirija-se ao balcão para recuperar a sua senha!')).toBeTruthy()
    expect(screen.getByText('Piso térreo, das 10h às 22h.')).toBeTruthy()
    expect(screen.getByRole('link', { name: '(11) 4002-8922' }).getAttribute('href')).toBe('tel:1140028922')
    await press('Escolher outra opção')
    expect(screen.getAllByRole('radio')).toHaveLength(2)
    choose(/Fale conosco/)
    await press('Continuar')
    await press('Voltar ao início')
    expect(title()).toBe('Login')
  })

  test('exhausted attempts restart the flow', async () => {
    await chooseOption()
    const message = 'Você já errou o código muitas vezes. Comece novamente.'
    server.answers[forgotPassword] = refused(429, 'recovery.tries-exhausted', message)
    choose(/por SMS/)
    await press('Continuar')
    expect(currentToast().message).toBe(message)
    expect(title()).toBe('Login')
  })
})

describe('the new password', () => {
  test.each([
    ['', '', 'Este campo não pode estar vazio'],
    ['12345', '12345', 'A senha deve ter no mínimo 6 caracteres'],
    ['Girassol-27', 'Girassol-28', 'As senhas não coincidem!'],
  ])('the new password "%s" confirmed as "%s" shows: %s', async (password, confirmation, message) => {
    await awaitCode()
    await confirmCode()
    type('Nova senha', password)
    type('Confirme a nova senha', confirmation)
    await press('Salvar nova senha')
    expect(screen.getAllByText(message).length).toBeGreaterThan(0)
    expect(server.asked.at(-1)?.path).toBe(verifyCode)
  })

  test('a new password signs in, and the final screen is shown before the club opens', async () => {
    await awaitCode()
    await confirmCode()
    server.answers[resetPassword] = { data: { customer_name: 'Maria', confirmation_text: 'Senha alterada!' } }
    type('Nova senha', 'Girassol-27')
    type('Confirme a nova senha', 'Girassol-27')
    await press('Salvar nova senha')
    expect(server.asked.at(-1)?.body).toEqual({
      password: 'Girassol-27',
      password_confirmation: 'Girassol-27',
      recovery_token: 'direito',
      terms_id: 'termos-1',
    })
    await act(() => vi.waitFor(() => expect(currentSession().at).toBe('signedIn')))
    expect(title()).toBe('Tudo certo!')
    expect(screen.getByText('Senha alterada!')).toBeTruthy()
    expect(window.location.pathname).toBe('/entrar')
    await press('Entrar no clube')
    expect(window.location.pathname).toBe('/')
  })

  test('an expired right to set a password restarts the flow', async () => {
    await awaitCode()
    await confirmCode()
    const message = 'O prazo para criar a nova senha terminou. Comece novamente.'
    server.answers[resetPassword] = refused(409, 'recovery.token-expired', message)
    type('Nova senha', 'Girassol-27')
    type('Confirme a nova senha', 'Girassol-27')
    await press('Salvar nova senha')
    expect(currentToast().message).toBe(message)
    expect(title()).toBe('Login')
  })
})

test.each([
  ['resetCodeEmail', awaitCode],
  ['resetPasswordOption', chooseOption],
  ['resetCodeSms', awaitSms],
  [
    'resetPassword',
    async () => {
      await awaitCode()
      await confirmCode()
    },
  ],
])('Cancelar at %s restarts the flow', async (_, reach) => {
  await reach()
  await press('Cancelar')
  expect(title()).toBe('Login')
})

test.each([
  ['Mozilla/5.0 (X11; Linux x86_64) Chrome/153.0', 0, false],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari', 0, false],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari', 5, true],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)', 5, true],
  ['Mozilla/5.0 (Linux; Android 15; Pixel 9)', 5, true],
])('a browser %s with %i touch points is a mobile device: %s', (userAgent, maxTouchPoints, mobile) => {
  expect(isMobileDevice({ userAgent, maxTouchPoints })).toBe(mobile)
})
