import { describe, expect, test } from 'vitest'
import { readProfileCall } from '@clube/contract/identity/profile-call.ts'
import { sessionInfoCall, signOutCall } from '@clube/contract/identity/session-calls.ts'
import { checkAccountCall, signInWithPasswordCall } from '@clube/contract/identity/sign-in-calls.ts'
import { useClub } from '../../testing/club.ts'
import type { TestBrowser } from '../../testing/browser.ts'

const club = useClub()
const { maria, joao, padaria } = club.personas
const terms_id = 'shd_auth_terms'

const check = (browser: TestBrowser, document_id: string) =>
  browser.send(checkAccountCall, { body: { document_id, terms_id } })

const signIn = (
  browser: TestBrowser,
  document_id: string,
  password: string,
  remember_me: 'yes' | 'no' = 'no',
) => browser.send(signInWithPasswordCall, { body: { document_id, terms_id, password, remember_me } })

describe('check-account', () => {
  test('check-account distinguishes complete, incomplete with hints, and unregistered', async () => {
    expect(await check(club.browser(), maria.document_id)).toMatchObject({
      status: 200,
      data: { registration: 'complete', hints: {} },
    })
    expect(await check(club.browser(), joao.document_id)).toMatchObject({
      data: {
        registration: 'incomplete',
        hints: { birth_date: '**/**/**79', cellphone: '(**) *****-**65', email: 'jo********' },
      },
    })
    expect(await check(club.browser(), '123.456.789-09')).toMatchObject({
      data: { registration: 'unregistered', hints: {} },
    })
  })

  test('check-account rejects an invalid document with an error on its field', async () => {
    expect(await check(club.browser(), '52998224726')).toMatchObject({
      status: 422,
      message: 'Verifique os dados informados!',
      errors: [{ path: 'document_id', message: 'CPF inválido!' }],
    })
  })

  test('check-account requires a captcha proof', async () => {
    const response = await club
      .browser()
      .raw('POST', '/api/auth/shd/check-account', { document_id: maria.document_id, terms_id })
    expect(response).toMatchObject({ status: 422, errors: [{ path: 'altcha_challenge' }] })
  })
})

describe('sign-in with a password', () => {
  test('sign-in opens a session after check-account and sign-out ends it', async () => {
    const browser = club.browser()
    await check(browser, maria.document_id)
    const response = await signIn(browser, maria.document_id, maria.password)
    expect(response).toHaveProperty('data', { customer_name: 'Maria', account_id: expect.any(String) })
    const account_id = response.ok && response.data.account_id
    expect(await browser.send(sessionInfoCall)).toMatchObject({ data: { level: 'customer', account_id } })
    expect(await browser.send(readProfileCall)).toMatchObject({ data: { document_id: maria.document_id } })
    const cookies = new Map(browser.cookies)
    expect(await browser.send(signOutCall, { body: {} })).toMatchObject({ status: 200 })
    for (const [name, value] of cookies) browser.cookies.set(name, value)
    expect(await browser.send(sessionInfoCall)).toMatchObject({ status: 401 })
  })

  test('a wrong password is rejected with an error on its field, and sign-in without check-account as flow.wrong-step', async () => {
    const browser = club.browser()
    await check(browser, padaria.document_id)
    expect(await signIn(browser, padaria.document_id, 'errada1')).toMatchObject({
      status: 401,
      code: 'identity.wrong-password',
      errors: [{ path: 'password', message: 'Senha incorreta. Confira e tente novamente.' }],
    })
    expect(await signIn(club.browser(), padaria.document_id, padaria.password)).toMatchObject({
      status: 409,
      code: 'flow.wrong-step',
    })
  })
})
