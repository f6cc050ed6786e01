import { defaultTimeZone } from '@clube/contract/kernel/club-time.ts'
import { expect, test } from 'vitest'
import type { FreeGiftDeps, GiftServices } from './deps.ts'
import { gifts, giftSettings } from './gifts-club.testing.ts'
import { createFreeGiftsPromotion } from './promotion.ts'

test('the approver can waive the certificate only if every gift costs points alone', () => {
  const deps = { time_zone: defaultTimeZone } as FreeGiftDeps
  const { canWaiveCertificate } = createFreeGiftsPromotion(deps, {} as GiftServices)
  expect(canWaiveCertificate({ ...giftSettings, gifts: [gifts.bag] })).toBe(true)
  expect(canWaiveCertificate({ ...giftSettings, gifts: [gifts.bag, gifts.cup] })).toBe(false)
  expect(canWaiveCertificate({ ...giftSettings, gifts: [gifts.basket] })).toBe(false)
  expect(canWaiveCertificate({ gifts: [] })).toBe(false)
})
