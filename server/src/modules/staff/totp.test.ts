import { describe, expect, test } from 'vitest'
import { codeAt, matchingStep, otpauthUri, stepOf, toBase32 } from './totp.ts'

/** Appendix B of RFC 6238, SHA-1. */
const secret = Buffer.from('12345678901234567890')

describe('test vectors of RFC 6238', () => {
  test.each([
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ])('the authenticator code at %d s is %s', (seconds, code) => {
    expect(codeAt(secret, stepOf(new Date(seconds * 1000)), 8)).toBe(code)
    expect(codeAt(secret, stepOf(new Date(seconds * 1000)))).toBe(code.slice(2))
  })
})

describe('authenticator codes', () => {
  const now = new Date('2026-11-21T12:00:10Z')
  const step = stepOf(now)

  test('an authenticator code is accepted one step early or late, but not two', () => {
    for (const near of [-1, 0, 1])
      expect(matchingStep(secret, codeAt(secret, step + near), now)).toBe(step + near)
    for (const far of [-2, 2]) expect(matchingStep(secret, codeAt(secret, step + far), now)).toBeNull()
  })

  test('an authenticator code of another secret is rejected', () => {
    const other = Buffer.from('abcdefghijklmnopqrst')
    expect(matchingStep(secret, codeAt(other, step), now)).toBeNull()
  })
})

test('authenticator secrets are encoded in base32, as in RFC 4648', () => {
  const encoded = ['f', 'fo', 'foo', 'foob', 'fooba', 'foobar'].map((text) => toBase32(Buffer.from(text)))
  expect(encoded).toEqual(['MY', 'MZXQ', 'MZXW6', 'MZXW6YQ', 'MZXW6YTB', 'MZXW6YTBOI'])
})

test('the otpauth URI contains the club and the member', () => {
  expect(otpauthUri({ secret, club_name: 'Clube Ipê', email: 'ana@exemplo.com.br' })).toBe(
    'otpauth://totp/Clube%20Ip%C3%AA:ana%40exemplo.com.br?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Clube%20Ip%C3%AA&algorithm=SHA1&digits=6&period=30',
  )
})
