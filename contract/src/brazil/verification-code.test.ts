import { expect, it } from 'vitest'
import { isMaskComplete } from './mask.ts'
import { parseVerificationCode, verificationCodeMask, verificationCodeSchema } from './verification-code.ts'

it('a verification code is 6 digits', () => {
  expect(parseVerificationCode('012345')).toEqual({ ok: true, value: '012345' })
  expect(parseVerificationCode('012 345')).toEqual({ ok: true, value: '012345' })
  for (const text of ['12345', '1234567', '12345a', '１２３４５６']) {
    expect(parseVerificationCode(text)).toEqual({ ok: false, message: 'Entrada inválida' })
  }
  expect(parseVerificationCode('')).toEqual({ ok: false, message: 'Este campo não pode estar vazio' })
  expect(isMaskComplete(verificationCodeMask, '123456')).toBe(true)
  expect(isMaskComplete(verificationCodeMask, '12345')).toBe(false)
  expect(verificationCodeSchema.safeParse('123').error?.issues[0]?.message).toBe('Entrada inválida')
})
