import {
  forgotPasswordCall,
  recoveryOptionsCall,
  renewRecoveryTokenCall,
  resetPasswordCall,
  verifyResetCodeCall,
} from '@clube/contract/recovery/code-calls.ts'
import { cleanup, screen } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { saveServiceChannel } from '../../../../platform/storage/service-channel.ts'
import { refusal, success, unreachable } from '../../../../testing/fake-server.ts'
import { advanceTime } from '../../../../testing/jsdom.ts'
import { expectText, expectToast, heading, server, type } from '../../../../testing/screen-test.tsx'
import {
  choose,
  enter,
  field,
  navigateHistory,
  openAndEnter,
  press,
  reload,
  setUpSignIn,
} from '../sign-in-page.testing.tsx'

setUpSignIn()
beforeEach(() => {
  const now = Date.parse('2026-11-21T13:00:00Z')
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now })
})

const codeSent = (resend_at: string | null = null) =>
  success({ expires_at: '2026-11-21T13:10:00.000Z', resend_at }, { server_time: '2026-11-21T13:00:00.000Z' })

async function awaitEmailCode() {
  await openAndEnter()
  await press('Esqueci minha senha')
  server.respond(forgotPasswordCall, codeSent())
  await type('CPF ou CNPJ', '52998224725')
  await press('Enviar código')
}
async function reachOptions() {
  await awaitEmailCode()
  const available_options = ['sms' as const, 'local_support' as const]
  server.respond(recoveryOptionsCall, { available_options, confirmation_text: 'Pronto.' })
  await press('Usar outra opção de verificação')
}
async function awaitSmsCode() {
  await reachOptions()
  server.respond(forgotPasswordCall, codeSent('2026-11-21T13:02:00.000Z'))
  choose(/por SMS/)
  await press('Continuar')
}
async function reachNewPassword() {
  await awaitEmailCode()
  server.respond(verifyResetCodeCall, { recovery_token: 'direito', expires_at: '2026-11-21T13:10:00.000Z' })
  await type('Código de verificação', '123456')
  await press('Confirmar')
}

const stored = () => Object.values(sessionStorage).join()

describe('after a reload', () => {
  test('the code sent by e-mail can be entered, with its deadline', async () => {
    await awaitEmailCode()
    expectText('O código vale até 10h10.')
    await reload()
    expect(heading()).toBe('Confira seu e-mail')
    expectText('O código vale até 10h10.')
    expect(document.activeElement).toBe(field('Código de verificação'))
    server.respond(verifyResetCodeCall, { recovery_token: 'direito' })
    await type('Código de verificação', '123456')
    await press('Confirmar')
    expect(heading()).toBe('Crie uma nova senha')
  })

  test('the code step says when its code has expired', async () => {
    await awaitEmailCode()
    await reload()
    await advanceTime(601_000)
    expectText('Este código expirou. Peça um novo código.')
  })

  test('the SMS code step is shown with the remaining wait before another code can be requested', async () => {
    await awaitSmsCode()
    await advanceTime(30_000)
    await reload()
    expect(heading()).toBe('Confira seu celular')
    expectText('Não chegou? Tente novamente em 1:30')
  })

  test('the recovery options are shown again', async () => {
    await reachOptions()
    await reload()
    expect(heading()).toBe('Precisamos verificar sua identidade')
    expect(screen.getAllByRole('radio')).toHaveLength(2)
  })

  test('going back from the resumed step shows the first one, from which the recovery can be continued', async () => {
    await reachOptions()
    await reload()
    await navigateHistory(() => window.history.back())
    expect(heading()).toBe('Login')
    await press('Continuar a recuperação da senha')
    expect(heading()).toBe('Precisamos verificar sua identidade')
  })

  test('the new password can be set with another token, because no token is stored, until the same deadline', async () => {
    await reachNewPassword()
    expectText(/Você tem até 10h10\.$/)
    expect(stored()).not.toContain('direito')
    server.respond(renewRecoveryTokenCall, {
      recovery_token: 'outro',
      expires_at: '2026-11-21T13:10:00.000Z',
    })
    await reload()
    expect(heading()).toBe('Crie uma nova senha')
    expectText(/Você tem até 10h10\.$/)
    server.respond(resetPasswordCall, { customer_name: 'Maria', confirmation_text: 'Pronto.' })
    await type('Nova senha', 'Girassol-27')
    await type('Confirme a nova senha', 'Girassol-27')
    await press('Salvar nova senha')
    expect(server.bodiesOf(resetPasswordCall)).toMatchObject([{ recovery_token: 'outro' }])
    expect(stored()).toBe('')
  })

  test('a recovery whose deadline for the new password has passed restarts and shows the reason', async () => {
    await reachNewPassword()
    server.respond(renewRecoveryTokenCall, refusal('recovery.token-expired'))
    await reload()
    expect(heading()).toBe('Login')
    expectToast('O prazo para criar a nova senha terminou. Comece novamente.')
    expect(stored()).not.toContain('52998224725')
  })

  test('a new-password step that cannot be resumed offline can be resumed later', async () => {
    await reachNewPassword()
    server.respond(renewRecoveryTokenCall, unreachable)
    await reload()
    expect(heading()).toBe('Login')
    expectToast('Verifique sua conexão com a internet e tente novamente!')
    server.respond(renewRecoveryTokenCall, { recovery_token: 'outro' })
    await press('Continuar a recuperação da senha')
    expect(heading()).toBe('Crie uma nova senha')
  })

  test('a saved recovery expires with the flow on the server, which local steps do not extend', async () => {
    await openAndEnter()
    await advanceTime(20 * 60_000)
    await press('Esqueci minha senha')
    await advanceTime(10 * 60_000)
    await reload()
    expect(heading()).toBe('Login')
  })

  test('a recovery whose flow has expired on the server restarts', async () => {
    await awaitEmailCode()
    await advanceTime(30 * 60_000)
    await reload()
    expect(heading()).toBe('Login')
    expect(stored()).not.toContain('52998224725')
  })
})

