import { createHash, createHmac } from 'node:crypto'
import type { CaptchaChallenge } from '@clube/contract/captcha/challenge.ts'
import { captchaAlgorithm, challengeSeconds } from '@clube/contract/captcha/limits.ts'
import { formatSalt } from '@clube/contract/captcha/salt.ts'

/** The secret that signs challenges, at least 32 bytes. */
export type CaptchaKey = Uint8Array

/** Where a challenge's randomness comes from; tests bring their own. */
export type CaptchaChance = {
  /** So many random bytes. */
  readonly bytes: (count: number) => Uint8Array
  /** A random integer from 0 to `highest`, both included. */
  readonly upTo: (highest: number) => number
}

export type ChallengeOrder = {
  readonly key: CaptchaKey
  /** Milliseconds since the epoch. */
  readonly now: number
  readonly chance: CaptchaChance
  readonly scope: string
  /** Short hash of the flow, from `flowTag`. */
  readonly flow: string
  /** Highest number of an ordinary challenge. */
  readonly maxnumber: number
  /** How many times the ordinary work: 1, or 4 while the address or the whole club is under attack. */
  readonly work: number
}

const nonceMinBytes = 12
const blockBytes = 64
/** Bytes of the last block that the salt fills: what follows is three fixed digits and three in one word. */
const lastBlockFill = [45, 46]

/** SHA-256(salt + number) in hex, the heart of the challenge. */
export const solutionDigest = (salt: string, number: number): string =>
  createHash('sha256')
    .update(salt + String(number))
    .digest('hex')

/** HMAC-SHA-256 of the challenge string in hex. */
export const signChallenge = (key: CaptchaKey, challenge: string): string =>
  createHmac('sha256', key).update(challenge).digest('hex')

/** Short name of a flow inside a salt: it binds a proof to the flow without giving the cookie's value away. */
export const flowTag = (flowId: string): string =>
  createHash('sha256').update(`captcha-flow:${flowId}`).digest('hex').slice(0, 16)

/**
 * Makes a challenge for one flow, valid for 120 s (spec §3, §7). The nonce is as long as it takes for the
 * number's digits to stand late in the last hash block, where the browser's solver can skip the most rounds.
 */
export const createChallenge = (order: ChallengeOrder): CaptchaChallenge => {
  const parameters = {
    scope: order.scope,
    flow: order.flow,
    ...(order.work > 1 ? { work: order.work } : {}),
    expires: Math.floor(order.now / 1000) + challengeSeconds,
  }
  const parameterBytes = formatSalt({ nonce: '', ...parameters }).length
  const nonce = Buffer.from(order.chance.bytes(nonceBytes(parameterBytes))).toString('hex')
  const salt = formatSalt({ nonce, ...parameters })
  const maxnumber = order.maxnumber * order.work
  const challenge = solutionDigest(salt, order.chance.upTo(maxnumber))
  return {
    algorithm: captchaAlgorithm,
    challenge,
    salt,
    maxnumber,
    signature: signChallenge(order.key, challenge),
  }
}

const nonceBytes = (parameterBytes: number): number => {
  let count = nonceMinBytes
  while (!lastBlockFill.includes((parameterBytes + 2 * count) % blockBytes)) count += 1
  return count
}
