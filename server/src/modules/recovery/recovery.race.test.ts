import { describe, expect, test, vi } from 'vitest'
import { checkAccountCall } from '@clube/contract/identity/sign-in-calls.ts'
import {
  forgotPasswordCall,
  recoveryOptionsCall,
  renewRecoveryTokenCall,
  resetPasswordCall,
  verifyResetCodeCall,
} from '@clube/contract/recovery/code-calls.ts'
import { personas } from '../../../seeds/demonstration/personas.ts'
import type { TestBrowser } from '../../testing/browser.ts'
import { useDemonstrationServers } from '../../testing/demonstration-servers.ts'
import { submissionOf, submit } from '../../testing/recovery-submission.ts'

const { database, browserAt, urlAt } = useDemonstrationServers()
const terms_id = 'shd_auth_terms'

const requestCode = async (document_id: string): Promise<{ browser: TestBrowser; code: string }> => {
  await database.db.deleteFrom('outbox_message').execute()
  const browser = browserAt(0)
  await browser.send(checkAccountCall, { body: { document_id, terms_id } })
  const response = await browser.send(forgotPasswordCall, {
    body: { document_id, terms_id, recovery_method: 'email' },
  })
  if (!response.ok) throw new Error(`No code: ${JSON.stringify(response)}`)
  // Messages of an earlier test may arrive as well.
  const code = await vi.waitFor(async () => {
    const messages = await database.db.selectFrom('outbox_message').select('text').execute()
    const found = messages.map(({ text }) => /\b\d{6}\b/.exec(text)?.[0]).find((each) => each !== undefined)
    if (found === undefined) throw new Error('No message contains a code')
    return found
  })
  return { browser, code }
}

const submitCodes = (browser: TestBrowser, codes: readonly string[]) =>
  Promise.all(
    codes.map((verification_code, i) =>
      browserAt(i, browser).send(verifyResetCodeCall, { body: { verification_code, terms_id } }),
    ),
  )

describe('two servers on one database', () => {
  test('64 concurrent submissions of the correct code yield one token, and 64 concurrent resets with it set one password', async () => {
    const { browser, code } = await requestCode(personas.maria.document_id)
    const responses = await submitCodes(
      browser,
      Array.from({ length: 64 }, () => code),
    )
    const tokens = responses.flatMap((response) => (response.ok ? [response.data.recovery_token] : []))
    expect(tokens).toHaveLength(1)
    for (const response of responses) expect([200, 409, 422]).toContain(response.status)
    expect(await database.db.selectFrom('recovery_token').selectAll().execute()).toHaveLength(1)

    const resets = await Promise.all(
      Array.from({ length: 64 }, (_, i) =>
        browserAt(i, browser).send(resetPasswordCall, {
          body: { password: `Jabuticaba-${i}`, recovery_token: tokens[0] ?? '', terms_id },
        }),
      ),
    )
    expect(resets.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await database.db.selectFrom('session').selectAll().execute()).toHaveLength(1)
  })

  test('a recovery token that is renewed and used concurrently sets exactly one password', async () => {
    const { browser, code } = await requestCode(personas.maria.document_id)
    const [verified] = await submitCodes(browser, [code])
    const first = verified?.ok ? verified.data.recovery_token : ''
    const resetWith = (recovery_token: string, i: number) =>
      browserAt(i, browser).send(resetPasswordCall, {
        body: { password: `Pitangueira-${i}`, recovery_token, terms_id },
      })
    const renew = (i: number) => browserAt(i, browser).send(renewRecoveryTokenCall, { body: {} })
    const [resets, renewals] = await Promise.all([
      Promise.all(Array.from({ length: 8 }, (_, i) => resetWith(first, i))),
      Promise.all(Array.from({ length: 8 }, (_, i) => renew(i))),
    ])
    for (const response of [...resets, ...renewals]) expect([200, 409]).toContain(response.status)
    const tokens = renewals.flatMap((each) => (each.ok ? [each.data.recovery_token] : []))
    const later = await Promise.all(tokens.map((token, i) => resetWith(token, i)))
    expect([...resets, ...later].filter(({ ok }) => ok)).toHaveLength(1)
  }, 120_000)

  test('only five of 200 concurrent wrong codes are checked, after which even the correct code is refused', async () => {
    const { browser, code } = await requestCode(personas.padaria.document_id)
    const wrong = Array.from({ length: 200 }, (_, i) =>
      String((Number(code) + 1 + i) % 1_000_000).padStart(6, '0'),
    )
    const responses = await submitCodes(browser, wrong)
    expect(responses.some(({ ok }) => ok)).toBe(false)
    const rows = await database.db
      .selectFrom('recovery_code')
      .select(['attempts', 'used_at'])
      .where('used_at', 'is', null)
      .execute()
    expect(rows).toEqual([{ attempts: 5, used_at: null }])
    expect(await submitCodes(browser, [code])).toMatchObject([
      { status: 422, code: 'recovery.code-exhausted' },
    ])
  })

  test('a recovery submission sent twelve times concurrently creates one request, and all twelve responses are the same', async () => {
    const { browser } = await requestCode(personas.maria.document_id)
    await browser.send(recoveryOptionsCall)
    const fields = await submissionOf()
    const responses = await Promise.all(
      Array.from({ length: 12 }, (_, i) => submit({ url: urlAt(i) }, browserAt(i, browser), fields)),
    )
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200))
    expect(new Set(responses.map((response) => response.ok && response.data.protocol)).size).toBe(1)
    expect(new Set(responses.map((response) => response.ok && response.data.answer_by)).size).toBe(1)
    const { db } = database
    expect(await db.selectFrom('recovery_request').select('id').execute()).toHaveLength(1)
    expect(await db.selectFrom('photo').select('id').execute()).toHaveLength(3)
    const notices = db.selectFrom('message').select('id').where('template', '=', 'recovery-received')
    expect(await notices.execute()).toHaveLength(1)
    const lines = db.selectFrom('audit_line').select('position').where('action', '=', 'recovery.submit')
    expect(await lines.execute()).toHaveLength(1)
  })
})
