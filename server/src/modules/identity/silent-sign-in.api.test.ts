import { listMyTicketsCall } from '@clube/contract/event-tickets/calls.ts'
import { describe, expect, test } from 'vitest'
import { sessionInfoCall, signOutCall } from '@clube/contract/identity/session-calls.ts'
import {
  checkAccountCall,
  signInPasswordlessCall,
  signInWithPasswordCall,
} from '@clube/contract/identity/sign-in-calls.ts'
import { updatePasswordCall } from '@clube/contract/identity/account-calls.ts'
import type { TestBrowser } from '../../testing/browser.ts'
import { useClub } from '../../testing/club.ts'

const club = useClub()
const { maria, padaria } = club.personas
const terms_id = 'shd_auth_terms'

const signInRemembered = async (persona: { document_id: string; password: string } = maria) => {
  const browser = club.browser()
  const { document_id, password } = persona
  await browser.send(checkAccountCall, { body: { document_id, terms_id } })
  const response = await browser.send(signInWithPasswordCall, {
    body: { document_id, terms_id, password, remember_me: 'yes' },
  })
  if (!response.ok || !response.data.device_credential) throw new Error('The device was not remembered')
  return { browser, credential: response.data.device_credential }
}

const signInSilently = (browser: TestBrowser, password: string, document_id: string = maria.document_id) =>
  browser.send(signInWithPasswordCall, {
    body: { document_id, document_type: 'cpf', password, remember_me: 'yes' },
  })

describe('silent sign-in', () => {
  test('a device credential opens a session without check-account and is rotated', async () => {
    const { credential } = await signInRemembered()
    const later = club.browser()
    const response = await signInSilently(later, credential)
    expect(response).toMatchObject({
      status: 200,
      data: { customer_name: 'Maria', account_id: expect.any(String) },
    })
    expect(response.ok && response.data.device_credential).not.toBe(credential)
    expect(await later.send(sessionInfoCall)).toMatchObject({ status: 200 })
  })

  test('silent sign-in works for companies even though the request’s document type is cpf', async () => {
    const { credential } = await signInRemembered(padaria)
    expect(await signInSilently(club.browser(), credential, padaria.document_id)).toMatchObject({
      status: 200,
    })
  })

  test('reusing a device credential revokes its whole family', async () => {
    const { credential } = await signInRemembered()
    const first = await signInSilently(club.browser(), credential)
    const next = first.ok ? (first.data.device_credential ?? '') : ''
    expect(await signInSilently(club.browser(), credential)).toMatchObject({
      status: 401,
      code: 'identity.wrong-device-credential',
    })
    expect(await signInSilently(club.browser(), next)).toMatchObject({ status: 401 })
  })

  test('a device credential is valid for its own document only', async () => {
    const { credential } = await signInRemembered()
    expect(await signInSilently(club.browser(), credential, padaria.document_id)).toMatchObject({
      status: 401,
    })
  })

  test('sign-out revokes the device credential', async () => {
    const { browser, credential } = await signInRemembered()
    await browser.send(signOutCall, { body: { device_credential: credential } })
    expect(await signInSilently(club.browser(), credential)).toMatchObject({ status: 401 })
  })

  test('without remember-me there is no device credential, and the session expires after an idle hour', async () => {
    const browser = club.browser()
    await browser.send(checkAccountCall, { body: { document_id: maria.document_id, terms_id } })
    const response = await browser.send(signInWithPasswordCall, {
      body: { document_id: maria.document_id, terms_id, password: maria.password },
    })
    expect(response).not.toHaveProperty('data.device_credential')
    club.advanceSeconds(59 * 60)
    expect(await browser.send(sessionInfoCall)).toMatchObject({ status: 200 })
    club.advanceSeconds(61 * 60)
    expect(await browser.send(sessionInfoCall)).toMatchObject({ status: 401 })
  })

  test('a session expires after an idle hour even if its page keeps polling', async () => {
    const browser = club.browser()
    await browser.send(checkAccountCall, { body: { document_id: maria.document_id, terms_id } })
    await browser.send(signInWithPasswordCall, {
      body: { document_id: maria.document_id, terms_id, password: maria.password },
    })
    const { method, path } = listMyTicketsCall
    const poll = () => browser.raw(method, path, undefined, { 'x-unattended': 'yes' })
    for (let round = 0; round < 2; round += 1) {
      club.advanceSeconds(25 * 60)
      expect((await poll()).status).toBe(200)
    }
    club.advanceSeconds(11 * 60)
    expect((await poll()).status).toBe(401)
  })

  test('a remembered session expires after 14 idle days', async () => {
    const { browser } = await signInRemembered()
    club.advanceSeconds(13 * 24 * 3600)
    expect(await browser.send(sessionInfoCall)).toMatchObject({ status: 200 })
    club.advanceSeconds(15 * 24 * 3600)
    expect(await browser.send(sessionInfoCall)).toMatchObject({ status: 401 })
  })

  test('signing in always creates a new session id, which prevents session fixation', async () => {
    const { browser } = await signInRemembered()
    const old = browser.cookies.get('sid') ?? ''
    browser.discardProof()
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

  test('a password change revokes the other sessions and all earlier device credentials', async () => {
    const one = await signInRemembered(padaria)
    const other = await signInRemembered(padaria)
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
      expect(await signInSilently(club.browser(), credential, padaria.document_id)).toMatchObject({
        status: 401,
      })
    // A remembered device stays remembered with a new credential.
    const fresh = changed.data.device_credential ?? ''
    expect(await signInSilently(club.browser(), fresh, padaria.document_id)).toMatchObject({
      status: 200,
      data: { customer_name: 'Padaria Flor do Bairro' },
    })
  })

  test('a password change does not remember a device without remember-me', async () => {
    const browser = club.browser()
    const { document_id, password } = maria
    await browser.send(checkAccountCall, { body: { document_id, terms_id } })
    await browser.send(signInWithPasswordCall, { body: { document_id, terms_id, password } })
    const response = await browser.send(updatePasswordCall, {
      body: {
        current_password: password,
        password: 'Lampiao-Aceso-3',
        password_confirmation: 'Lampiao-Aceso-3',
      },
    })
    expect(response).toMatchObject({ status: 200, data: {} })
    expect(response).not.toHaveProperty('data.device_credential')
  })

  test('passwordless sign-in is off by default', async () => {
    expect(
      await club.browser().send(signInPasswordlessCall, {
        body: { document_id: maria.document_id, terms_id, access_key: 'anything' },
      }),
    ).toMatchObject({ status: 403, message: 'Não autorizado!' })
  })
})
