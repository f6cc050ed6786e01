import type { KernelRefusalCode } from '@clube/contract/kernel/refusals.ts'
import type { CaptchaFields } from '@clube/contract/captcha/challenge.ts'
import type { Failure } from './failure.ts'

export type CaptchaResponse =
  | { ok: true; fields: CaptchaFields }
  | { ok: false; failure: Failure<KernelRefusalCode> }

/** The captcha solver that the API client uses. */
export interface CaptchaSource {
  /** The three captcha fields of spec §7 for a call of the given weight, solved now or cached. */
  fields(weight: number, signal?: AbortSignal): Promise<CaptchaResponse>
  /** Starts solving in advance of a likely call (the document field was focused). */
  warmUp(): void
  /** Discards the cached proof: the server rejected it. */
  discard(): void
}

/** Errors on these paths concern the captcha, not a form field (spec §5). */
export const isCaptchaPath = (path: string): boolean =>
  path === 'recaptcha_token' || path === 'captcha_type' || path.startsWith('altcha')
