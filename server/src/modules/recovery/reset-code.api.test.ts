import { beforeEach, describe, expect, test } from 'vitest'
import { checkAccountCall } from '@clube/contract/identity/sign-in-calls.ts'
import {
  forgotPasswordCall,
  recoveryOptionsCall,
  verifyResetCodeCall,
} from '@clube/contract/recovery/code-calls.ts'
import { personas } from '../../../seeds/demonstration/personas.ts'
import type { TestBrowser } from '../../testing/browser.ts'
import { freshCpfs } from '../../testing/joining.ts'
import { resetRecovery, useRecovery } from '../../testing/recovery.ts'
import {
  openRecoveryOptions,
  awaitingCode,
  newestCode,
  withToken,
  wrongCode,
} from '../../testing/recovery-codes.ts'

const recovery = useRecovery()
const { maria, joao } = personas
const { document_id } = maria
const terms_id = 'shd_auth_terms'

beforeEach(() => resetRecovery(recovery))

const check = (browser: TestBrowser, id: string = document_id) => {
  browser.discardProof()
  return browser.send(checkAccountCall, { body: { document_id: id, terms_id } })
}
const forgot = (browser: TestBrowser, recovery_method: 'email' | 'sms', id: string = document_id) => {
  browser.discardProof()
  return browser.send(forgotPasswordCall, { body: { document_id: id, terms_id, recovery_method } })
}
const verify = (browser: TestBrowser, verification_code: string) => {
  browser.discardProof()
  return browser.send(verifyResetCodeCall, { body: { verification_code, terms_id } })
}
const errorOf = (message: string) => ({
  status: 422,
  errors: [{ path: 'verification_code', message }],
})

describe('a code by e-mail', () => {
  test('an e-mailed code is sent to the account’s address, is valid for ten minutes and yields a token', async () => {
    const browser = recovery.browser()
    await check(browser)
    expect(await forgot(browser, 'email')).toMatchObject({
      status: 200,
      data: { expires_at: new Date(recovery.now().getTime() + 600_000).toISOString(), resend_at: null },
    })
    expect(recovery.messages).toMatchObject([
      { channel: 'email', to: maria.email, content: { template: 'reset-code', minutes: 10 } },
    ])
    expect(newestCode(recovery)).toMatch(/^\d{6}$/)
    const response = await verify(browser, newestCode(recovery))
    expect(response).toMatchObject({ status: 200 })
    expect(response.ok && response.data.recovery_token).toMatch(/^[\w-]{43}$/)
  })

  test('reset codes and recovery tokens are not stored in plain text', async () => {
    const { recovery_token } = await withToken(recovery, document_id)
    const code = newestCode(recovery)
    const { db } = recovery.database
    const rows = JSON.stringify([
      await db.selectFrom('recovery_code').selectAll().execute(),
      await db.selectFrom('recovery_token').selectAll().execute(),
      await db.selectFrom('sign_in_flow').selectAll().execute(),
    ])
    expect(rows).not.toContain(recovery_token)
    expect(rows).not.toMatch(new RegExp(`[^0-9a-f]${code}[^0-9a-f]`))
  })

  test('a wrong reset code is refused, and after five attempts every code is refused', async () => {
    const browser = await awaitingCode(recovery, document_id)
    const wrong = wrongCode(recovery)
    for (let i = 0; i < 4; i += 1)
      expect(await verify(browser, wrong)).toMatchObject(
        errorOf('Código inválido. Confira e tente novamente.'),
      )
    const exhausted = errorOf('Muitas tentativas com este código. Peça um novo código.')
    expect(await verify(browser, wrong)).toMatchObject(exhausted)
    expect(await verify(browser, newestCode(recovery))).toMatchObject(exhausted)
  })

  test('a reset code is refused after ten minutes', async () => {
    const browser = await awaitingCode(recovery, document_id)
    recovery.advanceSeconds(600)
    expect(await verify(browser, newestCode(recovery))).toMatchObject(
      errorOf('Este código expirou. Peça um novo código.'),
    )
  })

  test('a reset code is valid only in the flow that requested it', async () => {
    await awaitingCode(recovery, document_id)
    const code = newestCode(recovery)
    const other = recovery.browser()
    await check(other)
    expect(await verify(other, code)).toMatchObject({ status: 409, code: 'flow.wrong-step' })
    const third = await awaitingCode(recovery, personas.padaria.document_id)
    expect(await verify(third, code)).toMatchObject({ status: 422, code: 'recovery.wrong-code' })
  })

  test('a new reset code revokes the account’s previous one, even if another flow requested it', async () => {
    const first = await awaitingCode(recovery, document_id)
    const old = newestCode(recovery)
    const second = await awaitingCode(recovery, document_id)
    expect(await verify(first, old)).toMatchObject({ status: 422 })
    expect(await verify(second, newestCode(recovery))).toMatchObject({ status: 200 })
  })

  test('a reset code with fewer than six digits is rejected as invalid input', async () => {
    const browser = await awaitingCode(recovery, document_id)
    expect(await verify(browser, '12345')).toMatchObject(errorOf('Entrada inválida'))
    expect(await verify(browser, '')).toMatchObject(errorOf('Este campo não pode estar vazio'))
  })

  test('an account gets at most five reset codes a day', async () => {
    for (let i = 0; i < 5; i += 1) await awaitingCode(recovery, document_id)
    const browser = recovery.browser()
    await check(browser)
    // In strict mode the response hides it (attacks/strict-enumeration.api.test.ts).
    expect(await forgot(browser, 'email')).toMatchObject({ status: 200 })
    expect(recovery.messages).toHaveLength(5)
    recovery.advanceSeconds(24 * 3600)
    await check(browser)
    expect(await forgot(browser, 'email')).toMatchObject({ status: 200 })
    expect(recovery.messages).toHaveLength(6)
  })
})

