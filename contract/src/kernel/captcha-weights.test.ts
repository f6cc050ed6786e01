import { expect, test } from 'vitest'
import { captchaWeights } from './captcha-weights.ts'

test('each action protected by a captcha has its specified weight', () => {
  expect(captchaWeights).toEqual({
    checkAccount: 1,
    signIn: 2,
    verifyResetCode: 2,
    resetPassword: 2,
    verifyIdentity: 3,
    register: 3,
    reserve: 2,
    forgotPassword: 3,
    recovery: 4,
  })
})
