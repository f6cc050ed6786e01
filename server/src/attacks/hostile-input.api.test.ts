import * as fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { readProfileCall } from '@clube/contract/identity/profile-call.ts'
import { checkAccountCall, signInWithPasswordCall } from '@clube/contract/identity/sign-in-calls.ts'
import type { TestBrowser } from '../testing/browser.ts'
import { useClub } from '../testing/club.ts'

type Operation = { method: string; path: string }
type Document = { paths: Record<string, Record<string, unknown>> }

const club = useClub()
let operations: Operation[] = []
let signedIn: TestBrowser

beforeAll(async () => {
  const document = (await (await fetch(`${club.url}/api/docs`)).json()) as Document
  operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => ({ method: method.toUpperCase(), path })),
  )
  signedIn = club.browser()
  const { document_id, password } = club.personas.maria
  await signedIn.send(checkAccountCall, { body: { document_id, terms_id: 'x' } })
  await signedIn.send(signInWithPasswordCall, { body: { document_id, terms_id: 'x', password } })
})

/** Hostile values: wrong types, huge and empty strings, control characters, injections. */
const hostileValue = fc.oneof(
  fc.anything({ maxDepth: 2 }),
  fc.constantFrom(
    '\u0000',
    "'; drop table customer; --",
    '<script>alert(1)</script>',
    '../../etc/passwd',
    '\uD800',
    'x'.repeat(20_000),
    '9'.repeat(400),
    -1,
    1e308,
    null,
    [],
    {},
    '__proto__',
    '0000-00-00',
    '99/99/9999',
  ),
)

const fields = [
  'document_id',
  'document_type',
  'terms_id',
  'password',
  'password_confirmation',
  'current_password',
  'remember_me',
  'access_key',
  'birth_date',
  'cellphone',
  'email',
  'name',
  'cep',
  'state_id',
  'city_id',
  'district_id',
  'neighborhood',
  'street_type',
  'street_name',
  'street_number',
  'complement',
  'verification_code',
  'accepted_documents',
  'email_marketing_subscription',
  'device_credential',
  'altcha_challenge',
  'captcha_type',
  'recaptcha_token',
  'text',
  'id',
  'cursor',
  'postal_code',
  'transaction_id',
  'transacao_id',
  'alphanumero',
  'cd_identificador',
  'campaign_id',
]

const hostileBody = fc.oneof(fc.dictionary(fc.constantFrom(...fields), hostileValue), hostileValue)

const isExpectedStatus = (status: number) => status === 200 || (status >= 400 && status < 500)

describe('every call', () => {
  test('the API reference lists the calls', () => {
    expect(operations.length).toBeGreaterThan(15)
  })

  test('hostile bodies and queries never cause a 500, and every rejection has a message', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(),
        hostileBody,
        fc.boolean(),
        fc.boolean(),
        async (pick, body, withProof, isSignedIn) => {
          const operation = operations[pick % operations.length]
          // This call signs out by design.
          if (!operation || (isSignedIn && operation.path.endsWith('/signout'))) return
          const browser = isSignedIn ? signedIn : club.browser()
          if (withProof) browser.discardProof()
          const proof = withProof ? await browser.captchaFields() : {}
          const sent =
            typeof body === 'object' && body !== null && !Array.isArray(body) ? { ...body, ...proof } : body
          const path = operation.path.replace(/\{\w+\}/g, () => encodeURIComponent(String(pick)))
          const query = operation.method === 'GET' ? `?${queryOf(body)}` : ''
          const response = await browser.raw(
            operation.method,
            path + query,
            operation.method === 'GET' ? undefined : (JSON.stringify(sent) ?? 'null'),
          )
          if (!isExpectedStatus(response.status) || (response.status !== 200 && !response.message))
            throw new Error(
              `${operation.method} ${path} responded with ${response.status} to ${JSON.stringify(sent)}`,
            )
        },
      ),
      { numRuns: 3000 },
    )
  }, 180_000)

  test('broken JSON, huge bodies and bodies of another content type are rejected', async () => {
    const bodies = [
      '{',
      '[1,2',
      '"',
      '\u0000',
      '{"a":'.repeat(5000),
      `{"document_id":"${'9'.repeat(100_000)}"}`,
    ]
    for (const { method, path } of operations.filter((operation) => operation.method === 'POST')) {
      for (const body of bodies) {
        const response = await club.browser().raw(method, path, body)
        expect(
          isExpectedStatus(response.status),
          `${path} with ${body.slice(0, 20)}: ${response.status}`,
        ).toBe(true)
        expect(response).toMatchObject({ success: false })
      }
      const response = await club
        .browser()
        .raw(method, path, 'a=b', { 'content-type': 'application/x-www-form-urlencoded' })
      expect(response.status).toBe(403)
    }
  })

  test('invalid headers never cause a 500', async () => {
    for (const headers of [
      { cookie: `sid=${'x'.repeat(4000)}; flow=%00` },
      { cookie: ';;;===' },
      { 'x-forwarded-for': "'; drop table customer; --" },
      { 'accept-language': 'x'.repeat(4000) },
      { 'content-type': 'application/json; charset=utf-99' },
    ] as Record<string, string>[]) {
      for (const { method, path } of operations) {
        const response = await club.browser().raw(method, path, method === 'GET' ? undefined : '{}', headers)
        expect(
          isExpectedStatus(response.status),
          `${path} with ${JSON.stringify(headers).slice(0, 40)}: ${response.status}`,
        ).toBe(true)
      }
    }
  })
})

describe('a page on another site', () => {
  test('the CSRF check rejects state-changing requests from forms, from other origins and without the required headers', async () => {
    const crossSite: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'x-requested-with': '' },
      { 'content-type': 'text/plain' },
      { 'sec-fetch-site': '', origin: 'https://evil.example' },
    ]
    for (const { method, path } of operations.filter((operation) => operation.method === 'POST'))
      for (const headers of crossSite)
        expect(await signedIn.raw(method, path, '{}', headers)).toMatchObject({
          status: 403,
          code: 'request.forged',
        })
  })

  test('the session is still valid after the hostile requests', async () => {
    expect(await signedIn.send(readProfileCall)).toMatchObject({ status: 200 })
  })
})

const queryOf = (body: unknown): string => {
  if (typeof body !== 'object' || body === null) return new URLSearchParams({ text: asText(body) }).toString()
  return new URLSearchParams(
    Object.entries(body).map(([name, value]): [string, string] => [name, asText(value)]),
  ).toString()
}

const asText = (value: unknown): string => {
  try {
    return (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed().slice(0, 5000)
  } catch {
    return ''
  }
}
