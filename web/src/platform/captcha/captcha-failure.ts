/**
 * Why there is no proof or token. `aborted`: no caller is waiting, nothing is shown. `no-solution`, `network`
 * and `enterprise-captcha` have messages in the error catalogue (spec §8).
 */
export type CaptchaFailureKind = 'aborted' | 'no-solution' | 'network' | 'enterprise-captcha'

/** A failed captcha. Decide by `kind`; the message is for the log. */
export class CaptchaFailure extends Error {
  readonly kind: CaptchaFailureKind
  constructor(kind: CaptchaFailureKind, options?: ErrorOptions) {
    super(`captcha: ${kind}`, options)
    this.name = 'CaptchaFailure'
    this.kind = kind
  }
}
