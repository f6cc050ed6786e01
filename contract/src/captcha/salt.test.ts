import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatSalt, parseSalt } from './salt.ts'

const hex = (min: number, max: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: min, maxLength: max })

describe('salt', () => {
  it('the salt of a known challenge is parsed', () => {
    expect(parseSalt('3ed2a62e72742b4b23d5ac74?scope=signin&expires=1795243374&')).toEqual({
      nonce: '3ed2a62e72742b4b23d5ac74',
      scope: 'signin',
      expires: 1795243374,
    })
  })

  it('parsing a formatted captcha salt returns its parts unchanged', () => {
    const salts = fc.record(
      {
        nonce: hex(24, 128),
        scope: fc.stringMatching(/^[a-z][a-z0-9-]{0,31}$/),
        flow: hex(16, 64),
        work: fc.integer({ min: 1, max: 999 }),
        expires: fc.integer({ min: 1, max: 99_999_999_999 }),
      },
      { requiredKeys: ['nonce', 'expires'] },
    )
    fc.assert(
      fc.property(salts, (salt) => {
        expect(parseSalt(formatSalt(salt))).toEqual({ ...salt })
      }),
    )
  })

  it.each([
    ['no trailing &', '3ed2a62e72742b4b23d5ac74?expires=1795243374'],
    ['no expiry', '3ed2a62e72742b4b23d5ac74?scope=signin&'],
    ['no parameters', '3ed2a62e72742b4b23d5ac74'],
    ['eleven random bytes', '3ed2a62e72742b4b23d5ac?expires=1795243374&'],
    ['upper-case hex', '3ED2A62E72742B4B23D5AC74?expires=1795243374&'],
    ['digits after the last &', '3ed2a62e72742b4b23d5ac74?expires=1795243374&1'],
    ['a parameter twice', '3ed2a62e72742b4b23d5ac74?expires=1795243374&expires=9795243374&'],
    ['an unknown parameter', '3ed2a62e72742b4b23d5ac74?edk=1&expires=1795243374&'],
    ['a line break', '3ed2a62e72742b4b23d5ac74?expires=1795243374&\n'],
    ['an expiry of zero', '3ed2a62e72742b4b23d5ac74?expires=0&'],
    ['an expiry with a sign', '3ed2a62e72742b4b23d5ac74?expires=-1795243374&'],
  ])('a salt with %s is rejected', (_what, text) => {
    expect(parseSalt(text)).toBeNull()
  })
})
