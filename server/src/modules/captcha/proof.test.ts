import { createHash } from 'node:crypto'
import type { CaptchaChallenge } from '@clube/contract/captcha/challenge.ts'
import { createChallenge as officialChallenge, solveChallenge, verifySolution } from 'altcha-lib/v1'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createChallenge, flowTag, signChallenge, solutionDigest } from './challenge.ts'
import { verifyProof } from './proof.ts'
import type { ProofInput } from './proof.ts'

const key = new Uint8Array(32).fill('k'.charCodeAt(0))
const now = Date.UTC(2026, 10, 21, 12)
const flow = flowTag('the-flow-of-this-browser')

const randomOf = (number: number) => ({
  bytes: (count: number) => Buffer.alloc(count, 0xab),
  below: () => number,
})

const challengeFor = (number: number, change: { work?: number; flow?: string; maxnumber?: number } = {}) =>
  createChallenge({
    key,
    now,
    random: randomOf(number),
    scope: 'signin',
    flow,
    maxnumber: 20_000,
    work: 1,
    ...change,
  })

const proofOf = (challenge: CaptchaChallenge, number: number) => ({
  algorithm: challenge.algorithm as string,
  challenge: challenge.challenge,
  salt: challenge.salt,
  signature: challenge.signature,
  number: number as unknown,
})

const verify = (payload: unknown, change: Partial<ProofInput> = {}) =>
  verifyProof({ payload, key, now, flow, maxnumber: 20_000, work: 1, ...change })

const isAccepted = (payload: unknown, change: Partial<ProofInput> = {}) => verify(payload, change).valid

const asBase64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64')

describe('a known test vector', () => {
  const salt = '3ed2a62e72742b4b23d5ac74?scope=signin&expires=1795243374&'
  const challenge = '1eddf5e78ee21e296a1884a09a611b4ab2353a6253972e16eddef7fcd7e8da70'
  const signature = 'b8b5ac9004a9765bffc4e7f71999a64c7db44d1c87b9610324987269456b25d1'

  it('the captcha’s hash and signature match the known test vector', () => {
    expect(solutionDigest(salt, 19612)).toBe(challenge)
    expect(signChallenge(key, challenge)).toBe(signature)
  })

  it('the known test vector is valid except for its missing flow', () => {
    const payload = { algorithm: 'SHA-256', challenge, salt, signature, number: 19612 }
    expect(verify(payload, { now: 1795243373_000 })).toEqual({ valid: false, error: 'other-flow' })
    expect(verify(payload, { now: 1795243374_000 })).toEqual({ valid: false, error: 'expired' })
  })
})

describe('challenge', () => {
  it('a challenge is valid for 120 s, contains its flow, and has a salt that ends with &', () => {
    const { salt, maxnumber, algorithm } = challengeFor(5)
    expect(salt).toMatch(new RegExp(`^(ab){12,}\\?scope=signin&flow=${flow}&expires=${now / 1000 + 120}&$`))
    expect(maxnumber).toBe(20_000)
    expect(algorithm).toBe('SHA-256')
  })

  it('a challenge with four times the work has the multiplier in its salt', () => {
    const { salt, maxnumber } = challengeFor(5, { work: 4 })
    expect(maxnumber).toBe(80_000)
    expect(salt).toContain('&work=4&')
  })

  it('the salt of a challenge leaves room for seven digits in the last hash block', () => {
    for (const work of [1, 4]) expect([45, 46]).toContain(challengeFor(5, { work }).salt.length % 64)
  })
})

describe('a valid proof', () => {
  const proof = proofOf(challengeFor(4242), 4242)

  it('a valid proof is accepted as an object and as base64 JSON', () => {
    expect(verify(proof)).toEqual({
      valid: true,
      challenge: proof.challenge,
      expires: now / 1000 + 120,
      work: 1,
    })
    expect(isAccepted(asBase64(proof))).toBe(true)
  })

  it('a valid captcha proof may have unknown keys', () => {
    expect(isAccepted({ ...proof, took: 12.5, solved_at: now, plugin: { a: [1] } })).toBe(true)
  })

  it('a valid captcha proof is accepted at both ends of the number range', () => {
    for (const number of [0, 20_000]) expect(isAccepted(proofOf(challengeFor(number), number))).toBe(true)
  })

  it('a proof with four times the work is accepted when normal work is required', () => {
    expect(isAccepted(proofOf(challengeFor(70_000, { work: 4 }), 70_000))).toBe(true)
  })
})

