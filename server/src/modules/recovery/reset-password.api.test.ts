import { beforeEach, describe, expect, test } from 'vitest'
import { sessionInfoCall } from '@clube/contract/identity/session-calls.ts'
import { checkAccountCall, signInWithPasswordCall } from '@clube/contract/identity/sign-in-calls.ts'
import { renewRecoveryTokenCall, resetPasswordCall } from '@clube/contract/recovery/code-calls.ts'
import { personas } from '../../../seeds/demonstration/personas.ts'
import type { TestBrowser } from '../../testing/browser.ts'
import { resetRecovery, useRecovery } from '../../testing/recovery.ts'
import { awaitingCode, withToken } from '../../testing/recovery-codes.ts'
import { submitRequest } from '../../testing/recovery-submission.ts'

const recovery = useRecovery()
const { maria } = personas
const { document_id } = maria
const terms_id = 'shd_auth_terms'
const newPassword = 'Jabuticaba-41'

beforeEach(() => resetRecovery(recovery))

const reset = (
  browser: TestBrowser,
  recovery_token: string,
  change: { password?: string; password_confirmation?: string } = {},
) => {
  browser.discardProof()
  const body = { password: newPassword, recovery_token, terms_id, ...change }
  return browser.send(resetPasswordCall, { body })
}

const signIn = async (browser: TestBrowser, password: string, remember_me: 'yes' | 'no' = 'no') => {
  browser.discardProof()
  await browser.send(checkAccountCall, { body: { document_id, terms_id } })
  const body = { document_id, terms_id, password, remember_me }
  return browser.send(signInWithPasswordCall, { body })
}

describe('after a reload of the new-password step', () => {
  const renew = (browser: TestBrowser) => browser.send(renewRecoveryTokenCall, { body: {} })
  const renewed = async (browser: TestBrowser): Promise<string> => {
    const response = await renew(browser)
    if (!response.ok) throw new Error(`Not renewed: ${response.message}`)
    return response.data.recovery_token
  }

  test('each renewed recovery token replaces the flow’s previous one, and the password is set only once', async () => {
    const { browser, recovery_token } = await withToken(recovery, document_id)
    await renewed(browser)
    const last = await renewed(browser)
    expect(await reset(browser, recovery_token)).toMatchObject({ code: 'recovery.token-expired' })
    expect(await reset(browser, last)).toMatchObject({ status: 200 })
    expect(await renew(browser)).toMatchObject({ code: 'flow.wrong-step' })
  })

  test('a renewed recovery token keeps the expiry of the previous one', async () => {
    const { browser } = await withToken(recovery, document_id)
    const expires_at = new Date(recovery.now().getTime() + 600_000).toISOString()
    recovery.advanceSeconds(599)
    expect(await renew(browser)).toMatchObject({ data: { expires_at } })
    recovery.advanceSeconds(1)
    expect(await renew(browser)).toMatchObject({ code: 'recovery.token-expired' })
  })

  test('only the flow in which the code was entered gets a renewed recovery token', async () => {
    await withToken(recovery, document_id)
    expect(await renew(recovery.browser())).toMatchObject({ code: 'flow.wrong-step' })
    expect(await renew(await awaitingCode(recovery, document_id))).toMatchObject({ code: 'flow.wrong-step' })
  })
})

