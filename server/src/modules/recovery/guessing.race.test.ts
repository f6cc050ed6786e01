import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { captchaChallengeCall } from '@clube/contract/captcha/calls.ts'
import type { PersonDocument } from '@clube/contract/brazil/document.ts'
import { verifyResetCodeCall } from '@clube/contract/recovery/code-calls.ts'
import { approveRecoveryCall, rejectRecoveryCall } from '@clube/contract/recovery/decision-calls.ts'
import { startReviewCall } from '@clube/contract/recovery/review-calls.ts'
import { personas } from '../../../seeds/demonstration/personas.ts'
import { isRefusal } from '../../kernel/refusal.ts'
import { freshCpfs } from '../../testing/joining.ts'
import { resetRecovery, useRecovery } from '../../testing/recovery.ts'
import { openRecoveryOptions, awaitingCode, newestCode } from '../../testing/recovery-codes.ts'
import { openPhotos, submissionOf, submit, submitRequest } from '../../testing/recovery-submission.ts'
import { expiryAfter } from '../../ports/clock.ts'
import { flowHash, flowSeconds } from '../identity/flow.ts'
import { saveFlow } from '../identity/flow-store.ts'
import { chooseAnotherOption } from './choose-another-option.ts'
import { sendResetCode } from './send-reset-code.ts'
import { verifyResetCode } from './verify-reset-code.ts'

const recovery = useRecovery()
const { maria, padaria } = personas
const terms_id = 'shd_auth_terms'
const checklist = {
  document_readable: 'yes',
  document_matches: 'yes',
  face_matches: 'yes',
  paper_shows_day: 'yes',
} as const

beforeEach(() => resetRecovery(recovery))

const documentOf = (document_id: string): PersonDocument =>
  recovery.deps.accounts.readDocument({ document_id })

/** Saves a flow in the state after check-account, without solving a captcha. */
const saveFlowAtSignIn = async (flow_id: string, document_id: string): Promise<void> => {
  const { db, vault } = recovery.deps
  await saveFlow(db, {
    id_hash: flowHash(flow_id),
    state: { at: 'signIn' },
    document_index: vault.indexOf('customer.document', document_id),
    expires_at: expiryAfter(recovery.now(), flowSeconds),
  })
}

/** The result of a call, or null when it was refused. */
const resultOrNull = async <Response>(work: Promise<Response>): Promise<Response | null> => {
  try {
    return await work
  } catch (error) {
    if (isRefusal(error)) return null
    throw error
  }
}

const visitorOf = (flow_id: string, ip: string) => ({ flow_id, ip, device_id: null })

describe('guessing codes across accounts', () => {
  test('guessing a code across a thousand accounts quadruples the captcha work within a minute and raises one alarm', async () => {
    const challenge = async () => {
      const response = await recovery.browser().send(captchaChallengeCall)
      return response.ok && response.data.maxnumber
    }
    expect(await challenge()).toBe(1000)
    const ip = '203.0.113.9'
    const guess = async (document_id: string): Promise<void> => {
      const flow_id = randomUUID()
      await saveFlowAtSignIn(flow_id, document_id)
      await sendResetCode(recovery.deps, {
        visitor: visitorOf(flow_id, ip),
        document: documentOf(document_id),
        method: 'email',
      })
      recovery.advanceSeconds(0.06)
      await resultOrNull(verifyResetCode(recovery.deps, { visitor: visitorOf(flow_id, ip), code: '123456' }))
    }
    const documents = freshCpfs(1000, 400_000_000)
    for (let start = 0; start < documents.length; start += 20)
      await Promise.all(documents.slice(start, start + 20).map(guess))
    expect(await challenge()).toBe(4000)
    expect(recovery.alarms).toEqual([
      { event: 'recovery.codes-guessed-across-accounts', accounts: expect.any(Number) },
    ])
    recovery.advanceSeconds(1200)
    expect(await challenge()).toBe(1000)
  })

  test('repeatedly mistyping one’s own code raises no alarm', async () => {
    for (let i = 0; i < 5; i += 1) {
      const browser = await awaitingCode(recovery, maria.document_id)
      for (let attempt = 0; attempt < 3; attempt += 1)
        await browser.send(verifyResetCodeCall, { body: { verification_code: '000000', terms_id } })
    }
    expect(recovery.alarms).toEqual([])
  })
})

