import { describe, expect, test } from 'vitest'
import { readProfileCall } from '@clube/contract/identity/profile-call.ts'
import { sessionInfoCall } from '@clube/contract/identity/session-calls.ts'
import { checkAccountCall, signInPasswordlessCall } from '@clube/contract/identity/sign-in-calls.ts'
import { useClub } from '../../testing/club.ts'

const terms_id = 'shd_auth_terms'

describe('passwordless mode', () => {
  const club = useClub({}, { passwordless: 'yes', access_key: 'chave-do-totem' })
  const { maria, joao } = club.personas

  test('passwordless sign-in requires only the document and shows no personal data', async () => {
    const browser = club.browser()
    const body = { document_id: maria.document_id, terms_id, access_key: 'chave-do-totem' }
    expect(await browser.send(signInPasswordlessCall, { body })).toMatchObject({
      status: 200,
      data: { customer_name: null },
    })
    expect(await browser.send(sessionInfoCall)).toHaveProperty('data', {
      level: 'identified',
      customer_name: null,
    })
    expect(await browser.send(readProfileCall)).toMatchObject({
      status: 403,
      code: 'session.password-required',
    })
  })

  test('passwordless sign-in rejects a wrong access key and a document without a complete account', async () => {
    const body = { document_id: maria.document_id, terms_id, access_key: 'outra' }
    expect(await club.browser().send(signInPasswordlessCall, { body })).toMatchObject({ status: 403 })
    const incomplete = { document_id: joao.document_id, terms_id, access_key: 'chave-do-totem' }
    expect(await club.browser().send(signInPasswordlessCall, { body: incomplete })).toMatchObject({
      status: 404,
    })
  })
})

describe('strict enumeration', () => {
  const club = useClub({ enumeration: 'strict' })

  test('strict enumeration reports every valid document as complete', async () => {
    for (const document_id of [
      club.personas.maria.document_id,
      club.personas.joao.document_id,
      '12345678909',
    ])
      expect(await club.browser().send(checkAccountCall, { body: { document_id, terms_id } })).toMatchObject({
        data: { registration: 'complete', hints: {} },
      })
  })
})

describe('a club that accepts CPFs only', () => {
  const club = useClub({}, { document_types: 'cpf' })

  test('a club that accepts CPFs only parses every document as a CPF', async () => {
    const body = { document_id: '11.222.333/0001-81', terms_id }
    expect(await club.browser().send(checkAccountCall, { body })).toMatchObject({
      status: 422,
      errors: [{ path: 'document_id', message: 'CPF deve conter somente números e 11 dígitos!' }],
    })
  })

  test('a club that accepts CPFs only reports an empty document with the message for CPFs', async () => {
    expect(
      await club.browser().send(checkAccountCall, { body: { document_id: ' ', terms_id } }),
    ).toMatchObject({
      status: 422,
      errors: [{ path: 'document_id', message: 'CPF não pode estar vazio' }],
    })
  })
})

describe('limits of IPs and networks', () => {
  const club = useClub({
    limits: { overrides: { 'account-checks.ip': 4, 'account-checks.network': 6 } },
  })
  const { maria } = club.personas
  const from = (ip: string) => ({ 'x-forwarded-for': ip })

  test('check-account is limited per IP and per network', async () => {
    const check = async (ip: string) => {
      const browser = club.browser()
      const fields = await browser.captchaFields()
      const body = { document_id: maria.document_id, terms_id, ...fields }
      return (await browser.raw('POST', checkAccountCall.path, body, from(ip))).status
    }
    expect([await check('203.0.113.5'), await check('203.0.113.5'), await check('203.0.113.5')]).toEqual([
      200, 200, 200,
    ])
    expect([await check('203.0.113.5'), await check('203.0.113.5')]).toEqual([200, 429])
    expect([await check('203.0.113.6'), await check('203.0.113.7'), await check('203.0.113.8')]).toEqual([
      200, 200, 429,
    ])
    expect(await check('203.0.114.1')).toBe(200)
    club.advanceSeconds(600)
    expect(await check('203.0.113.5')).toBe(200)
  })
})