describe('documents without an account to recover', () => {
  test.each([
    ['unknown', freshCpfs(1)[0] ?? ''],
    ['incomplete', joao.document_id],
  ])(
    'forgot-password for a document that is %s returns the same response and creates only a message without a recipient',
    async (_, id) => {
      const browser = recovery.browser()
      await check(browser, id)
      expect(await forgot(browser, 'email', id)).toMatchObject({
        status: 200,
        data: { expires_at: new Date(recovery.now().getTime() + 600_000).toISOString(), resend_at: null },
      })
      expect(recovery.messages).toMatchObject([{ to: null, customer_id: null }])
      // The code of a decoy is refused like a wrong one.
      expect(await verify(browser, newestCode(recovery))).toMatchObject(
        errorOf('Código inválido. Confira e tente novamente.'),
      )
      expect(await recovery.database.db.selectFrom('recovery_token').selectAll().execute()).toEqual([])
    },
  )
})

describe('choosing another recovery option', () => {
  test('the recovery options offer SMS and support, and requesting them revokes the pending code', async () => {
    const browser = await awaitingCode(recovery, document_id)
    const code = newestCode(recovery)
    expect(await browser.send(recoveryOptionsCall)).toMatchObject({
      status: 200,
      data: {
        available_options: ['sms', 'local_support', 'remote_support'],
        confirmation_text: 'Senha alterada com sucesso!',
      },
    })
    expect(await verify(browser, code)).toMatchObject({ status: 409, code: 'flow.wrong-step' })
  })

  test('requesting the recovery options outside recovery does not change the flow’s state', async () => {
    const otherBrowser = recovery.browser()
    expect(await otherBrowser.send(recoveryOptionsCall)).toMatchObject({ status: 200 })
    await check(otherBrowser)
    expect(await otherBrowser.send(recoveryOptionsCall)).toMatchObject({ status: 200 })
    expect(await forgot(otherBrowser, 'sms')).toMatchObject({ status: 409 })
    expect(await forgot(otherBrowser, 'email')).toMatchObject({ status: 200 })
  })

  test('a reset code by SMS is sent to the account’s number, and not again within two minutes', async () => {
    const browser = await openRecoveryOptions(recovery, document_id)
    expect(await forgot(browser, 'sms')).toMatchObject({
      status: 200,
      data: { resend_at: new Date(recovery.now().getTime() + 120_000).toISOString() },
    })
    expect(recovery.messages.at(-1)).toMatchObject({ channel: 'sms', to: maria.cellphone })
    await browser.send(recoveryOptionsCall)
    expect(await forgot(browser, 'sms')).toMatchObject({
      status: 429,
      code: 'recovery.too-soon',
      message: 'Aguarde um momento para tentar novamente.',
    })
    recovery.advanceSeconds(120)
    expect(await forgot(browser, 'sms')).toMatchObject({ status: 200 })
    expect(await verify(browser, newestCode(recovery))).toMatchObject({ status: 200 })
  })

  test('failed attempts at a reset code carry over: after four wrong e-mail codes one attempt by SMS remains, after five none', async () => {
    const browser = await awaitingCode(recovery, document_id)
    for (let i = 0; i < 4; i += 1) await verify(browser, wrongCode(recovery))
    await browser.send(recoveryOptionsCall)
    await forgot(browser, 'sms')
    expect(await verify(browser, wrongCode(recovery))).toMatchObject({ code: 'recovery.code-exhausted' })
    await browser.send(recoveryOptionsCall)
    recovery.advanceSeconds(120)
    expect(await forgot(browser, 'sms')).toMatchObject({
      status: 429,
      message: 'Você já errou o código muitas vezes. Comece novamente.',
    })
  })
})

describe('the flow', () => {
  test('a recovery flow accepts only its own document', async () => {
    const browser = recovery.browser()
    await check(browser)
    expect(await forgot(browser, 'email', personas.padaria.document_id)).toMatchObject({
      status: 422,
      errors: [{ path: 'document_id', message: 'O documento informado não coincide com o anterior' }],
    })
  })

  test('a recovery flow rejects events that its state does not allow', async () => {
    const visitor = recovery.browser()
    expect(await forgot(visitor, 'email')).toMatchObject({ status: 409, code: 'flow.wrong-step' })
    expect(await verify(visitor, '123456')).toMatchObject({ status: 409 })
    const browser = await awaitingCode(recovery, document_id)
    expect(await forgot(browser, 'email')).toMatchObject({ status: 409 })
    expect(await forgot(browser, 'sms')).toMatchObject({ status: 409 })
    await browser.send(recoveryOptionsCall)
    expect(await forgot(browser, 'email')).toMatchObject({ status: 409 })
    const { browser: confirmed } = await withToken(recovery, document_id)
    expect(await verify(confirmed, newestCode(recovery))).toMatchObject({ status: 409 })
    expect(await forgot(confirmed, 'email')).toMatchObject({ status: 409 })
  })

  test('check-account restarts the flow and invalidates its code', async () => {
    const browser = await awaitingCode(recovery, document_id)
    const code = newestCode(recovery)
    await check(browser)
    expect(await verify(browser, code)).toMatchObject({ status: 409 })
  })
})
