import { createHash, pbkdf2Sync } from 'node:crypto'
import { expect, test } from 'vitest'
import { decideOffline, hashTicketCode, soldIn, admissionsSince, type OfflineList } from './offline-list.ts'

const session_id = '01a1fdbb-01d2-7c5b-af13-491f5d989bb5'
const short_salt = '0a'.repeat(32)
const sha = (text: string) => createHash('sha256').update(text).digest('hex')
const ticket = (name: string, more: Partial<OfflineList['tickets'][number]> = {}) => ({
  code_hash: `${name}-long`,
  short_hash: `${name}-short`,
  state: 'valid' as const,
  used_at: null,
  used_gate: null,
  ...more,
})
const used = { used_at: '2026-12-12T22:42:00Z', used_gate: 'Entrada A' }
const list: OfflineList = {
  session_id,
  short_salt,
  as_of: '2026-12-12T22:45:00Z',
  tickets: [
    ticket('good'),
    ticket('used', { state: 'used', ...used }),
    ticket('cancelled', { state: 'cancelled' }),
    ticket('released', { state: 'released' }),
  ],
}
const scan = { scanned_at: '2026-12-12T22:50:00Z', gate: 'Entrada B' }
const decide = (hash: string | null, admissions: Parameters<typeof decideOffline>[0]['admissions'] = []) =>
  decideOffline({ list, admissions }, { ...scan, hash })

test('an offline gate hashes short and long ticket codes as its list does, and no other text', async () => {
  const salt = Buffer.from(short_salt, 'hex')
  expect(await hashTicketCode(list, 'k7qm-2xpd-9fht')).toBe(
    pbkdf2Sync('K7QM2XPD9FHT', salt, 20_000, 32, 'sha256').toString('hex'),
  )
  const long = 'ABCDEFGHJKMNPQRSTUVWXYZ2345'
  expect(await hashTicketCode(list, long)).toBe(sha(`${session_id}:${long}`))
  expect(await hashTicketCode(list, 'https://exemplo.com.br')).toBeNull()
})

test('an offline gate finds a ticket by its long or short code and returns the result for its state', () => {
  for (const hash of ['good-long', 'good-short'])
    expect(decide(hash)).toMatchObject({
      result: 'admitted',
      used_at: '2026-12-12T22:50:00Z',
      used_gate: 'Entrada B',
    })
  expect(decide('used-short')).toMatchObject({ result: 'already_used', ...used })
  expect(decide('cancelled-long')).toMatchObject({ result: 'cancelled' })
  expect(decide('released-long')).toMatchObject({ result: 'released' })
  expect(decide('nowhere')).toMatchObject({ result: 'unknown' })
  expect(decide(null)).toMatchObject({ result: 'unknown' })
})

test('an offline gate shows for a cancelled ticket of a cancelled session that the session was cancelled', () => {
  const cancelled = { ...list, is_cancelled: true }
  expect(
    decideOffline({ list: cancelled, admissions: [] }, { ...scan, hash: 'cancelled-long' }),
  ).toMatchObject({
    result: 'session_cancelled',
  })
})

test('a ticket admitted by its long code is not admitted again by its short one', () => {
  const admission = { code_hash: 'good-long', used_at: '2026-12-12T22:49:00Z', used_gate: 'Entrada B' }
  expect(decide('good-short', [admission])).toMatchObject({
    result: 'already_used',
    used_at: '2026-12-12T22:49:00Z',
  })
})

test('only admissions from the last minute before an offline list, or later, may be missing from it', () => {
  const admittedAt = (used_at: string) => ({ code_hash: 'x', used_at, used_gate: 'A' })
  const admissions = [
    admittedAt('2026-12-12T22:43:59Z'),
    admittedAt('2026-12-12T22:44:00Z'),
    admittedAt('2026-12-12T22:46:00Z'),
  ]
  expect(admissionsSince(admissions, list.as_of)).toEqual(admissions.slice(1))
})

test('the number of sold tickets in an offline list excludes cancelled and released ones', () =>
  expect(soldIn(list)).toBe(2))