describe('after a recovery step was left', () => {
  const continueButton = () => screen.queryByRole('button', { name: 'Continuar a recuperação da senha' })

  test('after the back button, the recovery continues at the code step with the same deadline, and no other code is requested', async () => {
    await awaitEmailCode()
    await navigateHistory(() => window.history.back())
    expect(heading()).toBe('Login')
    const requests = server.requests.length
    await press('Continuar a recuperação da senha')
    expect(heading()).toBe('Confira seu e-mail')
    expectText('O código vale até 10h10.')
    expect(server.requests).toHaveLength(requests)
    server.respond(verifyResetCodeCall, { recovery_token: 'direito' })
    await type('Código de verificação', '123456')
    await press('Confirmar')
    expect(heading()).toBe('Crie uma nova senha')
  })

  test('entering a document starts a new flow and erases the recovery', async () => {
    await awaitEmailCode()
    await navigateHistory(() => window.history.back())
    await enter()
    expect(heading()).toBe('Bem vindo de volta!')
    expect(stored()).not.toContain('52998224725')
  })

  test('a recovery whose flow has expired is not continued', async () => {
    await awaitEmailCode()
    await navigateHistory(() => window.history.back())
    await advanceTime(30 * 60_000)
    await press('Continuar a recuperação da senha')
    expect(heading()).toBe('Login')
    expectToast('Sua entrada expirou. Comece novamente.')
    expect(stored()).not.toContain('52998224725')
  })

  test('a cancelled recovery is not offered again', async () => {
    await awaitEmailCode()
    await press('Cancelar')
    expect(continueButton()).toBeNull()
  })

  test('a recovery that already has a recovery token is erased', async () => {
    await reachNewPassword()
    await navigateHistory(() => window.history.back())
    expect(heading()).toBe('Login')
    expect(continueButton()).toBeNull()
    expect(stored()).toBe('')
  })
})

test.each([
  ['cancelled', () => press('Cancelar')],
  ['left for another page', async () => cleanup()],
])('a recovery that was %s is erased from the browser', async (_, leave) => {
  await reachOptions()
  expect(stored()).toContain('52998224725')
  await leave()
  expect(stored()).not.toContain('52998224725')
})

test('a kiosk stores nothing about a recovery', async () => {
  saveServiceChannel('totem', 'temporary')
  await awaitEmailCode()
  expect(stored()).toBe('totem')
})