describe('a rejected proof', () => {
  const challenge = challengeFor(4242)
  const proof = proofOf(challenge, 4242)
  const other = challengeFor(77)
  const longSalt = (salt: string) => ({
    ...proof,
    salt,
    challenge: solutionDigest(salt, 4242),
    signature: signChallenge(key, solutionDigest(salt, 4242)),
  })

  it.each<[string, unknown]>([
    ['a wrong number', { ...proof, number: 4243 }],
    ['the challenge of another proof', { ...proof, challenge: other.challenge }],
    [
      'the challenge and signature of another proof',
      { ...proof, challenge: other.challenge, signature: other.signature },
    ],
    [
      'a flipped signature',
      {
        ...proof,
        signature:
          `0${proof.signature.slice(1)}` === proof.signature
            ? `1${proof.signature.slice(1)}`
            : `0${proof.signature.slice(1)}`,
      },
    ],
    ['a challenge signed with another key', { ...longSalt(challenge.salt), signature: 'a'.repeat(64) }],
    ['a signed number above the maximum', proofOf(challengeFor(20_001), 20_001)],
  ])('a proof is rejected as wrong: %s', (_what, payload) => {
    expect(verify(payload)).toEqual({ valid: false, error: 'wrong' })
  })

  it.each<[string, unknown]>([
    ['a number as a string', { ...proof, number: '4242' }],
    ['a fraction', { ...proof, number: 4242.5 }],
    ['a negative number', { ...proof, number: -1 }],
    ['another algorithm', { ...proof, algorithm: 'SHA-1' }],
    ['upper-case hex', { ...proof, challenge: proof.challenge.toUpperCase() }],
    ['a signed salt without expiry', longSalt('ab'.repeat(12))],
    ['a signed salt without the trailing &', longSalt(challenge.salt.slice(0, -1))],
    ['digits moved from the number into the salt', { ...longSalt(`${challenge.salt}4`), number: 242 }],
    ['a list', [proof]],
    ['undefined', undefined],
    ['null', null],
    ['a number', 7],
    ['an empty string', ''],
    ['a string that is not base64', '{"algorithm":"SHA-256"}'],
    ['base64 of a string that is not JSON', Buffer.from('não').toString('base64')],
    ['base64 of null', asBase64(null)],
    ['more than 2 kB', { ...proof, more: 'x'.repeat(2048) }],
    ['more than 2 kB in base64', asBase64({ ...proof, more: 'x'.repeat(1400) })],
  ])('a proof is rejected as malformed: %s', (_what, payload) => {
    expect(verify(payload)).toEqual({ valid: false, error: 'malformed' })
  })

  it('a proof is rejected in the second in which its challenge expires', () => {
    expect(isAccepted(proof, { now: now + 119_999 })).toBe(true)
    expect(verify(proof, { now: now + 120_000 })).toEqual({ valid: false, error: 'expired' })
  })

  it('a proof for another flow is rejected', () => {
    expect(verify(proof, { flow: flowTag('another-browser') })).toEqual({ valid: false, error: 'other-flow' })
  })

  it('a proof with normal work is rejected when four times the work is required', () => {
    expect(verify(proof, { work: 4 })).toEqual({ valid: false, error: 'too-little-work' })
  })

  it('a proof signed with another key is rejected', () => {
    expect(verify(proof, { key: new Uint8Array(32).fill(1) })).toEqual({ valid: false, error: 'wrong' })
  })
})

describe('100,000 malformed captcha payloads', () => {
  const proof = proofOf(challengeFor(4242), 4242)
  const damaged = fc
    .tuple(fc.constantFrom(...Object.keys(proof)), fc.anything({ withBigInt: true, withNullPrototype: true }))
    .map(([field, value]) => ({ ...proof, [field]: value }))
  const payloads = fc.oneof(
    fc.anything({
      withBigInt: true,
      withDate: true,
      withMap: true,
      withSparseArray: true,
      withTypedArray: true,
    }),
    fc.json(),
    fc.string({ unit: 'binary' }),
    fc.base64String(),
    damaged,
    fc.jsonValue().map(asBase64),
    damaged.map((value) => {
      try {
        return asBase64(value)
      } catch {
        return value
      }
    }),
  )

  it('100,000 malformed captcha payloads are rejected without an exception', () => {
    let verified = 0
    fc.assert(
      fc.property(payloads, (payload) => {
        verified += 1
        const verdict = verify(payload)
        const isIntact = JSON.stringify(readBack(payload)) === JSON.stringify(proof)
        expect(verdict.valid).toBe(isIntact)
      }),
      { numRuns: 100_000 },
    )
    expect(verified).toBe(100_000)
  }, 60_000)

  const readBack = (payload: unknown): unknown => {
    try {
      const value: unknown =
        typeof payload === 'string' ? JSON.parse(Buffer.from(payload, 'base64').toString()) : payload
      return JSON.parse(JSON.stringify(value)) as unknown
    } catch {
      return undefined
    }
  }
})

describe('the official library', () => {
  it('the official ALTCHA library solves a challenge of the server, and its payload is accepted', async () => {
    const challenge = challengeFor(1234)
    const solution = await solveChallenge(challenge.challenge, challenge.salt, 'SHA-256', challenge.maxnumber)
      .promise
    expect(solution?.number).toBe(1234)
    expect(isAccepted({ ...proofOf(challenge, 1234), took: solution?.took })).toBe(true)
  })

  it('the official ALTCHA library accepts a proof that the server accepts', async () => {
    const challenge = challengeFor(1234)
    const payload = asBase64({ ...proofOf(challenge, 1234), solved_at: now })
    expect(await verifySolution(payload, 'k'.repeat(32), false)).toBe(true)
  })

  it('the official ALTCHA library creates the same challenge from the same salt and number', async () => {
    const ours = challengeFor(1234)
    const theirs = await officialChallenge({
      hmacKey: 'k'.repeat(32),
      salt: ours.salt,
      number: 1234,
      maxnumber: 20_000,
    })
    expect(theirs).toEqual(ours)
    expect(theirs.challenge).toBe(createHash('sha256').update(`${ours.salt}1234`).digest('hex'))
  })
})
