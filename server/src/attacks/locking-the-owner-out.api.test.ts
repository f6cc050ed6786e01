import { beforeEach, describe, expect, test } from 'vitest'
import { checkAccountCall, signInWithPasswordCall } from '@clube/contract/identity/sign-in-calls.ts'
import {
  forgotPasswordCall,
  recoveryOptionsCall,
  resetPasswordCall,
  verifyResetCodeCall,
  type RecoveryMethod,
} from '@clube/contract/recovery/code-calls.ts'
import {
  confirmDeskCodeCall,
  findCustomerCall,
  issueDeskCodeCall,
} from '@clube/contract/recovery/desk-calls.ts'
import { personas } from '../../seeds/demonstration/personas.ts'
import type { TestBrowser } from '../testing/browser.ts'
import { freshCpfs } from '../testing/joining.ts'
import { resetRecovery, useRecovery } from '../testing/recovery.ts'
import { awaitingCode, newestCode, wrongCode } from '../testing/recovery-codes.ts'
import { submissionOf, submit } from '../testing/recovery-submission.ts'

const recovery = useRecovery()
const { maria } = personas
const document_id: string = maria.document_id
const terms_id = 'shd_auth_terms'
const deskChecklist = { original_document: 'yes', face_matches: 'yes', data_matches: 'yes' } as const

/** Leo finds Maria's desk code and confirms it. */
const confirmAsLeo = async (): Promise<void> => {
  const leo = recovery.staff('leo')
  const found = await leo.send(findCustomerCall, { body: { document_id } })
  const code_id = (found.ok && found.data.customer?.unconfirmed_code?.code_id) || ''
  const checklist = { ...deskChecklist, code_received: 'yes' } as const
  expect(await leo.send(confirmDeskCodeCall, { body: { code_id, checklist } })).toMatchObject({ status: 200 })
}

beforeEach(() => resetRecovery(recovery))

const check = (browser: TestBrowser, id = document_id) => {
  browser.discardProof()
  return browser.send(checkAccountCall, { body: { document_id: id, terms_id } })
}
const forgot = (browser: TestBrowser, recovery_method: RecoveryMethod = 'email', id = document_id) => {
  browser.discardProof()
  return browser.send(forgotPasswordCall, { body: { document_id: id, terms_id, recovery_method } })
}
const signIn = async (browser: TestBrowser, password: string) => {
  await check(browser)
  const body = { document_id, terms_id, password }
  return browser.send(signInWithPasswordCall, { body })
}
const verify = (browser: TestBrowser, verification_code: string) => {
  browser.discardProof()
  return browser.send(verifyResetCodeCall, { body: { verification_code, terms_id } })
}

/** A browser from which Maria has signed in before. */
const ownDevice = async (): Promise<TestBrowser> => {
  const browser = recovery.browser()
  expect(await signIn(browser, maria.password)).toMatchObject({ status: 200 })
  return browser
}

/** Another person who knows the document uses up the codes for the day. */
const exhaustCodes = async (id = document_id): Promise<void> => {
  for (let i = 0; i < 5; i += 1) await awaitingCode(recovery, id)
}

describe('after another person has used up the codes for the day', () => {
  test('a device known to the account still gets its own five codes', async () => {
    const owner = await ownDevice()
    await exhaustCodes()
    for (let i = 0; i < 5; i += 1) {
      await check(owner)
      expect(await forgot(owner)).toMatchObject({ status: 200 })
    }
    expect(await verify(owner, newestCode(recovery))).toMatchObject({ status: 200 })
  })

  test('a code requested by a known device is not revoked by codes that others request', async () => {
    const owner = await ownDevice()
    await check(owner)
    await forgot(owner)
    const code = newestCode(recovery)
    await exhaustCodes()
    expect(await verify(owner, code)).toMatchObject({ status: 200 })
  })

  test.each([
    ['with an account', () => document_id],
    ['without an account', () => freshCpfs(1)[0] ?? ''],
  ])(
    'after the codes of a document %s are used up, a new device is offered the same options, receives no code and can submit photos',
    async (_, idOf) => {
      const id = idOf()
      await exhaustCodes(id)
      const browser = recovery.browser()
      await check(browser, id)
      recovery.messages.length = 0
      expect(await forgot(browser, 'email', id)).toMatchObject({ status: 200 })
      const options = { data: { available_options: ['sms', 'local_support', 'remote_support'] } }
      expect(await browser.send(recoveryOptionsCall)).toMatchObject(options)
      expect(await forgot(browser, 'sms', id)).toMatchObject({ status: 200 })
      // Strict mode hides that the codes are exhausted, since only accounts can have a code from the desk as well.
      expect(recovery.messages).toEqual([])
      expect(await browser.send(recoveryOptionsCall)).toMatchObject(options)
      const fields = await submissionOf({ document_id: id })
      expect(await submit(recovery, browser, fields)).toMatchObject({ status: 200 })
    },
  )

  test('with a code from the desk, a new password can be set on a new device', async () => {
    await exhaustCodes()
    const { id: customer_id } = await recovery.database.db
      .selectFrom('customer')
      .select('id')
      .where('email', '=', maria.email)
      .executeTakeFirstOrThrow()
    const body = { customer_id, checklist: deskChecklist }
    const issued = await recovery.staff('rui').send(issueDeskCodeCall, { body })
    await confirmAsLeo()
    const browser = recovery.browser()
    await check(browser)
    expect(await forgot(browser)).toMatchObject({ status: 200 })
    const verified = await verify(browser, issued.ok ? issued.data.code : '')
    const recovery_token = verified.ok ? verified.data.recovery_token : ''
    browser.discardProof()
    const reset = { password: 'Jabuticaba-41', recovery_token, terms_id }
    expect(await browser.send(resetPasswordCall, { body: reset })).toMatchObject({ status: 200 })
  })
})