type Move =
  | { kind: 'check'; flow: number; document: number }
  | { kind: 'email' | 'sms' | 'options'; flow: number; document: number }
  | { kind: 'verify'; flow: number; from: number; document: number }
  | { kind: 'wait'; flow: number; document: number }

const flow = fc.nat({ max: 1 })
const document = fc.nat({ max: 1 })
const moves = fc.array(
  fc.oneof(
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('check' as const), flow, document }) },
    {
      weight: 4,
      arbitrary: fc.record({ kind: fc.constantFrom('email', 'email', 'sms', 'options'), flow, document }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant('verify' as const),
        flow,
        document,
        from: fc.constantFrom(0, 0, 0, 1, 2),
      }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('wait' as const), flow, document }) },
  ),
  { minLength: 8, maxLength: 24 },
) as fc.Arbitrary<Move[]>

test('no sequence of events yields a recovery token without consuming a valid code of the same flow', async () => {
  const documents = [maria.document_id, padaria.document_id]
  let issued = 0
  await fc.assert(
    fc.asyncProperty(moves, async (sequence) => {
      await resetRecovery(recovery)
      const flows = [randomUUID(), randomUUID()]
      for (const [i, flow_id] of flows.entries()) await saveFlowAtSignIn(flow_id, documents[i] ?? '')
      /** Codes in sending order, with the requesting flow. */
      const sent: { code: string; flow_id: string; at: number }[] = []
      const tokens: { code: string; flow_id: string; at: number }[] = []
      for (const move of sequence) {
        const flow_id = flows[move.flow] ?? ''
        const document_id = documents[move.document] ?? ''
        const at = recovery.now().getTime()
        switch (move.kind) {
          case 'check':
            await saveFlowAtSignIn(flow_id, document_id)
            break
          case 'email':
          case 'sms': {
            const input = {
              visitor: visitorOf(flow_id, '203.0.113.9'),
              document: documentOf(document_id),
              method: move.kind,
            }
            const before = recovery.messages.length
            await resultOrNull(sendResetCode(recovery.deps, input)).catch(() => null)
            if (recovery.messages.length > before) sent.push({ code: newestCode(recovery), flow_id, at })
            break
          }
          case 'options':
            await chooseAnotherOption(recovery.deps, { flow_id })
            break
          case 'verify': {
            const code = sent.at(-1 - move.from)?.code ?? '000000'
            const input = { visitor: visitorOf(flow_id, '203.0.113.9'), code }
            if (await resultOrNull(verifyResetCode(recovery.deps, input))) tokens.push({ code, flow_id, at })
            break
          }
          case 'wait':
            recovery.advanceSeconds(200)
            break
          default:
            move satisfies never
        }
      }
      for (const token of tokens) {
        const source = sent.findLast(({ code, flow_id }) => code === token.code && flow_id === token.flow_id)
        expect(source).toBeDefined()
        expect(token.at - (source?.at ?? 0)).toBeLessThan(600_000)
        // No newer code was sent to this flow before its use.
        const later = sent.slice(sent.lastIndexOf(source ?? token) + 1)
        expect(later.some((one) => one.flow_id === token.flow_id && one.at < token.at)).toBe(false)
      }
      const { db } = recovery.database
      const rows = await db
        .selectFrom('recovery_token')
        .innerJoin('recovery_code', 'recovery_code.id', 'recovery_token.code_id')
        .select(['recovery_token.flow_hash as token_flow', 'recovery_code.flow_hash as code_flow'])
        .select(['recovery_code.used_at', 'recovery_code.ended_at', 'recovery_code.attempts'])
        .execute()
      expect(rows).toHaveLength(tokens.length)
      for (const row of rows) {
        expect(row.code_flow).toEqual(row.token_flow)
        expect(row.used_at).not.toBe(null)
        expect(row.ended_at).toBe(null)
      }
      issued += tokens.length
    }),
    { numRuns: 100 },
  )
  // Without any token the property would hold vacuously.
  expect(issued).toBeGreaterThan(5)
})

