import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { verifyResetCodeCall } from '@clube/contract/recovery/code-calls.ts'
import {
  confirmDeskCodeCall,
  findCustomerCall,
  issueDeskCodeCall,
} from '@clube/contract/recovery/desk-calls.ts'
import { personas } from '../../seeds/demonstration/personas.ts'
import { openDatabase, type Database } from '../db/database.ts'
import { createLimits } from '../modules/limits/index.ts'
import { confirmIssuedDeskCode, issueDeskCode } from '../modules/recovery/issue-desk-code.ts'
import { auditOf, resetRecovery, useRecovery } from '../testing/recovery.ts'
import { awaitingCode } from '../testing/recovery-codes.ts'

const recovery = useRecovery()
const { maria } = personas
const terms_id = 'shd_auth_terms'
const checklist = { original_document: 'yes', face_matches: 'yes', data_matches: 'yes' } as const

const confirmation = { ...checklist, code_received: 'yes' } as const

let other: Database
beforeAll(() => {
  other = openDatabase(recovery.database.url, { poolSize: 10 })
})
afterAll(() => other.close())
beforeEach(() => resetRecovery(recovery))

type Attendant = 'rui' | 'leo' | 'max'

const customerAt = async (name: Attendant) => {
  const body = { document_id: maria.document_id }
  const response = await recovery.staff(name).send(findCustomerCall, { body })
  if (!response.ok || !response.data.customer) throw new Error('Maria was not found')
  return response.data.customer
}

const issue = async (name: Attendant) => {
  const { customer_id } = await customerAt(name)
  return recovery.staff(name).send(issueDeskCodeCall, { body: { customer_id, checklist } })
}

/** An attendant issues a code for Maria. */
const issueCode = async (name: Attendant = 'rui') => {
  const response = await issue(name)
  if (!response.ok) throw new Error(response.message)
  const code_id = (await unconfirmedCodeOf(name))?.code_id ?? ''
  return { code_id, code: response.data.code }
}

/** The code shown to an attendant who looks Maria up. */
const unconfirmedCodeOf = async (name: Attendant) => (await customerAt(name)).unconfirmed_code

const confirm = (name: Attendant, code_id: string) =>
  recovery.staff(name).send(confirmDeskCodeCall, { body: { code_id, checklist: confirmation } })

const use = async (code: string) => {
  const browser = await awaitingCode(recovery, maria.document_id)
  return browser.send(verifyResetCodeCall, { body: { verification_code: code, terms_id } })
}

describe('an attendant who issues a desk code for an absent customer', () => {
  test('a desk code is not valid on any device before another attendant confirms it', async () => {
    const { code_id, code } = await issueCode()
    for (let attempt = 0; attempt < 3; attempt += 1)
      expect(await use(code)).toMatchObject({ status: 422, code: 'recovery.wrong-code' })
    expect(await unconfirmedCodeOf('rui')).toMatchObject({ is_mine: true })
    expect(await unconfirmedCodeOf('leo')).toMatchObject({ code_id, issued_by: 'Rui Alves', is_mine: false })
    // The attempts before the confirmation do not exhaust the customer's code.
    expect(await confirm('leo', code_id)).toMatchObject({ status: 200 })
    expect(await unconfirmedCodeOf('leo')).toBeNull()
    expect(await use(code)).toMatchObject({ status: 200 })
  })

  test('an attendant cannot confirm their own desk code, even in 20 concurrent requests', async () => {
    const { code_id, code } = await issueCode()
    const responses = await Promise.all(Array.from({ length: 20 }, () => confirm('rui', code_id)))
    for (const response of responses)
      expect(response).toMatchObject({ status: 403, code: 'recovery.same-attendant' })
    expect(await use(code)).toMatchObject({ status: 422 })
    expect((await auditOf(recovery)).at(-1)?.action).toBe('customers.find')
  })

  test('the confirmation of one desk code does not confirm a later one', async () => {
    const { code_id } = await issueCode()
    expect(await confirm('leo', code_id)).toMatchObject({ status: 200 })
    const later = await issueCode()
    expect(await confirm('leo', code_id)).toMatchObject({ status: 409, code: 'recovery.no-desk-code' })
    expect(await use(later.code)).toMatchObject({ status: 422, code: 'recovery.wrong-code' })
    expect(await confirm('leo', later.code_id)).toMatchObject({ status: 200 })
    expect(await confirm('leo', later.code_id)).toMatchObject({ status: 409, code: 'recovery.no-desk-code' })
  })

  test('an attendant cannot replace a desk code after the second attendant found the customer', async () => {
    const shown = await issueCode()
    const later = await issueCode()
    expect(await confirm('leo', shown.code_id)).toMatchObject({ status: 409, code: 'recovery.no-desk-code' })
    for (const { code } of [shown, later]) expect(await use(code)).toMatchObject({ status: 422 })
  })
})