test('another person’s wrong guesses of a code issued by staff do not count toward a known device’s five attempts', async () => {
  const owner = await ownDevice()
  const { id: customer_id } = await recovery.database.db
    .selectFrom('customer')
    .select('id')
    .where('email', '=', maria.email)
    .executeTakeFirstOrThrow()
  const attacker = await awaitingCode(recovery, document_id)
  const body = { customer_id, checklist: deskChecklist }
  const issued = await recovery.staff('rui').send(issueDeskCodeCall, { body })
  await confirmAsLeo()
  const code = issued.ok ? issued.data.code : ''
  const wrong = [wrongCode(recovery), '333333', '444444'].find((each) => each !== code) ?? ''
  for (let i = 0; i < 6; i += 1) await verify(attacker, wrong)
  expect(await verify(attacker, code)).toMatchObject({ status: 422 })
  await check(owner)
  await forgot(owner)
  expect(await verify(owner, code)).toMatchObject({ status: 200 })
})

describe('recovery requests by another person', () => {
  /** Submits a recovery request from the option step. */
  const submitFrom = async (browser: TestBrowser) => {
    await check(browser)
    await forgot(browser)
    await browser.send(recoveryOptionsCall)
    return submit(recovery, browser, await submissionOf())
  }

  test('another person’s open recovery request does not block one from a known device', async () => {
    const owner = await ownDevice()
    expect(await submitFrom(recovery.browser())).toMatchObject({ status: 200 })
    expect(await submitFrom(recovery.browser())).toMatchObject({ status: 409, code: 'recovery.already-open' })
    expect(await submitFrom(owner)).toMatchObject({ status: 200 })
    expect(await submitFrom(recovery.browser())).toMatchObject({ status: 409, code: 'recovery.already-open' })
    const rows = await recovery.database.db
      .selectFrom('recovery_request')
      .select('known_device')
      .orderBy('known_device')
      .execute()
    expect(rows).toEqual([{ known_device: false }, { known_device: true }])
  })

  test('three recovery requests by another person in a month do not use up those of a known device', async () => {
    const owner = await ownDevice()
    const { db } = recovery.database
    for (let i = 0; i < 3; i += 1) {
      expect(await submitFrom(recovery.browser())).toMatchObject({ status: 200 })
      const state = JSON.stringify({ at: 'rejected', by: null, reason: '-', decided_at: recovery.now() })
      await db.updateTable('recovery_request').set({ state }).execute()
    }
    expect(await submitFrom(recovery.browser())).toMatchObject({
      status: 429,
      code: 'recovery.requests-exhausted',
    })
    expect(await submitFrom(owner)).toMatchObject({ status: 200 })
  })

  test('all open recovery requests are closed when the owner regains access', async () => {
    const owner = await ownDevice()
    await submitFrom(recovery.browser())
    await submitFrom(owner)
    await check(owner)
    await forgot(owner)
    const verified = await verify(owner, newestCode(recovery))
    const recovery_token = verified.ok ? verified.data.recovery_token : ''
    owner.discardProof()
    const body = { password: 'Jabuticaba-41', recovery_token, terms_id }
    expect(await owner.send(resetPasswordCall, { body })).toMatchObject({ status: 200 })
    const rows = await recovery.database.db.selectFrom('recovery_request').select('at').execute()
    expect(rows).toEqual([{ at: 'rejected' }, { at: 'rejected' }])
  })
})

test('another person’s wrong passwords lock only new devices, where the password can be recovered by e-mail', async () => {
  const owner = await ownDevice()
  const attacker = recovery.browser()
  for (let i = 0; i < 6; i += 1) await signIn(attacker, 'Palpite-Errado-1')
  const fresh = recovery.browser()
  expect(await signIn(fresh, maria.password)).toMatchObject({ status: 429, code: 'identity.throttled' })
  expect(await signIn(owner, maria.password)).toMatchObject({ status: 200 })
  await check(fresh)
  expect(await forgot(fresh)).toMatchObject({ status: 200 })
  const verified = await verify(fresh, newestCode(recovery))
  const recovery_token = verified.ok ? verified.data.recovery_token : ''
  fresh.discardProof()
  const body = { password: 'Jabuticaba-41', recovery_token, terms_id }
  expect(await fresh.send(resetPasswordCall, { body })).toMatchObject({ status: 200 })
})

describe('in a club that shows which documents have an account', () => {
  const open = useRecovery({ enumeration: 'spec' })

  test('unless enumeration is strict, a new device is told that the codes for the day are used up, and can open the list of other options', async () => {
    for (let i = 0; i < 5; i += 1) await awaitingCode(open, document_id)
    const browser = open.browser()
    await check(browser)
    const exhausted = {
      status: 429,
      code: 'recovery.codes-exhausted',
      message: 'Os códigos de hoje para este documento acabaram. Escolha outra opção ou tente amanhã.',
    }
    expect(await forgot(browser)).toMatchObject(exhausted)
    expect(await browser.send(recoveryOptionsCall)).toMatchObject({ status: 200 })
    expect(await forgot(browser, 'sms')).toMatchObject(exhausted)
  })
})
