/** What an enterprise captcha's provider thinks of a token. */
export type CaptchaAssessment =
  | { readonly verdict: 'human' }
  /** `reason` is for the log: the token was invalid, for another action or page, or scored too low. */
  | { readonly verdict: 'robot'; readonly reason: 'invalid' | 'action' | 'hostname' | 'score' }
  /** No answer, or none that can be understood: the caller asks for more proof of work instead. */
  | { readonly verdict: 'unreachable' }

/** Asks the enterprise captcha's provider about a token (spec §7). Never throws. */
export interface CaptchaAssessor {
  assess(token: { token: string; address: string; user_agent: string }): Promise<CaptchaAssessment>
}