describe('an attendant who issues a code while a colleague serves the customer', () => {
  test('a second desk code is refused until the first is confirmed or has expired, and does not count toward the customer’s limit', async () => {
    const { code_id, code } = await issueCode('rui')
    for (let attempt = 0; attempt < 4; attempt += 1)
      expect(await issue('max')).toMatchObject({ status: 409, code: 'recovery.desk-code-pending' })
    expect(await unconfirmedCodeOf('leo')).toMatchObject({ code_id, issued_by: 'Rui Alves' })
    expect(await confirm('leo', code_id)).toMatchObject({ status: 200 })
    expect(await use(code)).toMatchObject({ status: 200 })
    await issueCode('rui')
    recovery.advanceSeconds(900)
    expect(await issue('max')).toMatchObject({ status: 200 })
  })

  test('a confirmation does not apply to a desk code that the confirming attendant was not shown', async () => {
    const shown = await issueCode('rui')
    recovery.advanceSeconds(900)
    const own = await issueCode('max')
    expect(await confirm('leo', shown.code_id)).toMatchObject({ status: 409, code: 'recovery.no-desk-code' })
    expect(await use(own.code)).toMatchObject({ status: 422, code: 'recovery.wrong-code' })
    expect(await unconfirmedCodeOf('leo')).toMatchObject({ code_id: own.code_id, issued_by: 'Max Prado' })
  })

  test('when two attendants issue a desk code over two connection pools, only one succeeds, and a confirmation never applies to a code that was not shown', async () => {
    const { db } = recovery.database
    const { customer_id } = await customerAt('rui')
    const otherDeps = { ...recovery.deps, db: other.db, limits: createLimits(other.db) }
    const rui = { staff_id: 'rui', name: 'Rui Alves' }
    const max = { staff_id: 'max', name: 'Max Prado' }
    const leo = { staff_id: 'leo', name: 'Leo Dutra' }
    for (let round = 0; round < 12; round += 1) {
      await db.deleteFrom('recovery_code').execute()
      await db.deleteFrom('attempt_counter').execute()
      const first = await Promise.allSettled([
        issueDeskCode(recovery.deps, { customer_id, checklist, by: rui }),
        issueDeskCode(otherDeps, { customer_id, checklist, by: max }),
      ])
      expect(first.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
      const shown = await unconfirmedCodeOf('leo')
      const code_id = shown?.code_id ?? ''
      const issuer = shown?.issued_by === 'Rui Alves' ? rui : max
      await Promise.allSettled([
        issueDeskCode(recovery.deps, { customer_id, checklist, by: issuer }),
        confirmIssuedDeskCode(otherDeps, { code_id, checklist: confirmation, by: leo }),
      ])
      const confirmed = await db
        .selectFrom('recovery_code')
        .select('id')
        .where('confirmed_by', 'is not', null)
        .execute()
      expect([[], [{ id: code_id }]]).toContainEqual(confirmed)
    }
  })
})
