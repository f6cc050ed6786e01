import { describe, expect, test } from 'vitest'
import {
  checkAccountCall,
  sessionInfoCall,
  signInPasswordlessCall,
  signInWithPasswordCall,
  signOutCall,
} from '@clube/contract/identity/sign-in-calls.ts'
import { updatePasswordCall } from '@clube/contract/identity/account-calls.ts'
import type { TestBrowser } from '../../testing/browser.ts'
import { useClub } from '../../testing/club.ts'

const club = useClub()
const { maria, padaria } = club.personas
const terms_id = 'shd_auth_terms'

const remembered = async (persona: { document_id: string; password: string } = maria) => {
  const browser = club.browser()
  const { document_id, password } = persona
  await browser.send(checkAccountCall, { body: { document_id, terms_id } })
  const reply = await browser.send(signInWithPasswordCall, {
    body: { document_id, terms_id, password, remember_me: 'yes' },
  })
  if (!reply.ok || !reply.data.device_credential) throw new Error('Nobody was remembered')
  return { browser, credential: reply.data.device_credential }
}

const silently = (browser: TestBrowser, password: string, document_id: string = maria.document_id) =>
  browser.send(signInWithPasswordCall, {
    body: { document_id, document_type: 'cpf', password, remember_me: 'yes' },
  })

describe('silent sign-in', () => {
  test('a device credential opens a session without check-account and is exchanged', async () => {
    const { credential } = await remembered()
    const later = club.browser()
    const reply = await silently(later, credential)
    expect(reply).toMatchObject({ status: 200, data: { customer_name: 'Maria' } })
    expect(reply.ok && reply.data.device_credential).not.toBe(credential)
    expect(await later.send(sessionInfoCall)).toMatchObject({ status: 200 })
  })

  test('says document type cpf for companies too, and the server knows better', async () => {
    const { credential } = await remembered(padaria)
    expect(await silently(club.browser(), credential, padaria.document_id)).toMatchObject({ status: 200 })
  })

  test('using a credential twice revokes its whole family', async () => {
    const { credential } = await remembered()
    const first = await silently(club.browser(), credential)
    const next = first.ok ? (first.data.device_credential ?? '') : ''
    expect(await silently(club.browser(), credential)).toMatchObject({
      status: 401,
      code: 'identity.wrong-device-credential',
    })
    expect(await silently(club.browser(), next)).toMatchObject({ status: 401 })
  })

  test('a credential is good for its own document only', async () => {
    const { credential } = await remembered()
    expect(await silently(club.browser(), credential, padaria.document_id)).toMatchObject({ status: 401 })
  })

  test('sign-out forgets the device', async () => {
    const { browser, credential } = await remembered()
    await browser.send(signOutCall, { body: { device_credential: credential } })
    expect(await silently(club.browser(), credential)).toMatchObject({ status: 401 })
  })

  test('without Lembrar de mim there is no credential, and the session ends after an idle hour', async () => {
    const browser = club.browser()
    await browser.send(checkAccountCall, { body: { document_id: maria.document_id, terms_id } })
    const reply = await browser.send(signInWithPasswordCall, {
      body: { document_id: maria.document_id, terms_id, password: maria.password },
    })
    expect(reply).not.toHaveProperty('data.device_credential')
    club.pass(59 * 60)
    expect(await browser.send(sessionInfoCall)).toMatchObject({ status: 200 })
    club.pass(61 * 60)
    expect(await browser.send(sessionInfoCall)).toMatchObject({ status: 401 })
  })

  test('a remembered session lives 14 idle days', async () => {
    const { browser } = await remembered()
    club.pass(13 * 24 * 3600)
    expect(await browser.send(sessionInfoCall)).toMatchObject({ status: 200 })
    club.pass(15 * 24 * 3600)
    expect(await browser.send(sessionInfoCall)).toMatchObject({ status: 401 })
  })

  test('signing in always makes a new session id (no fixation)', async () => {
    const { browser } = await remembered()
    const old = browser.cookies.get('sid') ?? ''
    browser.forgetProof()
    await browser.send(checkAccountCall, { body: { document_id: maria.document_id, terms_id } })
    await browser.send(signInWithPasswordCall, {
      body: { document_id: maria.document_id, terms_id, password: maria.password },
    })
    expect(browser.cookies.get('sid')).not.toBe(old)
    const fixed = club.browser()
    fixed.cookies.set('sid', old)
    expect(await fixed.send(sessionInfoCall)).toMatchObject({ status: 401 })
    fixed.cookies.set('sid', 'chosen-by-an-attacker')
    expect(await fixed.send(sessionInfoCall)).toMatchObject({ status: 401 })
  })

  test('a new password ends the other sessions and every remembered device', async () => {
    const one = await remembered(padaria)
    const other = await remembered(padaria)
    const change = { password: 'Broa-de-Milho', password_confirmation: 'Broa-de-Milho' }
    expect(
      await one.browser.send(updatePasswordCall, { body: { ...change, current_password: 'errada' } }),
    ).toMatchObject({
      status: 422,
      errors: [{ path: 'current_password', message: 'Senha atual incorreta.' }],
    })
    const body = { ...change, current_password: padaria.password }
    const changed = await one.browser.send(updatePasswordCall, { body })
    if (!changed.ok) throw new Error(changed.message)
    expect(await one.browser.send(sessionInfoCall)).toMatchObject({ status: 200 })
    expect(await other.browser.send(sessionInfoCall)).toMatchObject({ status: 401 })
    for (const { credential } of [one, other])
      expect(await silently(club.browser(), credential, padaria.document_id)).toMatchObject({ status: 401 })
    // Who asked to be remembered stays so on this device, by a credential that dies with the next password.
    const fresh = changed.data.device_credential ?? ''
    expect(await silently(club.browser(), fresh, padaria.document_id)).toMatchObject({
      status: 200,
      data: { customer_name: 'Padaria Flor do Bairro' },
    })
  })

  test('a new password remembers nobody who did not ask for it', async () => {
    const browser = club.browser()
    const { document_id, password } = maria
    await browser.send(checkAccountCall, { body: { document_id, terms_id } })
    await browser.send(signInWithPasswordCall, { body: { document_id, terms_id, password } })
    const reply = await browser.send(updatePasswordCall, {
      body: {
        current_password: password,
        password: 'Lampiao-Aceso-3',
        password_confirmation: 'Lampiao-Aceso-3',
      },
    })
    expect(reply).toMatchObject({ status: 200, data: {} })
    expect(reply).not.toHaveProperty('data.device_credential')
  })

  test('passwordless sign-in is off unless the club turns it on', async () => {
    expect(
      await club.browser().send(signInPasswordlessCall, {
        body: { document_id: maria.document_id, terms_id, access_key: 'anything' },
      }),
    ).toMatchObject({ status: 403, message: 'Não autorizado!' })
  })
})
