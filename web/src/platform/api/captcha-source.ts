import type { CaptchaFields } from '@clube/contract/captcha/challenge.ts'
import type { Failure } from './failure.ts'

export type CaptchaAnswer = { ok: true; fields: CaptchaFields } | { ok: false; failure: Failure }

/** What the api client asks of whoever solves captchas. */
export interface CaptchaSource {
  /** The three fields of spec §7 for a call of so much `weight`, solved now or taken from the cache. */
  fields(weight: number, signal?: AbortSignal): Promise<CaptchaAnswer>
  /** Begins solving, because a call is likely soon (the document field got the focus). */
  warmUp(): void
  /** Drops the cached proof: the server did not take it. */
  forget(): void
}

/** Errors on these paths belong to the captcha, not to a field that a person could mend (spec §5). */
export const isCaptchaPath = (path: string): boolean =>
  path === 'recaptcha_token' || path === 'captcha_type' || path.startsWith('altcha')
