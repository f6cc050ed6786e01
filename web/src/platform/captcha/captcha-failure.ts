/**
 * Why there is no proof or token. `aborted`: nobody waits any more, nothing is shown. `no-solution` and `network`
 * and `enterprise-captcha` have their sentences in the error catalogue (spec §8).
 */
export type CaptchaFailureKind = 'aborted' | 'no-solution' | 'network' | 'enterprise-captcha'

/** A captcha that could not be had. Decide by `kind`; the message is for the log. */
export class CaptchaFailure extends Error {
  readonly kind: CaptchaFailureKind
  constructor(kind: CaptchaFailureKind, options?: ErrorOptions) {
    super(`captcha: ${kind}`, options)
    this.name = 'CaptchaFailure'
    this.kind = kind
  }
}
