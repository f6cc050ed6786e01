import { registerCall } from '@clube/contract/identity/account-calls.ts'
import { captchaChallengeCall } from '@clube/contract/captcha/calls.ts'
import {
  checkAccountCall,
  signInPasswordlessCall,
  signInWithPasswordCall,
  verifyIdentityCall,
} from '@clube/contract/identity/sign-in-calls.ts'
import {
  forgotPasswordCall,
  recoveryOptionsCall,
  resetPasswordCall,
  verifyResetCodeCall,
} from '@clube/contract/recovery/code-calls.ts'
import type { BodyOf } from '@clube/contract/kernel/call.ts'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { issueDeskCodeCall } from '@clube/contract/recovery/desk-calls.ts'
import { personas as recoverable } from '../../seeds/demonstration/personas.ts'
import type { ApiResponse, TestBrowser } from '../testing/browser.ts'
import { testRootKey, useClub } from '../testing/club.ts'
import { acceptedDocuments, freshCpfs, registrationOf } from '../testing/joining.ts'
import { awaitingCode } from '../testing/recovery-codes.ts'
import { resetRecovery, useRecovery } from '../testing/recovery.ts'
import { submissionOf, submit } from '../testing/recovery-submission.ts'
import { documentLabel, seedCustomer } from '../modules/identity/index.ts'
import { createVault } from '../modules/vault/index.ts'

const club = useClub({ enumeration: 'strict' })
const terms_id = 'shd_auth_terms'
const [active = '', incomplete = '', blocked = '', deletionPending = '', unknown = ''] = freshCpfs(
  5,
  410_000_000,
)
const known = { active, incomplete, blocked, deletionPending }

beforeAll(async () => {
  const { db } = club.database
  const vault = createVault(testRootKey)
  for (const [i, [state, document_id]] of Object.entries(known).entries()) {
    const password = state === 'incomplete' ? null : 'Jabuticaba-9'
    const contacts = { cellphone: `1197777000${i}`, email: `${state}@exemplo.com.br` }
    const persona = { ...club.personas.maria, ...contacts, document_id, password }
    await seedCustomer({ db, vault, persona, now: club.now() })
  }
  const setStatus = (document_id: string, status: string) =>
    sql`update customer set account_status = ${status}, deletion_requested_at =
      case when ${status} = 'deletion_pending' then now() end
      where document_index = ${vault.indexOf(documentLabel, document_id)}`.execute(db)
  await setStatus(blocked, 'blocked')
  await setStatus(deletionPending, 'deletion_pending')
})

const wrong = 'Nao-e-esta-1'
const stale: BodyOf<typeof registerCall>['accepted_documents'] = [
  { kind: 'loyaltyclub_terms', version: '0.9' },
  { kind: 'loyaltyclub_regulation', version: '1.0' },
]

/** Every call that an anonymous visitor can make for a document without changing it, in fresh browsers. */
const probe = async (document_id: string): Promise<ReadonlyMap<string, string>> => {
  const seen = new Map<string, string>()
  const record = (name: string, browser: TestBrowser, response: ApiResponse<unknown>) =>
    seen.set(name, shapeOf(response, browser))
  const checked = async () => {
    const browser = club.browser()
    record('check', browser, await browser.send(checkAccountCall, { body: { document_id, terms_id } }))
    return browser
  }
  const register = async (name: string, change: Parameters<typeof registrationOf>[1]) => {
    const browser = await checked()
    const body = registrationOf(document_id, change)
    record(name, browser, await browser.send(registerCall, { body }))
  }
  await register('stale terms', { accepted_documents: stale })
  await register('no terms', { accepted_documents: [] })
  await register('unknown terms', {
    accepted_documents: [...acceptedDocuments, { kind: 'sac', version: '0.9' }],
  })
  await register('forged ticket', { verification_code: 'x'.repeat(43) })
  await register('weak password', { password: document_id, password_confirmation: document_id })
  await register('nonexistent city', { city_id: 1 })

  const signingIn = await checked()
  for (let attempt = 1; attempt <= 7; attempt += 1) {
    signingIn.discardProof()
    const body = { document_id, terms_id, password: wrong }
    record(`password ${attempt}`, signingIn, await signingIn.send(signInWithPasswordCall, { body }))
  }
  const silent = club.browser()
  const password = `dc1.${randomUUID()}.${'x'.repeat(43)}`
  record('device', silent, await silent.send(signInWithPasswordCall, { body: { document_id, password } }))
  const body = { document_id, terms_id, access_key: 'x' }
  record('passwordless', silent, await silent.send(signInPasswordlessCall, { body }))

  const verifying = await checked()
  const hints = { document_id, terms_id, birth_date: '14/05/1986' }
  record('hints', verifying, await verifying.send(verifyIdentityCall, { body: hints }))

  const recovering = await checked()
  const forgot = { document_id, terms_id, recovery_method: 'email' as const }
  record('e-mail code', recovering, await recovering.send(forgotPasswordCall, { body: forgot }))
  for (let attempt = 1; attempt <= 7; attempt += 1) {
    recovering.discardProof()
    const code = { verification_code: '000000', terms_id }
    record(`code ${attempt}`, recovering, await recovering.send(verifyResetCodeCall, { body: code }))
  }
  const reset = { recovery_token: 'x'.repeat(43), password: 'Pitanga-Doce-4', terms_id }
  record('reset', recovering, await recovering.send(resetPasswordCall, { body: reset }))

  const requestingSupport = await checked()
  await requestingSupport.send(forgotPasswordCall, { body: forgot })
  record('options', requestingSupport, await requestingSupport.send(recoveryOptionsCall))
  const sms = { ...forgot, recovery_method: 'sms' as const }
  record('SMS code', requestingSupport, await requestingSupport.send(forgotPasswordCall, { body: sms }))
  record('SMS code again', requestingSupport, await requestingSupport.send(forgotPasswordCall, { body: sms }))
  record('options again', requestingSupport, await requestingSupport.send(recoveryOptionsCall))
  const fields = await submissionOf({ document_id })
  record('photos', requestingSupport, await submit(club, requestingSupport, fields))
  record(
    'photos again',
    requestingSupport,
    await submit(club, requestingSupport, { ...fields, name: 'Outra Pessoa' }),
  )

  const challenged = club.browser()
  record('challenge', challenged, await challenged.send(captchaChallengeCall))
  return seen
}

