import { beforeEach, expect, test } from 'vitest'
import {
  forgotPasswordCall,
  resetPasswordCall,
  verifyResetCodeCall,
} from '@clube/contract/recovery/code-calls.ts'
import { personas } from '../../seeds/demonstration/personas.ts'
import type { TestBrowser } from '../testing/browser.ts'
import { openRecoveryOptions, awaitingCode, newestCode, withToken } from '../testing/recovery-codes.ts'
import { submissionOf, submit } from '../testing/recovery-submission.ts'
import { resetRecovery, useRecovery } from '../testing/recovery.ts'
import { hostileValues, pathsOf, replaceAt } from './hostile-values.testing.ts'

const recovery = useRecovery()
const { document_id } = personas.maria
const terms_id = 'shd_auth_terms'

beforeEach(() => resetRecovery(recovery))

/**
 * Sends every hostile value in every field of the body, in a flow state that allows the call: a value that the call accepts,
 * such as the customer's document, moves the flow on, and the next value is sent in a new flow.
 */
const attack = async (open: () => Promise<TestBrowser>, path: string, body: () => object): Promise<void> => {
  let browser = await open()
  for (const field of pathsOf(body()))
    for (const value of hostileValues) {
      browser.discardProof()
      const sent = replaceAt({ ...body() }, field, value)
      const proof = await browser.captchaFields()
      const isObject = typeof sent === 'object' && sent !== null && !Array.isArray(sent)
      const response = await browser.raw(
        'POST',
        path,
        JSON.stringify(isObject ? { ...sent, ...proof } : (sent ?? null)),
      )
      expect(response.status, `${path} ${field.join('.')} ${JSON.stringify(value)}`).toBeLessThan(500)
      if (response.ok) browser = await open()
      else expect(response.message).not.toBe('')
    }
}

test('forgot-password handles hostile input in the option step without a 500', async () => {
  const open = () => openRecoveryOptions(recovery, document_id)
  await attack(open, forgotPasswordCall.path, () => ({
    document_id,
    document_type: 'cpf',
    terms_id,
    recovery_method: 'sms',
  }))
})

test('verify-password-reset-code handles hostile input without a 500 while a code is pending', async () => {
  await attack(
    () => awaitingCode(recovery, document_id),
    verifyResetCodeCall.path,
    () => ({
      verification_code: newestCode(recovery),
      terms_id,
    }),
  )
})

test('reset-password handles hostile input without a 500 with a recovery token', async () => {
  let token = ''
  const open = async () => {
    const { browser, recovery_token } = await withToken(recovery, document_id)
    token = recovery_token
    return browser
  }
  await attack(open, resetPasswordCall.path, () => ({
    password: '1',
    password_confirmation: '1',
    recovery_token: token,
    terms_id,
  }))
})

test('the remote-support request handles hostile text and files without a 500', async () => {
  const fields = await submissionOf()
  const browser = await openRecoveryOptions(recovery, document_id)
  const texts = hostileValues
    .filter((value) => typeof value === 'string')
    .map((value) => value.toWellFormed())
  let offset = 0
  for (const name of Object.keys(fields)) {
    const some = texts.filter((_, i) => (i + (offset += 1)) % 3 === 0)
    for (const value of [...some, Buffer.alloc(0), Buffer.from([0xff, 0xd8, 0xff, 0])]) {
      const response = await submit(recovery, browser, { ...fields, [name]: value })
      expect(response.status, `${name} ${JSON.stringify(value)}`).toBeLessThan(500)
      if (!response.ok) expect(response.message).not.toBe('')
    }
  }
}, 240_000)

test.each([
  'name[__proto__]',
  '__proto__[name]',
  'constructor[prototype]',
  'name[',
  '[',
  'a[b][c][d][e]',
  ' ',
])('a form field named %j neither fails with a 500 nor pollutes prototypes', async (name) => {
  const browser = await openRecoveryOptions(recovery, document_id)
  const response = await submit(recovery, browser, { ...(await submissionOf()), [name]: 'x' })
  expect([200, 400, 422]).toContain(response.status)
  expect(Object.hasOwn(Object.prototype, 'name')).toBe(false)
})
