import { expect, test } from 'vitest'
import { captchaWeights } from './captcha-weights.ts'

test('what the calls of the sign-in flow spend of a proof', () => {
  expect(captchaWeights).toEqual({
    checkAccount: 1,
    signIn: 2,
    verifyResetCode: 2,
    resetPassword: 2,
    verifyIdentity: 3,
    register: 3,
    forgotPassword: 3,
    recovery: 4,
  })
})
