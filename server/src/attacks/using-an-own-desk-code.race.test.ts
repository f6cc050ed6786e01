import { beforeEach, describe, expect, test } from 'vitest'
import { verifyResetCodeCall } from '@clube/contract/recovery/code-calls.ts'
import {
  confirmDeskCodeCall,
  findCustomerCall,
  issueDeskCodeCall,
} from '@clube/contract/recovery/desk-calls.ts'
import { personas } from '../../seeds/demonstration/personas.ts'
import { auditOf, resetRecovery, useRecovery } from '../testing/recovery.ts'
import { awaitingCode } from '../testing/recovery-codes.ts'

const recovery = useRecovery()
const { maria } = personas
const terms_id = 'shd_auth_terms'
const checklist = { original_document: 'yes', face_matches: 'yes', data_matches: 'yes' } as const

beforeEach(() => resetRecovery(recovery))

const customerAt = async (name: 'rui' | 'leo') => {
  const body = { document_id: maria.document_id }
  const reply = await recovery.staff(name).send(findCustomerCall, { body })
  if (!reply.ok || !reply.data.customer) throw new Error('Maria was not found')
  return reply.data.customer
}

/** Rui issues a code for Maria. */
const issued = async () => {
  const { customer_id } = await customerAt('rui')
  const reply = await recovery.staff('rui').send(issueDeskCodeCall, { body: { customer_id, checklist } })
  if (!reply.ok) throw new Error(reply.message)
  return { customer_id, code: reply.data.code }
}

const confirm = (name: 'rui' | 'leo', customer_id: string) =>
  recovery.staff(name).send(confirmDeskCodeCall, { body: { customer_id, checklist } })

const use = async (code: string) => {
  const browser = await awaitingCode(recovery, maria.document_id)
  return browser.send(verifyResetCodeCall, { body: { verification_code: code, terms_id } })
}

describe('an attendant who issues a desk code for an absent customer', () => {
  test('cannot use it, whatever the device: it is not valid before another attendant confirms it', async () => {
    const { customer_id, code } = await issued()
    for (let attempt = 0; attempt < 3; attempt += 1)
      expect(await use(code)).toMatchObject({ status: 422, code: 'recovery.wrong-code' })
    expect((await customerAt('rui')).unconfirmed_code).toMatchObject({ is_mine: true })
    expect((await customerAt('leo')).unconfirmed_code).toMatchObject({ is_mine: false })
    // The attempts before the confirmation do not exhaust the customer's code.
    expect(await confirm('leo', customer_id)).toMatchObject({ status: 200 })
    expect((await customerAt('leo')).unconfirmed_code).toBeNull()
    expect(await use(code)).toMatchObject({ status: 200 })
  })

  test('cannot confirm it, also not in 20 concurrent requests', async () => {
    const { customer_id, code } = await issued()
    const replies = await Promise.all(Array.from({ length: 20 }, () => confirm('rui', customer_id)))
    for (const reply of replies) expect(reply).toMatchObject({ status: 403, code: 'recovery.same-attendant' })
    expect(await use(code)).toMatchObject({ status: 422 })
    expect((await auditOf(recovery)).at(-1)?.action).toBe('recovery.desk-code')
  })

  test('cannot have the confirmation of another code count for a later one', async () => {
    const { customer_id } = await issued()
    expect(await confirm('leo', customer_id)).toMatchObject({ status: 200 })
    const later = await issued()
    expect(await use(later.code)).toMatchObject({ status: 422, code: 'recovery.wrong-code' })
    expect(await confirm('leo', customer_id)).toMatchObject({ status: 200 })
    expect(await confirm('leo', customer_id)).toMatchObject({ status: 409, code: 'recovery.no-desk-code' })
  })
})
