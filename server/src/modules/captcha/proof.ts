import { timingSafeEqual } from 'node:crypto'
import { captchaProofSchema } from '@clube/contract/captcha/challenge.ts'
import type { CaptchaProof } from '@clube/contract/captcha/challenge.ts'
import { proofMaxBytes } from '@clube/contract/captcha/limits.ts'
import { parseSalt } from '@clube/contract/captcha/salt.ts'
import { signChallenge, solutionDigest } from './challenge.ts'
import type { CaptchaKey } from './challenge.ts'

/** Why a proof is not taken. All of them look the same to the browser; the log may tell them apart. */
export type ProofFault = 'malformed' | 'wrong' | 'expired' | 'other-flow' | 'too-little-work'

export type ProofVerdict =
  | {
      readonly valid: true
      /** Names the proof in the budget: there is one accepted number per challenge. */
      readonly challenge: string
      /** Unix seconds after which the challenge is void. */
      readonly expires: number
      /** How many times the ordinary work was done. */
      readonly work: number
    }
  | { readonly valid: false; readonly fault: ProofFault }

export type ProofQuestion = {
  /** As it arrived: an object, or base64 of its JSON (the form of ALTCHA's own widget). */
  readonly payload: unknown
  readonly key: CaptchaKey
  /** Milliseconds since the epoch. */
  readonly now: number
  /** Short hash of the caller's flow, from `flowTag`. */
  readonly flow: string
  /** Highest number of an ordinary challenge. */
  readonly maxnumber: number
  /** How many times the ordinary work is asked for at the moment. */
  readonly work: number
}

const refuse = (fault: ProofFault): ProofVerdict => ({ valid: false, fault })

/**
 * Judges a proof of work (spec §7). Never throws, whatever arrives: malformed input is a verdict. Stricter than
 * ALTCHA's own verifier: the expiry is required, the number is an integer from 0 to the highest asked for, the
 * algorithm is pinned, the salt has one grammar, and digests are compared in constant time.
 */
export const verifyProof = (question: ProofQuestion): ProofVerdict => {
  const proof = readProof(question.payload)
  if (!proof) return refuse('malformed')
  const salt = parseSalt(proof.salt)
  if (!salt) return refuse('malformed')
  if (proof.number > question.maxnumber * (salt.work ?? 1)) return refuse('wrong')
  const solved = sameDigest(solutionDigest(proof.salt, proof.number), proof.challenge)
  const signed = sameDigest(signChallenge(question.key, proof.challenge), proof.signature)
  if (!solved || !signed) return refuse('wrong')
  if (salt.expires * 1000 <= question.now) return refuse('expired')
  if (salt.flow !== question.flow) return refuse('other-flow')
  const work = salt.work ?? 1
  if (work < question.work) return refuse('too-little-work')
  return { valid: true, challenge: proof.challenge, expires: salt.expires, work }
}

const base64 = /^[A-Za-z0-9+/]+={0,2}$/

const readProof = (payload: unknown): CaptchaProof | null => {
  try {
    const value = typeof payload === 'string' ? decode(payload) : payload
    if (typeof value !== 'object' || value === null) return null
    if (Buffer.byteLength(JSON.stringify(value)) > proofMaxBytes) return null
    const read = captchaProofSchema.safeParse(value)
    return read.success ? read.data : null
  } catch {
    // Not JSON, or a value JSON cannot write: both are just not a proof.
    return null
  }
}

const decode = (text: string): unknown => {
  if (text.length > proofMaxBytes || !base64.test(text)) return null
  return JSON.parse(Buffer.from(text, 'base64').toString('utf8')) as unknown
}

const sameDigest = (ours: string, theirs: string): boolean =>
  timingSafeEqual(Buffer.from(ours, 'hex'), Buffer.from(theirs, 'hex'))
