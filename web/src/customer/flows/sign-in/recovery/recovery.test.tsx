import type { RefusalCodeOf } from '@clube/contract/kernel/call.ts'
import { checkAccountCall } from '@clube/contract/identity/sign-in-calls.ts'
import {
  forgotPasswordCall,
  recoveryOptionsCall,
  resetPasswordCall,
  verifyResetCodeCall,
  type RecoveryOption,
} from '@clube/contract/recovery/code-calls.ts'
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { currentSession } from '../../../../platform/session/session-store.ts'
import { advanceTime } from '../../../../testing/jsdom.ts'
import { refusal, success, unreachable } from '../../../../testing/fake-server.ts'
import { expectText, expectToast, heading, linkTo, server, type } from '../../../../testing/screen-test.tsx'
import { choose, enter, field, open, openAndEnter, press, setUpSignIn } from '../sign-in-page.testing.tsx'
import { saveServiceChannel } from '../../../../platform/storage/service-channel.ts'
import { isMobileDevice } from './reset-option-step.tsx'

const sentByEmail = { expires_at: '2026-11-21T13:10:00.000Z', resend_at: null }
const sentBySms = success(
  { ...sentByEmail, resend_at: '2026-11-21T13:02:00.000Z' },
  { server_time: '2026-11-21T13:00:00.000Z' },
)
const allOptions: RecoveryOption[] = ['sms', 'local_support', 'remote_support']
const person = { document_id: '52998224725', document_type: 'cpf', terms_id: 'shd_auth_terms' }
const verification = { verification_code: '123456', terms_id: 'shd_auth_terms' }
const anotherCode = 'Não chegou? Enviar outro código'

setUpSignIn()
beforeEach(() => {
  const now = Date.parse('2026-11-21T09:00:00Z')
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now })
})

const lastBody = () => server.requests.at(-1)?.body
const callsSince = (start: number) => server.requests.slice(start).map(({ call }) => call)

async function openForgotPassword(document?: string) {
  await openAndEnter({ ...(document && { document }) })
  await press('Esqueci minha senha')
}
async function requestCode(document = '52998224725') {
  server.respond(forgotPasswordCall, sentByEmail)
  await type('CPF ou CNPJ', document)
  await press('Enviar código')
}
async function awaitCode() {
  await openForgotPassword()
  await requestCode()
}
async function chooseOption(available_options = allOptions) {
  await awaitCode()
  server.respond(recoveryOptionsCall, { available_options, confirmation_text: 'Pronto.' })
  await press('Usar outra opção de verificação')
}
async function chooseAndContinue(option: RegExp) {
  choose(option)
  await press('Continuar')
}
async function awaitSms() {
  await chooseOption()
  server.respond(forgotPasswordCall, sentBySms)
  await chooseAndContinue(/por SMS/)
}
async function refuseAnotherSms(code: RefusalCodeOf<typeof forgotPasswordCall>) {
  await awaitSms()
  await advanceTime(120_000)
  server.respond(forgotPasswordCall, refusal(code))
  await press(anotherCode)
}
async function confirmCode(code = '123456') {
  await type('Código de verificação', code)
  await press('Confirmar')
}
async function reachNewPassword() {
  await awaitCode()
  server.respond(verifyResetCodeCall, { recovery_token: 'direito' })
  await confirmCode()
}
async function setPassword(password = 'Girassol-27', confirmation = password) {
  await type('Nova senha', password)
  await type('Confirme a nova senha', confirmation)
  await press('Salvar nova senha')
}

