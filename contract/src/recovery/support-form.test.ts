import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { verifyResetCodeCall, forgotPasswordCall, resetPasswordCall } from './code-calls.ts'
import {
  extraInformationError,
  previousCellphoneError,
  previousEmailError,
  supportFormErrors,
  supportSubmissionSchema,
} from './support-form.ts'
import { supportRecoveryCall } from './support-call.ts'

const photo = { size: 3, type: 'image/jpeg', arrayBuffer: () => Promise.resolve(new ArrayBuffer(3)) }
const submission = {
  document_id: '529.982.247-25',
  document_type: null,
  terms_id: 'shd_auth_terms',
  name: 'Maria Aparecida da Silva',
  birth_date: '14/05/1986',
  cellphone_status: 'changed',
  cellphone: '(11) 91111-2222',
  previous_cellphone: '(11) 98765-4321',
  email_status: 'forgotten',
  email: 'Maria@Exemplo.com.br',
  previous_email: null,
  extra_information: 'no',
  extra_information_description: null,
  personal_id_front: photo,
  personal_id_back: photo,
  personal_id_selfie: photo,
}

describe('previous contacts', () => {
  test('the previous contact is required only when the contact changed', () => {
    for (const cellphone_status of ['unchanged', 'forgotten'] as const)
      expect(
        previousCellphoneError({
          cellphone_status,
          cellphone: '11911112222',
          previous_cellphone: '11911112222',
        }),
      ).toBeUndefined()
    for (const email_status of ['unchanged', 'forgotten'] as const)
      expect(previousEmailError({ email_status, email: 'a@b.br', previous_email: 'a@b.br' })).toBeUndefined()
  })

  test('the previous contact must differ from the current one after normalization', () => {
    const changed = { cellphone_status: 'changed', cellphone: '11911112222' } as const
    expect(previousCellphoneError({ ...changed, previous_cellphone: '(11) 91111-2222' })).toBe(
      'O número informado deve ser diferente do atual',
    )
    expect(previousCellphoneError({ ...changed, previous_cellphone: '(11) 91111-2223' })).toBeUndefined()
    expect(previousCellphoneError({ ...changed, previous_cellphone: '(11) 9111' })).toBe('Celular inválido')
    const changedEmail = { email_status: 'changed', email: 'maria@exemplo.com.br' } as const
    expect(previousEmailError({ ...changedEmail, previous_email: ' MARIA@exemplo.com.br' })).toBe(
      'O e-mail informado deve ser diferente do atual',
    )
    expect(previousEmailError({ ...changedEmail, previous_email: null })).toBe(
      'Este campo não pode estar vazio',
    )
  })
})

test('the description of extra information is required only when there is extra information', () => {
  const description = { extra_information_description: ' ' }
  expect(extraInformationError({ extra_information: 'yes', ...description })).toBe(
    'Este campo não pode estar vazio',
  )
  expect(extraInformationError({ extra_information: 'no', ...description })).toBeUndefined()
  expect(extraInformationError({ extra_information: 'forgotten', ...description })).toBeUndefined()
})

describe('support submissions', () => {
  test('a support submission is normalized for storage', () => {
    expect(z.parse(supportSubmissionSchema, submission)).toMatchObject({
      cellphone: '11911112222',
      email: 'maria@exemplo.com.br',
      birth_date: '1986-05-14',
    })
  })

  test('all validation errors of a support submission are reported by field', () => {
    const parsed = z.safeParse(supportSubmissionSchema, {
      ...submission,
      previous_cellphone: '(11) 91111-2222',
      email_status: 'changed',
      previous_email: 'maria@exemplo.com.br',
      extra_information: 'yes',
    })
    expect(parsed.error?.issues.map(({ path, message }) => [path.join('.'), message])).toEqual([
      ['previous_cellphone', 'O número informado deve ser diferente do atual'],
      ['previous_email', 'O e-mail informado deve ser diferente do atual'],
      ['extra_information_description', 'Este campo não pode estar vazio'],
    ])
    expect(
      supportFormErrors({
        ...submission,
        cellphone_status: 'unchanged',
        email_status: 'unchanged',
        extra_information: 'no',
      }),
    ).toEqual([])
  })
})

test('recovery calls have the paths of the specification and their captcha weights', () => {
  const calls = [forgotPasswordCall, verifyResetCodeCall, resetPasswordCall, supportRecoveryCall]
  expect(calls.map(({ method, path, captcha_weight }) => [method, path, captcha_weight])).toEqual([
    ['POST', '/api/auth/shd/forgot-password', 3],
    ['POST', '/api/auth/shd/verify-password-reset-code', 2],
    ['POST', '/api/auth/shd/external/reset-password', 2],
    ['POST', '/api/auth/shd/recovery', 4],
  ])
})
