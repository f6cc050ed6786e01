import { describe, expect, test } from 'vitest'
import { registerCall } from '@clube/contract/identity/account-calls.ts'
import {
  checkAccountCall,
  signInWithPasswordCall,
  verifyIdentityCall,
} from '@clube/contract/identity/sign-in-calls.ts'
import { personas } from '../../../seeds/demonstration/personas.ts'
import { useDemonstrationServers } from '../../testing/demonstration-servers.ts'
import { registrationOf } from '../../testing/joining.ts'

const { browserAt } = useDemonstrationServers()
const terms_id = 'shd_auth_terms'

describe('two servers on one database', () => {
  test('only five of 20 concurrent wrong passwords are verified, and the rest are throttled', async () => {
    const { document_id } = personas.padaria
    const browsers = Array.from({ length: 20 }, (_, i) => browserAt(i))
    await Promise.all(
      browsers.map((browser) => browser.send(checkAccountCall, { body: { document_id, terms_id } })),
    )
    const responses = await Promise.all(
      browsers.map((browser) =>
        browser.send(signInWithPasswordCall, { body: { document_id, terms_id, password: 'errada-123' } }),
      ),
    )
    const codes = responses.map((response) => (response.ok ? 'ok' : response.code))
    expect(codes.filter((code) => code === 'identity.wrong-password')).toHaveLength(5)
    expect(codes.filter((code) => code === 'identity.throttled')).toHaveLength(15)
  })

  test('20 concurrent registrations of the same document create one account', async () => {
    const document_id = '123.456.789-09'
    const browsers = Array.from({ length: 20 }, (_, i) => browserAt(i))
    await Promise.all(
      browsers.map((browser) => browser.send(checkAccountCall, { body: { document_id, terms_id } })),
    )
    const responses = await Promise.all(
      browsers.map((browser) => browser.send(registerCall, { body: registrationOf(document_id) })),
    )
    expect(responses.filter((response) => response.status === 200)).toHaveLength(1)
    expect(responses.filter((response) => response.status === 409)).toHaveLength(19)
  })

  test('20 concurrent uses of one registration ticket complete the account once', async () => {
    const { document_id } = personas.joao
    const first = browserAt(0)
    await first.send(checkAccountCall, { body: { document_id, terms_id } })
    const verified = await first.send(verifyIdentityCall, {
      body: {
        document_id,
        terms_id,
        birth_date: '02/11/1979',
        cellphone: personas.joao.cellphone,
        email: personas.joao.email,
      },
    })
    if (!verified.ok) throw new Error(verified.message)
    const body = registrationOf(document_id, { verification_code: verified.data.verification_code })
    const copies = await Promise.all(
      Array.from({ length: 20 }, async (_, i) => {
        // The same flow cookie in many requests, each with its own proof, so that budgets do not interfere.
        const browser = browserAt(i, first)
        await browser.captchaFields()
        return browser
      }),
    )
    const responses = await Promise.all(copies.map((browser) => browser.send(registerCall, { body })))
    expect(responses.filter((response) => response.status === 200)).toHaveLength(1)
    expect(responses.filter((response) => response.status >= 500)).toEqual([])
  })

  test('20 concurrent uses of one device credential open one session and revoke the credential’s family', async () => {
    const { document_id, password } = personas.maria
    const browser = browserAt(0)
    await browser.send(checkAccountCall, { body: { document_id, terms_id } })
    const response = await browser.send(signInWithPasswordCall, {
      body: { document_id, terms_id, password, remember_me: 'yes' },
    })
    const credential = response.ok ? (response.data.device_credential ?? '') : ''
    const attempts = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        browserAt(i).send(signInWithPasswordCall, {
          body: { document_id, password: credential, remember_me: 'yes' },
        }),
      ),
    )
    const successes = attempts.filter((attempt) => attempt.ok)
    expect(successes).toHaveLength(1)
    const successor = successes[0]?.ok ? (successes[0].data.device_credential ?? '') : ''
    const after = await browserAt(1).send(signInWithPasswordCall, {
      body: { document_id, password: successor, remember_me: 'yes' },
    })
    expect(after.status).toBe(401)
  })
})