describe('forgotten password', () => {
  test.each([
    ['', 'Este campo não pode estar vazio'],
    ['111.444.777-35', 'O documento informado não coincide com o anterior'],
    ['5299822472', 'O documento informado não coincide com o anterior'],
  ])('entering the document "%s" again shows the message: %s', async (text, message) => {
    await openForgotPassword()
    await requestCode(text)
    expect(screen.getByText(message)).toBeTruthy()
    expect(document.activeElement).toBe(field('CPF ou CNPJ'))
    expect(callsSince(0)).toEqual([checkAccountCall])
  })

  test('in a CPF-only club an empty document shows the message about the CPF', async () => {
    open({ document_types: 'cpf' })
    await enter()
    await press('Esqueci minha senha')
    await press('Enviar código')
    expect(screen.getByText('CPF não pode estar vazio')).toBeTruthy()
  })

  test('a CNPJ whose letters differ from the first document is refused; lower case is accepted', async () => {
    await openForgotPassword('12ABC34501DE35')
    await requestCode('12ABD34501DE35')
    expect(screen.getByText('O documento informado não coincide com o anterior')).toBeTruthy()
    await requestCode('12abc34501de35')
    expect(heading()).toBe('Confira seu e-mail')
  })

  test('entering the same document sends a code by e-mail', async () => {
    await awaitCode()
    expect(heading()).toBe('Confira seu e-mail')
    expect(document.activeElement).toBe(field('Código de verificação'))
    expect(server.bodiesOf(forgotPasswordCall)).toEqual([{ ...person, recovery_method: 'email' }])
  })
})

describe('the recovery code', () => {
  test.each([
    ['', 'Este campo não pode estar vazio'],
    ['12345', 'Entrada inválida'],
  ])('the recovery code "%s" shows the message: %s', async (text, message) => {
    await awaitCode()
    await confirmCode(text)
    expect(screen.getByText(message)).toBeTruthy()
  })

  test('a wrong recovery code shows its error under the field, the correct one opens the step for the new password', async () => {
    await awaitCode()
    server.respond(verifyResetCodeCall, refusal('recovery.wrong-code'), { recovery_token: 'direito' })
    await confirmCode('654321')
    expect(screen.getByText('Código inválido. Confira e tente novamente.')).toBeTruthy()
    await confirmCode()
    expect(lastBody()).toEqual(verification)
    expect(heading()).toBe('Crie uma nova senha')
  })

  test('no step of the recovery promises a code, because an unconfirmed contact may get none', async () => {
    await openForgotPassword()
    expectText(/O código vai para o e-mail do seu cadastro, se você já o confirmou\.$/)
    await requestCode()
    expectText(/^Se você já confirmou o e-mail do seu cadastro, ele recebe um código de 6 números\./)
    expectText(
      'Um contato que você ainda não confirmou só recebe o código em um aparelho em que você já entrou.',
    )
    server.respond(recoveryOptionsCall, { available_options: allOptions, confirmation_text: 'Pronto.' })
    await press('Usar outra opção de verificação')
    expectText('Para o celular do seu cadastro, se você já o confirmou.')
    server.respond(forgotPasswordCall, sentBySms)
    await chooseAndContinue(/por SMS/)
    expectText('Se você já confirmou o celular do seu cadastro, ele recebe por SMS um código de 6 números.')
    expect(document.body.textContent).not.toMatch(/Enviamos|Vamos enviar/)
  })

  test('every request of the recovery code step shows the same message when offline', async () => {
    await awaitCode()
    server.respond(verifyResetCodeCall, unreachable)
    server.respond(recoveryOptionsCall, unreachable)
    server.respond(checkAccountCall, unreachable)
    for (const button of ['Usar outra opção de verificação', anotherCode]) {
      await press(button)
      expectToast('Verifique sua conexão com a internet e tente novamente!')
    }
    await confirmCode()
    expectToast('Verifique sua conexão com a internet e tente novamente!')
  })

  test('requesting another code by e-mail restarts the flow from the account check', async () => {
    await awaitCode()
    const before = server.requests.length
    await press(anotherCode)
    expect(callsSince(before)).toEqual([checkAccountCall, forgotPasswordCall])
    expectToast('Pedimos outro código. O anterior não vale mais.')
    expect(heading()).toBe('Confira seu e-mail')
    server.respond(forgotPasswordCall, refusal('recovery.attempts-exhausted'))
    await press(anotherCode)
    expectToast('Você já errou o código muitas vezes. Comece novamente.')
    expect(heading()).toBe('Login')
  })

  test.each(['at the first code', 'at a later code'])(
    'a customer who has used up the daily e-mail codes can still choose SMS: %s',
    async (when) => {
      await (when === 'at the first code' ? openForgotPassword() : awaitCode())
      server.respond(forgotPasswordCall, refusal('recovery.codes-exhausted'))
      server.respond(recoveryOptionsCall, { available_options: allOptions, confirmation_text: 'Pronto.' })
      if (when === 'at the first code') {
        await type('CPF ou CNPJ', '52998224725')
        await press('Enviar código')
      } else await press(anotherCode)
      expectToast('Os códigos de hoje para este documento acabaram. Escolha outra opção ou tente amanhã.')
      expect(heading()).toBe('Precisamos verificar sua identidade')
      server.respond(forgotPasswordCall, sentBySms)
      await chooseAndContinue(/por SMS/)
      expect(heading()).toBe('Confira seu celular')
    },
  )

  test('after two minutes, requesting another SMS code first loads the recovery options', async () => {
    await awaitSms()
    expect(heading()).toBe('Confira seu celular')
    expect(screen.getByText('Não chegou? Tente novamente em 2:00')).toBeTruthy()
    await advanceTime(119_000)
    expect(screen.getByText('Não chegou? Tente novamente em 0:01')).toBeTruthy()
    await advanceTime(1_000)
    const before = server.requests.length
    await press(anotherCode)
    expect(callsSince(before)).toEqual([recoveryOptionsCall, forgotPasswordCall])
    expect(heading()).toBe('Confira seu celular')
    expect(screen.getByText('Não chegou? Tente novamente em 2:00')).toBeTruthy()
  })

  test('when the server refuses to send another SMS, the recovery options are shown', async () => {
    await refuseAnotherSms('recovery.sending-paused')
    expectToast('Não é possível enviar códigos agora. Escolha outra opção ou tente mais tarde.')
    expect(heading()).toBe('Precisamos verificar sua identidade')
  })

  test('the code is read from the SMS, and reading is aborted when the step unmounts', async () => {
    const { promise, resolve } = Promise.withResolvers<unknown>()
    const get = vi.fn((_options: { signal: AbortSignal }) => promise)
    vi.stubGlobal('OTPCredential', class {})
    Object.defineProperty(navigator, 'credentials', { configurable: true, value: { get } })
    await awaitSms()
    expect(get).toHaveBeenCalledWith({ otp: { transport: ['sms'] }, signal: expect.any(AbortSignal) })
    server.respond(verifyResetCodeCall, { recovery_token: 'direito' })
    await act(async () => resolve({ code: '123456' }))
    await act(() => vi.waitFor(() => expect(heading()).toBe('Crie uma nova senha')))
    expect(lastBody()).toEqual(verification)
    expect(get.mock.calls[0]?.[0].signal.aborted).toBe(true)
  })
})

