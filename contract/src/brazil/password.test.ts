import { describe, expect, it } from 'vitest'
import {
  enteredPasswordSchema,
  parseEnteredPassword,
  parsePassword,
  passwordConfirmationError,
  passwordSchema,
  resetPasswordMismatchMessage,
} from './password.ts'

describe('password', () => {
  it('a password has at least 6 characters', () => {
    expect(parsePassword('segre')).toEqual({
      ok: false,
      message: 'A senha deve ter no mínimo 6 caracteres',
    })
    expect(parsePassword('segred')).toEqual({ ok: true, value: 'segred' })
    expect(parsePassword('')).toEqual({ ok: false, message: 'Este campo não pode estar vazio' })
    expect(passwordSchema.safeParse('12345').error?.issues[0]?.message).toBe(
      'A senha deve ter no mínimo 6 caracteres',
    )
  })

  it('a password has at most 128 characters and is never truncated', () => {
    expect(parsePassword('a'.repeat(128)).ok).toBe(true)
    expect(parsePassword('a'.repeat(129))).toEqual({
      ok: false,
      message: 'A senha deve ter no máximo 128 caracteres',
    })
    expect(parsePassword('🙂'.repeat(128)).ok).toBe(true)
  })

  it('a password keeps its spaces, and Unicode encodings of the same text are equal', () => {
    expect(parsePassword('  a b  ')).toEqual({ ok: true, value: '  a b  ' })
    expect(parsePassword('senha\u0301s')).toEqual(parsePassword('senh\u00e1s'))
  })

  it('an entered password may be shorter than a new one', () => {
    expect(parseEnteredPassword('abc')).toEqual({ ok: true, value: 'abc' })
    expect(enteredPasswordSchema.safeParse('').success).toBe(false)
    expect(enteredPasswordSchema.safeParse('a'.repeat(129)).success).toBe(false)
  })

  it('the password confirmation must equal the password', () => {
    const refusalOf = (password: string, password_confirmation: string, required = true) =>
      passwordConfirmationError({ password, password_confirmation, required })
    expect(refusalOf('segredo', 'segredo')).toBeUndefined()
    expect(refusalOf('segredo', 'secreto')).toBe('As senhas não coincidem')
    expect(refusalOf('segredo', '')).toBe('Este campo não pode estar vazio')
    expect(refusalOf('', '', true)).toBe('Este campo não pode estar vazio')
    expect(refusalOf('', '', false)).toBeUndefined()
    expect(refusalOf('segredo', '', false)).toBe('Este campo não pode estar vazio')
    expect(
      passwordConfirmationError({
        password: 'segredo',
        password_confirmation: 'secreto',
        required: true,
        mismatchMessage: resetPasswordMismatchMessage,
      }),
    ).toBe('As senhas não coincidem!')
  })
})
