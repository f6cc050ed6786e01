/** An enterprise captcha provider's assessment of a token. */
export type CaptchaAssessment =
  | { readonly verdict: 'human' }
  /** `reason` is for the log: the token was invalid, for another action or page, or scored too low. */
  | { readonly verdict: 'robot'; readonly reason: 'invalid' | 'action' | 'hostname' | 'score' }
  /** No usable response: the caller requires more proof of work instead. */
  | { readonly verdict: 'unreachable' }

/** Assesses tokens through the enterprise captcha's provider (spec §7). Never throws. */
export interface CaptchaAssessor {
  assess(token: { token: string; ip: string; user_agent: string }): Promise<CaptchaAssessment>
}