describe('the recovery options', () => {
  const expectLockWarning = () => expectToast('Aguarde um momento para tentar novamente.', 'warning')

  test('continuing without choosing a recovery option shows an error', async () => {
    await chooseOption()
    expect(heading()).toBe('Precisamos verificar sua identidade')
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
    await press('Continuar')
    expect(screen.getByText('Por favor, selecione uma opção')).toBeTruthy()
  })

  test.each<[string, string, RecoveryOption[], string[]]>([
    ['a computer', navigator.userAgent, allOptions, ['sms', 'local_support']],
    [
      'a phone',
      'Mozilla/5.0 (Linux; Android 15) Mobile',
      allOptions,
      ['sms', 'local_support', 'remote_support'],
    ],
    ['a phone, without SMS', 'Mozilla/5.0 (iPhone)', ['local_support'], ['local_support']],
  ])(
    'the recovery options shown depend on the device and on the server: %s',
    async (_, userAgent, available, shown) => {
      vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent)
      await chooseOption(available)
      expect(screen.getAllByRole<HTMLInputElement>('radio').map(({ value }) => value)).toEqual(shown)
    },
  )

  test('a kiosk that reports a mobile browser does not offer recovery by photos', async () => {
    saveServiceChannel('totem', 'temporary')
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (Linux; Android 15) Mobile')
    await chooseOption(allOptions)
    expect(screen.getAllByRole<HTMLInputElement>('radio').map(({ value }) => value)).toEqual([
      'sms',
      'local_support',
    ])
  })

  test('local support at a kiosk shows the phone number as text', async () => {
    saveServiceChannel('totem', 'temporary')
    await chooseOption()
    await chooseAndContinue(/Fale conosco/)
    expect(screen.getByText(/\(11\) 4002-8922/)).toBeTruthy()
    expect(screen.queryByRole('link')).toBeNull()
  })

  test('the SMS option sends a code and is disabled for two minutes, stored for the session', async () => {
    await awaitSms()
    expect(lastBody()).toEqual({ ...person, recovery_method: 'sms' })
    cleanup()
    window.history.replaceState(null, '', '/entrar')
    await chooseOption()
    const sms = screen.getByRole<HTMLInputElement>('radio', { name: /por SMS/ })
    expect(sms.disabled).toBe(true)
    fireEvent.click(screen.getByText('Tente novamente em 2:00'))
    expectLockWarning()
    await advanceTime(120_000)
    expect(sms.disabled).toBe(false)
    expect(screen.queryByText(/Tente novamente/)).toBeNull()
  })

  test('if the server refuses the first SMS as too soon, the cooldown warning is shown', async () => {
    await chooseOption()
    server.respond(forgotPasswordCall, refusal('recovery.too-soon'))
    await chooseAndContinue(/por SMS/)
    expectLockWarning()
  })

  test('if the server refuses another SMS as too soon, the cooldown warning is shown', async () => {
    await refuseAnotherSms('recovery.too-soon')
    expectLockWarning()
  })

  test('local support shows where the service desk is, and the person can go back to the options or to sign-in', async () => {
    await chooseOption()
    await chooseAndContinue(/Fale conosco/)
    expect(screen.getByText('Por favor dirija-se ao balcão para recuperar a sua senha!')).toBeTruthy()
    expect(screen.getByText('Piso térreo, ao lado da entrada A, das 10h às 22h.')).toBeTruthy()
    expect(linkTo('(11) 4002-8922')).toBe('tel:1140028922')
    await press('Escolher outra opção')
    expect(screen.getAllByRole('radio')).toHaveLength(2)
    await chooseAndContinue(/Fale conosco/)
    await press('Voltar ao início')
    expect(heading()).toBe('Login')
  })

  test('requesting an SMS after too many wrong recovery codes restarts the sign-in flow', async () => {
    await chooseOption()
    server.respond(forgotPasswordCall, refusal('recovery.attempts-exhausted'))
    await chooseAndContinue(/por SMS/)
    expectToast('Você já errou o código muitas vezes. Comece novamente.')
    expect(heading()).toBe('Login')
  })
})

