// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { draftKey, draftMaxDays, eraseDrafts, eraseOtherDrafts, readDraft, saveDraft } from './drafts.ts'

const now = Date.parse('2026-11-22T12:00:00Z')
const day = 86_400_000
const schema = z.object({ name: z.string() })
const key = draftKey('customer/c1', 'receipt')
const values = { name: 'Ana' }
const keys = () => Object.keys(localStorage)

// Other files share the storage.
beforeEach(() => localStorage.clear())
afterEach(() => vi.restoreAllMocks())

test('a draft can be read until it expires, and is then erased', () => {
  expect(saveDraft(key, values, 1, now)).toBe(true)
  expect(readDraft(key, schema, now + day - 1)).toEqual(values)
  expect(readDraft(key, schema, now + day)).toBeNull()
  expect(keys()).toEqual([])
})

test.each([
  'not JSON',
  'null',
  '7',
  '{"values":{"name":"Ana"}}',
  `{"expires_at":${now + day},"values":{"name":7}}`,
  `{"expires_at":"${now + day}","values":{"name":"Ana"}}`,
  // Later than any draft that this application stored.
  `{"expires_at":${now + (draftMaxDays + 2) * day},"values":{"name":"Ana"}}`,
])('reading a draft erases invalid content: %s', (text) => {
  localStorage.setItem(key, text)
  expect(readDraft(key, schema, now)).toBeNull()
  expect(keys()).toEqual([])
})

test('a draft that the browser does not store is reported, and its earlier version is erased', () => {
  saveDraft(key, values, 1, now)
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  expect(saveDraft(key, { name: 'Bia' }, 1, now)).toBe(false)
  expect(keys()).toEqual([])
})

test('if storage is blocked, drafts are neither read nor stored, and nothing throws', () => {
  vi.spyOn(globalThis, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('blocked', 'SecurityError')
  })
  expect(saveDraft(key, values, 1, now)).toBe(false)
  expect(readDraft(key, schema, now)).toBeNull()
  eraseDrafts('customer')
  eraseOtherDrafts('customer/c1', now)
})

test('a draft remains when the clock of the device is set back by an hour', () => {
  saveDraft(key, values, draftMaxDays, now)
  expect(readDraft(key, schema, now - 3_600_000)).toEqual(values)
})

test('eraseDrafts, called at sign-out, erases the drafts of customers or of staff and nothing else', () => {
  saveDraft(key, values, 1, now)
  const staffKey = draftKey('staff/s1', 'campaign/new')
  saveDraft(staffKey, values, 1, now)
  localStorage.setItem('webapp_service_channel', 'app')
  eraseDrafts('customer')
  expect(keys().toSorted()).toEqual([staffKey, 'webapp_service_channel'])
})

test('eraseOtherDrafts erases expired drafts and those of other accounts of the same audience', () => {
  const staffKey = draftKey('staff/s1', 'campaign/new')
  for (const each of [key, staffKey, draftKey('customer/c10', 'receipt'), draftKey('customer/c2', 'receipt')])
    saveDraft(each, values, 2, now)
  saveDraft(draftKey('customer/c1', 'appeal/1'), values, 1, now)
  eraseOtherDrafts('customer/c1', now + day)
  expect(keys().toSorted()).toEqual([key, staffKey])
})
