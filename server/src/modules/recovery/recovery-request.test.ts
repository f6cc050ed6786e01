import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { protocolOf } from './protocol.ts'
import {
  approve,
  approveSecond,
  requestResubmission,
  changesBothContacts,
  close,
  isOpen,
  isReceivingContactNew,
  reject,
  release,
  startReview,
  type Decided,
  type RecoveryState,
  type StaffActor,
} from './recovery-request.ts'

const ana: StaffActor = { staff_id: 'ana', name: 'Ana' }
const bia: StaffActor = { staff_id: 'bia', name: 'Bia' }
const startTime = new Date('2026-11-21T12:00:00Z')
const minutesLater = (minutes: number) => new Date(startTime.getTime() + minutes * 60_000)

type Step = { by: StaffActor; minutes: number; what: string; isContactNew: boolean }

const applyStep = (state: RecoveryState, step: Step, now: Date): Decided<string> => {
  const { by, isContactNew } = step
  switch (step.what) {
    case 'start':
      return startReview(state, by, now)
    case 'approve':
      return approve(state, { by, send_by: 'sms', isContactNew, now })
    case 'second':
      return approveSecond(state, by, now)
    case 'release':
      return release(state, now)
    case 'ask':
      return requestResubmission(state, { by, reason: 'x', now })
    case 'reject':
      return reject(state, { by, reason: 'x', now })
    default:
      return close(state, { reason: 'x', now })
  }
}

const steps = fc.array(
  fc.record({
    by: fc.constantFrom(ana, bia),
    minutes: fc.integer({ min: 0, max: 1500 }),
    what: fc.constantFrom('start', 'approve', 'second', 'release', 'ask', 'reject', 'close'),
    isContactNew: fc.boolean(),
  }),
  { maxLength: 12 },
)

describe('a recovery request', () => {
  test('for any sequence of events, a recovery request whose code goes to a new contact is approved only by two people and after a day’s hold', () => {
    fc.assert(
      fc.property(steps, (sequence) => {
        let state: RecoveryState = { at: 'submitted' }
        let minutes = 0
        let heldAt: number | null = null
        for (const step of sequence) {
          minutes += step.minutes
          const previous: RecoveryState = state
          const decided = applyStep(previous, { ...step, isContactNew: true }, minutesLater(minutes))
          if (!decided.ok) continue
          state = decided.state
          if (state.at === 'held') {
            heldAt = minutes
            expect(state.first.staff_id).not.toBe(state.second.staff_id)
          }
          if (state.at === 'approved') {
            expect(previous.at).toBe('held')
            expect(minutes - (heldAt ?? 0)).toBeGreaterThanOrEqual(1440)
          }
        }
      }),
      { numRuns: 2000 },
    )
  })

  test('a decided recovery request does not change', () => {
    fc.assert(
      fc.property(steps, steps, (sequence, more) => {
        let state: RecoveryState = { at: 'submitted' }
        let minutes = 0
        for (const step of sequence) {
          minutes += step.minutes
          const decided = applyStep(state, step, minutesLater(minutes))
          if (decided.ok) ({ state } = decided)
        }
        if (isOpen(state)) return
        for (const step of more)
          expect(applyStep(state, step, minutesLater(minutes + step.minutes))).toEqual({
            ok: false,
            code: 'recovery.already-decided',
          })
      }),
      { numRuns: 1000 },
    )
  })

  test('a recovery request changes both contacts when neither given contact matches the account', () => {
    const account = { email: 'a@b.br', cellphone: '11911112222' }
    expect(changesBothContacts(account, account)).toBe(false)
    expect(changesBothContacts({ ...account, email: 'c@d.br' }, account)).toBe(false)
    expect(changesBothContacts({ ...account, cellphone: '11933334444' }, account)).toBe(false)
    expect(changesBothContacts({ email: 'c@d.br', cellphone: '11933334444' }, account)).toBe(true)
    expect(changesBothContacts(account, { email: null, cellphone: null })).toBe(true)
  })

  test('the contact that gets the code is new unless the account has confirmed it, regardless of the other contact', () => {
    const verified_at = new Date('2026-11-21T12:00:00Z')
    const account = {
      email: 'a@b.br',
      cellphone: '11911112222',
      email_verified_at: verified_at,
      cellphone_verified_at: verified_at,
    }
    const newEmail = { ...account, email: 'c@d.br' }
    expect(isReceivingContactNew(newEmail, account, 'email')).toBe(true)
    expect(isReceivingContactNew(newEmail, account, 'sms')).toBe(false)
    expect(isReceivingContactNew(account, { ...account, cellphone: null }, 'sms')).toBe(true)
    expect(isReceivingContactNew(account, { ...account, email_verified_at: null }, 'email')).toBe(true)
    expect(isReceivingContactNew(account, { ...account, email_verified_at: null }, 'sms')).toBe(false)
  })
})

describe('a protocol', () => {
  test('a recovery protocol has a check digit that detects a wrong digit and a transposition', () => {
    expect(protocolOf({ year: '2026', number: 123 })).toBe('2026-000123-3')
    expect(protocolOf({ year: '2026', number: 1_234_567 })).toMatch(/^2026-1234567-\d$/)
    const digitOf = (number: number) => protocolOf({ year: '2026', number }).at(-1)
    expect(digitOf(123)).not.toBe(digitOf(124))
    expect(digitOf(123)).not.toBe(digitOf(132))
  })
})
