import { createHash, createHmac, randomBytes } from 'node:crypto'
import { toHex } from '@clube/contract/scratch-card/deck-hash.ts'
import { describe, expect, test } from 'vitest'
import { pureHash } from './pure-hash.ts'

describe('the hash functions of the proof page', () => {
  test('SHA-256 of the empty message is the published test vector', () => {
    expect(toHex(pureHash.sha256([]))).toBe(
      'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    )
  })

  test('SHA-256 equals Node’s for every length up to 200 bytes, in one part or two', () => {
    for (let length = 0; length <= 200; length += 1) {
      const message = randomBytes(length)
      const expected = createHash('sha256').update(message).digest('hex')
      expect(toHex(pureHash.sha256([message]))).toBe(expected)
      expect(toHex(pureHash.sha256([message.subarray(0, 7), message.subarray(7)]))).toBe(expected)
    }
  })

  test('HMAC-SHA-256 equals Node’s for short and for long keys', () => {
    for (const length of [0, 16, 32, 64, 65, 200]) {
      const key = randomBytes(length)
      const message = randomBytes(90)
      expect(toHex(pureHash.hmacSha256(key, message))).toBe(
        createHmac('sha256', key).update(message).digest('hex'),
      )
    }
  })
})
