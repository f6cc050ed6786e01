import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { heldRolesSchema, parseStaffPassword } from './member.ts'
import { formatRecoveryCode, parseRecoveryCode, secondFactorCodeSchema } from './second-factor.ts'

test('staff passwords have at least 12 characters', () => {
  expect(parseStaffPassword('')).toEqual({ ok: false, message: 'Este campo não pode estar vazio' })
  for (const short of ['abc', 'onze-letras'])
    expect(parseStaffPassword(short)).toEqual({
      ok: false,
      message: 'A senha da equipe deve ter no mínimo 12 caracteres',
    })
  expect(parseStaffPassword('doze-letras!')).toEqual({ ok: true, value: 'doze-letras!' })
  expect(parseStaffPassword('a'.repeat(129))).toEqual({
    ok: false,
    message: 'A senha deve ter no máximo 128 caracteres',
  })
})

test('recovery codes are parsed without regard to case, spaces and hyphens', () => {
  const code = 'ABCDEFGHJKLMNPQR'
  expect(formatRecoveryCode(code)).toBe('ABCD-EFGH-JKLM-NPQR')
  for (const typed of ['ABCD-EFGH-JKLM-NPQR', 'abcd efgh jklm npqr', code])
    expect(parseRecoveryCode(typed)).toEqual({ ok: true, value: code })
  for (const wrong of ['', 'ABCD', 'ABCD-EFGH-JKLM-NPQ0', `${code}A`])
    expect(parseRecoveryCode(wrong)).toEqual({
      ok: false,
      message: 'Código de recuperação inválido. Confira as letras e números.',
    })
})

test('authenticator codes are six digits, ignoring spaces', () => {
  expect(z.safeParse(secondFactorCodeSchema, '123 456').data).toBe('123456')
  for (const wrong of ['12345', '1234567', 'abcdef', 7])
    expect(z.safeParse(secondFactorCodeSchema, wrong).error?.issues[0]?.message).toBe(
      'Digite os 6 números do aplicativo',
    )
})

test('the roles of a staff member are deduplicated and sorted, and at least one is required', () => {
  expect(z.safeParse(heldRolesSchema, ['auditor', 'attendant', 'auditor']).data).toEqual([
    'attendant',
    'auditor',
  ])
  for (const wrong of [[], undefined])
    expect(z.safeParse(heldRolesSchema, wrong).error?.issues[0]?.message).toBe('Escolha pelo menos um papel')
  expect(z.safeParse(heldRolesSchema, ['king']).success).toBe(false)
})