describe('concurrent calls', () => {
  test('when two staff members start to review a recovery request concurrently, one of them gets it, and only one of 16 concurrent decisions succeeds', async () => {
    const id = await submitRequest(recovery)
    const started = await Promise.all(
      (['ana', 'bia', 'ana', 'bia'] as const).map((name) =>
        recovery.staff(name).send(startReviewCall, { params: { id } }),
      ),
    )
    const holders = new Set(started.flatMap((response) => (response.ok ? [response.data.reviewer_name] : [])))
    expect(holders.size).toBe(1)
    const name = holders.has('Ana Souza') ? 'ana' : 'bia'
    await openPhotos(recovery, recovery.staff(name), id)
    recovery.messages.length = 0
    const decided = await Promise.all(
      Array.from({ length: 16 }, (_, i) =>
        i % 2 === 0
          ? recovery
              .staff(name)
              .send(approveRecoveryCall, { params: { id }, body: { checklist, send_by: 'email' } })
          : recovery
              .staff(name)
              .send(rejectRecoveryCall, { params: { id }, body: { reason: 'not_genuine' } }),
      ),
    )
    expect(decided.filter(({ ok }) => ok)).toHaveLength(1)
    expect(decided.filter(({ status }) => status === 409)).toHaveLength(15)
    expect(recovery.messages).toHaveLength(1)
  })

  test('a code issued by staff is claimed by only one of many concurrent flows', async () => {
    const id = await submitRequest(recovery)
    const ana = recovery.staff('ana')
    await ana.send(startReviewCall, { params: { id } })
    await openPhotos(recovery, ana, id)
    await ana.send(approveRecoveryCall, { params: { id }, body: { checklist, send_by: 'email' } })
    const code = newestCode(recovery)
    const flows = Array.from({ length: 16 }, () => randomUUID())
    const document_index = recovery.deps.vault.indexOf('customer.document', maria.document_id)
    const { db } = recovery.deps
    for (const flow_id of flows)
      await saveFlow(db, {
        id_hash: flowHash(flow_id),
        state: { at: 'resetCodeEmail' },
        document_index,
        expires_at: expiryAfter(recovery.now(), flowSeconds),
      })
    const responses = await Promise.all(
      flows.map((flow_id) =>
        resultOrNull(verifyResetCode(recovery.deps, { visitor: visitorOf(flow_id, '203.0.113.9'), code })),
      ),
    )
    expect(responses.filter((response) => response !== null)).toHaveLength(1)
    expect(await db.selectFrom('recovery_token').selectAll().execute()).toHaveLength(1)
  })

  test('when codes are requested concurrently in many flows, five are sent and only one is valid', async () => {
    const flows = Array.from({ length: 12 }, () => randomUUID())
    for (const flow_id of flows) await saveFlowAtSignIn(flow_id, maria.document_id)
    await Promise.all(
      flows.map((flow_id) =>
        resultOrNull(
          sendResetCode(recovery.deps, {
            visitor: visitorOf(flow_id, '203.0.113.9'),
            document: documentOf(maria.document_id),
            method: 'email',
          }),
        ),
      ),
    )
    const rows = await recovery.database.db.selectFrom('recovery_code').select('ended_at').execute()
    expect(rows).toHaveLength(5)
    expect(rows.filter(({ ended_at }) => ended_at === null)).toHaveLength(1)
  })

  test('concurrent submissions for one document create one open request', async () => {
    const fields = await submissionOf()
    const browsers = []
    for (let i = 0; i < 5; i += 1) browsers.push(await openRecoveryOptions(recovery, maria.document_id))
    const responses = await Promise.all(browsers.map((browser) => submit(recovery, browser, fields)))
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409, 409])
    expect(await recovery.database.db.selectFrom('recovery_request').select('at').execute()).toEqual([
      { at: 'submitted' },
    ])
  })
})
