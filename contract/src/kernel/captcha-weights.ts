/** The part of a proof's budget that each call protected by a captcha spends. */
export const captchaWeights = {
  checkAccount: 1,
  signIn: 2,
  verifyResetCode: 2,
  resetPassword: 2,
  verifyIdentity: 3,
  register: 3,
  reserve: 2,
  forgotPassword: 3,
  recovery: 4,
} as const satisfies Readonly<Record<string, number>>