describe('a new password', () => {
  test('a password reset signs the customer in and returns the confirmation text', async () => {
    const { browser, recovery_token } = await withToken(recovery, document_id)
    expect(await reset(browser, recovery_token, { password_confirmation: newPassword })).toMatchObject({
      status: 200,
      data: {
        customer_name: 'Maria',
        account_id: expect.any(String),
        confirmation_text: 'Senha alterada com sucesso!',
      },
    })
    expect(await browser.send(sessionInfoCall)).toMatchObject({ status: 200 })
    expect(await signIn(recovery.browser(), maria.password)).toMatchObject({ status: 401 })
    expect(await signIn(recovery.browser(), newPassword)).toMatchObject({ status: 200 })
  })

  test('a password reset revokes all other sessions and remembered devices', async () => {
    const old = recovery.browser()
    const remembered = await signIn(old, maria.password, 'yes')
    const credential = (remembered.ok && remembered.data.device_credential) || ''
    const { browser, recovery_token } = await withToken(recovery, document_id)
    await reset(browser, recovery_token)
    expect(await old.send(sessionInfoCall)).toMatchObject({ status: 401 })
    const silent = recovery.browser()
    expect(
      await silent.send(signInWithPasswordCall, { body: { document_id, terms_id, password: credential } }),
    ).toMatchObject({ status: 401, code: 'identity.wrong-device-credential' })
  })

  test('a password reset unlocks an account locked by wrong passwords', async () => {
    const own = recovery.browser()
    await signIn(own, maria.password)
    for (const browser of [own, recovery.browser()])
      for (let i = 0; i < 6; i += 1) await signIn(browser, 'Errada-123')
    expect(await signIn(own, maria.password)).toMatchObject({ status: 429 })
    expect(await signIn(recovery.browser(), maria.password)).toMatchObject({ status: 429 })
    const { browser, recovery_token } = await withToken(recovery, document_id)
    await reset(browser, recovery_token)
    expect(await signIn(own, newPassword)).toMatchObject({ status: 200 })
    expect(await signIn(recovery.browser(), newPassword)).toMatchObject({ status: 200 })
  })

  test('a password reset notifies all known contacts', async () => {
    const { browser, recovery_token } = await withToken(recovery, document_id)
    recovery.messages.length = 0
    await reset(browser, recovery_token)
    expect(recovery.messages).toMatchObject([
      { channel: 'email', to: maria.email, content: { template: 'password-changed' } },
      { channel: 'sms', to: maria.cellphone, content: { template: 'password-changed' } },
    ])
  })

  test('a password reset closes an open recovery request and revokes other recovery tokens', async () => {
    const attacker = await withToken(recovery, document_id)
    const request_id = await submitRequest(recovery)
    const { browser, recovery_token } = await withToken(recovery, document_id)
    expect(await reset(browser, recovery_token)).toMatchObject({ status: 200 })
    expect(await reset(attacker.browser, attacker.recovery_token)).toMatchObject({
      status: 409,
      code: 'recovery.token-expired',
    })
    const { db } = recovery.database
    const request = await db
      .selectFrom('recovery_request')
      .select('state')
      .where('id', '=', request_id)
      .executeTakeFirstOrThrow()
    expect(request.state).toMatchObject({ at: 'rejected', by: null })
  })
})

describe('a recovery token', () => {
  test('a recovery token can be used only once', async () => {
    const { browser, recovery_token } = await withToken(recovery, document_id)
    await reset(browser, recovery_token)
    expect(await reset(browser, recovery_token)).toMatchObject({
      status: 409,
      message: 'O prazo para criar a nova senha terminou. Comece novamente.',
    })
  })

  test('a recovery token expires after ten minutes', async () => {
    const { browser, recovery_token } = await withToken(recovery, document_id)
    recovery.advanceSeconds(600)
    expect(await reset(browser, recovery_token)).toMatchObject({
      status: 409,
      code: 'recovery.token-expired',
    })
  })

  test('a recovery token is valid in its own flow only', async () => {
    const { recovery_token } = await withToken(recovery, document_id)
    const other = await awaitingCode(recovery, personas.padaria.document_id)
    expect(await reset(other, recovery_token)).toMatchObject({ status: 409 })
    expect(await reset(recovery.browser(), recovery_token)).toMatchObject({ status: 409 })
  })

  test('check-account revokes the flow’s recovery token', async () => {
    const { browser, recovery_token } = await withToken(recovery, document_id)
    await browser.send(checkAccountCall, { body: { document_id, terms_id } })
    expect(await reset(browser, recovery_token)).toMatchObject({ status: 409, code: 'flow.wrong-step' })
  })

  test('a rejected password does not consume the recovery token', async () => {
    const { browser, recovery_token } = await withToken(recovery, document_id)
    const fieldError = (path: string, message: string) => ({ status: 422, errors: [{ path, message }] })
    expect(await reset(browser, recovery_token, { password: '12345' })).toMatchObject(
      fieldError('password', 'A senha deve ter no mínimo 6 caracteres'),
    )
    expect(await reset(browser, recovery_token, { password_confirmation: 'Outra-123' })).toMatchObject(
      fieldError('password_confirmation', 'As senhas não coincidem!'),
    )
    for (const password of ['123456', document_id, '14051986', maria.cellphone, 'Clube Ipê'])
      expect(await reset(browser, recovery_token, { password })).toMatchObject(
        fieldError('password', 'Esta senha é fácil de adivinhar. Escolha outra.'),
      )
    expect(await reset(browser, recovery_token)).toMatchObject({ status: 200 })
  })

  test('a recovery token cannot reset the password of an account that has since been blocked', async () => {
    const { browser, recovery_token } = await withToken(recovery, document_id)
    const { db } = recovery.database
    await db.updateTable('customer').set({ account_status: 'blocked' }).execute()
    expect(await reset(browser, recovery_token)).toMatchObject({
      status: 403,
      message: 'Esta conta está bloqueada. Procure o balcão de atendimento.',
    })
  })
})
