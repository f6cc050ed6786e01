import { expect, test } from 'vitest'
import { offlineHashText } from './offline-hash.ts'

test('the hash of a ticket in the offline list includes the session', () => {
  expect(offlineHashText('s1', 'K7QM2XPD9FHT')).toBe('s1:K7QM2XPD9FHT')
})