describe('the new password', () => {
  test.each([
    ['', '', 'Este campo não pode estar vazio'],
    ['12345', '12345', 'A senha deve ter no mínimo 6 caracteres'],
    ['Girassol-27', 'Girassol-28', 'As senhas não coincidem!'],
  ])('the new password "%s" confirmed as "%s" shows: %s', async (password, confirmation, message) => {
    await reachNewPassword()
    await setPassword(password, confirmation)
    expect(screen.getAllByText(message).length).toBeGreaterThan(0)
    expect(server.requestsOf(resetPasswordCall)).toEqual([])
  })

  test('setting a new password signs the customer in and shows the final screen before the home page', async () => {
    await reachNewPassword()
    server.respond(resetPasswordCall, { customer_name: 'Maria', confirmation_text: 'Senha alterada!' })
    await setPassword()
    expect(lastBody()).toEqual({
      password: 'Girassol-27',
      password_confirmation: 'Girassol-27',
      recovery_token: 'direito',
      terms_id: 'shd_auth_terms',
    })
    await act(() => vi.waitFor(() => expect(currentSession().kind).toBe('signedIn')))
    expect(heading()).toBe('Tudo certo!')
    expect(screen.getByText('Senha alterada!')).toBeTruthy()
    expect(window.location.pathname).toBe('/entrar')
    await press('Entrar no clube')
    expect(window.location.pathname).toBe('/')
  })

  test('an expired recovery token restarts the sign-in flow', async () => {
    await reachNewPassword()
    server.respond(resetPasswordCall, refusal('recovery.token-expired'))
    await setPassword()
    expectToast('O prazo para criar a nova senha terminou. Comece novamente.')
    expect(heading()).toBe('Login')
  })
})

test.each([
  ['resetCodeEmail', awaitCode],
  ['resetPasswordOption', chooseOption],
  ['resetCodeSms', awaitSms],
  ['resetPassword', reachNewPassword],
])('pressing Cancelar in the recovery step %s returns to the first step of sign-in', async (_, reach) => {
  await reach()
  await press('Cancelar')
  expect(heading()).toBe('Login')
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
