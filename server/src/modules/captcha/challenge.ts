import { createHash, createHmac } from 'node:crypto'
import type { CaptchaChallenge } from '@clube/contract/captcha/challenge.ts'
import { captchaAlgorithm, challengeSeconds } from '@clube/contract/captcha/limits.ts'
import { formatSalt } from '@clube/contract/captcha/salt.ts'
import type { Random } from '../../ports/random.ts'

/** The secret that signs challenges, at least 32 bytes. */
export type CaptchaKey = Uint8Array

export type ChallengeInput = {
  readonly key: CaptchaKey
  /** Milliseconds since the epoch. */
  readonly now: number
  readonly random: Pick<Random, 'bytes' | 'below'>
  readonly scope: string
  /** Short hash of the flow, from `flowTag`. */
  readonly flow: string
  /** `maxnumber` of a normal challenge. */
  readonly maxnumber: number
  /** Work multiplier: 1, or 4 while the IP or the whole club is under attack. */
  readonly work: number
}

const nonceMinBytes = 12
const blockBytes = 64
/**
 * How many bytes of the last block the salt may fill, so that the last three of the number's six digits share a 32-bit
 * word: the browser's solver varies only these.
 */
const lastBlockFill = [45, 46]

/** SHA-256(salt + number) in hex. */
export const solutionDigest = (salt: string, number: number): string =>
  createHash('sha256')
    .update(salt + String(number))
    .digest('hex')

/** HMAC-SHA-256 of the challenge string in hex. */
export const signChallenge = (key: CaptchaKey, challenge: string): string =>
  createHmac('sha256', key).update(challenge).digest('hex')

/** Tag of a flow inside a salt: binds a proof to the flow without revealing the cookie. */
export const flowTag = (flowId: string): string =>
  createHash('sha256').update(`captcha-flow:${flowId}`).digest('hex').slice(0, 16)

/**
 * Creates a challenge for one flow, valid for 120 s (spec §3, §7). The nonce is sized so that the
 * number's digits are late in the last hash block, where the browser's solver can skip the most rounds.
 */
export const createChallenge = (input: ChallengeInput): CaptchaChallenge => {
  const parameters = {
    scope: input.scope,
    flow: input.flow,
    ...(input.work > 1 ? { work: input.work } : {}),
    expires: Math.floor(input.now / 1000) + challengeSeconds,
  }
  const parameterBytes = formatSalt({ nonce: '', ...parameters }).length
  const nonce = input.random.bytes(nonceBytes(parameterBytes)).toString('hex')
  const salt = formatSalt({ nonce, ...parameters })
  const maxnumber = input.maxnumber * input.work
  const challenge = solutionDigest(salt, input.random.below(maxnumber + 1))
  return {
    algorithm: captchaAlgorithm,
    challenge,
    salt,
    maxnumber,
    signature: signChallenge(input.key, challenge),
  }
}

const nonceBytes = (parameterBytes: number): number => {
  let count = nonceMinBytes
  while (!lastBlockFill.includes((parameterBytes + 2 * count) % blockBytes)) count += 1
  return count
}