/** Status, body and headers with random values and timestamps, which have a fixed length, masked. */
const shapeOf = (response: ApiResponse<unknown>, browser: TestBrowser): string => {
  const { headers, ...body } = response
  const plain = (text: string) =>
    text
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'instant')
      .replace(/\d{4}-\d{6}-\d/g, 'protocol')
      .replace(/[\da-f]{8}-[\da-f-]{27}/g, 'uuid')
      .replace(/[\da-f]{16,}/g, (hex) => `hex${hex.length}`)
      .replace(/expires=\d+/g, 'expires')
      .replace(/(=)[\w-]{43}(?=;)/g, '$1secret')
  const named = [...headers].filter(([name]) => !['date', 'x-request-id'].includes(name))
  return plain(JSON.stringify([body, named, [...browser.cookies.keys()].toSorted()]))
}

test('in strict mode every call returns the same response for known and unknown documents, apart from random values and times', async () => {
  const expected = await probe(unknown)
  expect(expected.get('password 1')).toContain('identity.wrong-password')
  expect(expected.get('password 7')).toContain('identity.throttled')
  expect(expected.get('stale terms')).toContain('identity.terms-outdated')
  expect(expected.get('photos')).toContain('protocol')
  for (const [state, document_id] of Object.entries(known))
    for (const [name, shape] of await probe(document_id))
      expect([state, name, shape]).toEqual([state, name, expected.get(name)])
})

test('in strict mode the captcha difficulty does not reveal whether previously checked documents exist', async () => {
  const from = { 'x-forwarded-for': '203.0.113.9' }
  const difficulties = new Set<number>()
  for (const document_id of freshCpfs(20, 420_000_000)) {
    const browser = club.browser()
    const fields = await browser.captchaFields()
    const body = { document_id, terms_id, ...fields }
    await browser.raw('POST', checkAccountCall.path, body, from)
    const { method, path } = captchaChallengeCall
    const response = await club.browser().raw<{ maxnumber: number }>(method, path, undefined, from)
    if (response.ok) difficulties.add(response.data.maxnumber)
  }
  expect(difficulties.size).toBe(1)
})

describe('in strict mode, while an account’s desk code is pending', () => {
  const recovery = useRecovery()
  const { document_id } = recoverable.maria
  const checklist = { original_document: 'yes', face_matches: 'yes', data_matches: 'yes' } as const

  test.each(['email', 'sms'] as const)(
    'a request for a code (%s) beyond the daily limit does not reveal the account',
    async (method) => {
      await resetRecovery(recovery)
      const { db } = recovery.database
      const { id: customer_id } = await db
        .selectFrom('customer')
        .select('id')
        .where('email', '=', recoverable.maria.email)
        .executeTakeFirstOrThrow()
      const body = { customer_id, checklist }
      const issued = await recovery.staff('rui').send(issueDeskCodeCall, { body })
      const shown = issued.ok ? issued.data : null
      expect(shown).not.toBeNull()
      const request = async (document: string) => {
        for (let attempt = 0; attempt < 5; attempt += 1) await awaitingCode(recovery, document)
        const browser = recovery.browser()
        const step = { document_id: document, terms_id }
        await browser.send(checkAccountCall, { body: step })
        const send = (recovery_method: 'email' | 'sms') =>
          browser.send(forgotPasswordCall, { body: { ...step, recovery_method } })
        const sixth = await send('email')
        if (method === 'email') return sixth.ok ? 'ok' : sixth.code
        await browser.send(recoveryOptionsCall)
        browser.discardProof()
        const seventh = await send('sms')
        return seventh.ok ? 'ok' : seventh.code
      }
      expect(await request(document_id)).toBe(await request(freshCpfs(1, 430_000_000)[0] ?? ''))
    },
  )
})
