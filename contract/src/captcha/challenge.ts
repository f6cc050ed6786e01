import * as z from 'zod/mini'
import { captchaAlgorithm, defaultMaxnumber } from './limits.ts'

const hexDigest = z.string().check(z.regex(/^[0-9a-f]{64}$/))

/**
 * A challenge (spec §3, ALTCHA v1 on the wire): find the number, 0 to `maxnumber`, for which
 * SHA-256(salt + number) is `challenge`. Algorithm and `maxnumber` fall back to the specification's defaults (§7).
 */
export const captchaChallengeSchema = z.object({
  algorithm: z._default(z.literal(captchaAlgorithm), captchaAlgorithm),
  challenge: hexDigest,
  salt: z.string().check(z.minLength(1), z.maxLength(512)),
  maxnumber: z._default(z.int().check(z.minimum(0), z.maximum(1_000_000_000)), defaultMaxnumber),
  signature: hexDigest,
})
export type CaptchaChallenge = z.output<typeof captchaChallengeSchema>

/** The solution (spec §3): the challenge with the number found, stamped with `solved_at` (ms). */
export const captchaProofSchema = z.object({
  algorithm: z.literal(captchaAlgorithm),
  challenge: hexDigest,
  salt: z.string().check(z.minLength(1), z.maxLength(512)),
  number: z.int().check(z.minimum(0)),
  signature: hexDigest,
  took: z.optional(z.number()),
  solved_at: z.optional(z.number()),
})
export type CaptchaProof = z.output<typeof captchaProofSchema>

/** Which captcha a call includes besides the proof of work (spec §7, `captcha_type`). */
export const captchaTypeSchema = z.enum(['altcha', 'recaptcha'])
export type CaptchaType = z.output<typeof captchaTypeSchema>

/**
 * The three captcha fields of every sign-in-flow call (spec §7). `altcha_challenge` is not parsed here: the
 * verifier parses it, object or base64 text, and treats a malformed proof like a wrong one.
 */
export const captchaFieldsSchema = z.object({
  captcha_type: captchaTypeSchema,
  altcha_challenge: z.unknown(),
  recaptcha_token: z.string().check(z.maxLength(8192)),
})
export type CaptchaFields = z.input<typeof captchaFieldsSchema>
