import { timingSafeEqual } from 'node:crypto'
import { captchaProofSchema } from '@clube/contract/captcha/challenge.ts'
import type { CaptchaProof } from '@clube/contract/captcha/challenge.ts'
import { proofMaxBytes } from '@clube/contract/captcha/limits.ts'
import { parseSalt } from '@clube/contract/captcha/salt.ts'
import { signChallenge, solutionDigest } from './challenge.ts'
import type { CaptchaKey } from './challenge.ts'

/** Why a proof is rejected. The browser cannot distinguish them; the log may. */
export type ProofError = 'malformed' | 'wrong' | 'expired' | 'other-flow' | 'too-little-work'

export type ProofVerdict =
  | {
      readonly valid: true
      /** Key of the proof's budget: there is one accepted number per challenge. */
      readonly challenge: string
      /** Unix seconds after which the challenge is void. */
      readonly expires: number
      /** Work multiplier of the proof. */
      readonly work: number
    }
  | { readonly valid: false; readonly error: ProofError }

export type ProofInput = {
  /** Raw input: an object, or base64 of its JSON (as sent by ALTCHA's widget). */
  readonly payload: unknown
  readonly key: CaptchaKey
  /** Milliseconds since the epoch. */
  readonly now: number
  /** Short hash of the caller's flow, from `flowTag`. */
  readonly flow: string
  /** `maxnumber` of a normal challenge. */
  readonly maxnumber: number
  /** Currently required work multiplier. */
  readonly work: number
}

const refuse = (error: ProofError): ProofVerdict => ({ valid: false, error })

/**
 * Verifies a proof of work (spec §7). Never throws: malformed input yields a verdict. Stricter than
 * ALTCHA's verifier: the expiry is required, the number is an integer from 0 to the maximum, the
 * algorithm is pinned, the salt has one grammar, and digests are compared in constant time.
 */
export const verifyProof = (input: ProofInput): ProofVerdict => {
  const proof = readProof(input.payload)
  if (!proof) return refuse('malformed')
  const salt = parseSalt(proof.salt)
  if (!salt) return refuse('malformed')
  if (proof.number > input.maxnumber * (salt.work ?? 1)) return refuse('wrong')
  const isSolved = isSameDigest(solutionDigest(proof.salt, proof.number), proof.challenge)
  const isSigned = isSameDigest(signChallenge(input.key, proof.challenge), proof.signature)
  if (!isSolved || !isSigned) return refuse('wrong')
  if (salt.expires * 1000 <= input.now) return refuse('expired')
  if (salt.flow !== input.flow) return refuse('other-flow')
  const work = salt.work ?? 1
  if (work < input.work) return refuse('too-little-work')
  return { valid: true, challenge: proof.challenge, expires: salt.expires, work }
}

const base64 = /^[A-Za-z0-9+/]+={0,2}$/

const readProof = (payload: unknown): CaptchaProof | null => {
  try {
    const value = typeof payload === 'string' ? decode(payload) : payload
    if (typeof value !== 'object' || value === null) return null
    if (Buffer.byteLength(JSON.stringify(value)) > proofMaxBytes) return null
    const parsed = captchaProofSchema.safeParse(value)
    return parsed.success ? parsed.data : null
  } catch {
    // Not JSON, or not serializable: not a proof.
    return null
  }
}

const decode = (text: string): unknown => {
  if (text.length > proofMaxBytes || !base64.test(text)) return null
  return JSON.parse(Buffer.from(text, 'base64').toString('utf8')) as unknown
}

const isSameDigest = (expected: string, actual: string): boolean =>
  timingSafeEqual(Buffer.from(expected, 'hex'), Buffer.from(actual, 'hex'))
