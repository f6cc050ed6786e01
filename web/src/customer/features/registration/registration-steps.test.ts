import { expect, test } from 'vitest'
import { addressValues, emptyAddress } from '../../../parts/address-fields/address-values.ts'
import { samples } from '../../../testing/samples.ts'
import { initialDraft, type RegistrationDraft } from './registration-draft.ts'
import {
  allowedStep,
  furthestStep,
  passwordRules,
  personRules,
  registrationPaths,
  stepOf,
} from './registration-steps.ts'

const rules = { today: '2026-11-21', min_age: 18 }
const { document_id, document_type, address, ...account } = samples.profile
const draft = {
  ...initialDraft({ document_id, document_type, account }),
  address: addressValues(address),
}
const furthest = (
  change: Partial<RegistrationDraft>,
  isPasswordChosen = false,
  document_type: 'cpf' | 'cnpj' = 'cpf',
) => furthestStep({ draft: { ...draft, ...change }, document_type, rules, isPasswordChosen })

test('a registration step can be opened once all previous steps are valid; after a reload the password must be typed again', () => {
  expect(furthest({ person: { ...draft.person, name: 'Ana' } })).toBe('dados')
  expect(furthest({ address: emptyAddress })).toBe('endereco')
  expect(furthest({})).toBe('senha')
  expect(furthest({}, true)).toBe('termos')
})

test('the registration of a company requires no birth date', () => {
  const person = { ...draft.person, birth_date: '' }
  expect(furthest({ person })).toBe('dados')
  expect(furthest({ person }, false, 'cnpj')).toBe('senha')
})

test('a company may have a one-word name', () => {
  const person = { ...draft.person, name: 'Natura' }
  expect(furthest({ person })).toBe('dados')
  expect(furthest({ person }, false, 'cnpj')).toBe('senha')
})

test('a URL cannot open a registration step before the previous steps are valid', () => {
  expect(allowedStep('termos', 'endereco')).toBe('endereco')
  expect(allowedStep('dados', 'termos')).toBe('dados')
  expect(allowedStep(null, 'termos')).toBe('dados')
  expect(allowedStep('outra', 'termos')).toBe('dados')
})

test('invalid personal data is reported with the specification’s messages', () => {
  const { name, email, cellphone, birth_date } = personRules('cpf', rules)
  expect(name?.('')).toBe('Nome é obrigatório')
  expect(name?.('Ana')).toBe('Nome deve conter pelo menos 2 palavras')
  expect(name?.('Ana 2')).toBe('Nome inválido')
  expect(email?.('')).toBe('Este campo não pode estar vazio')
  expect(email?.('ana@')).toBe('Email inválido')
  expect(cellphone?.('0198765432')).toBe('Celular inválido')
  expect(birth_date?.('31/02/2000')).toBe('Data inválida')
  expect(birth_date?.('22/11/2008')).toBe('Você precisa ter mais de 18 anos!')
  expect(birth_date?.('21/11/2008')).toBeUndefined()
  expect(birth_date?.('22/11/2026')).toBe('Data não pode estar no futuro!')
  expect(birth_date?.('20/11/1926')).toBe('Data não pode ser maior que 100 anos!')
})

test('an invalid new password is reported with the specification’s messages', () => {
  expect(passwordRules.password('')).toBe('Este campo não pode estar vazio')
  expect(passwordRules.password('12345')).toBe('A senha deve ter no mínimo 6 caracteres')
  const confirm = (password: string, password_confirmation: string) =>
    passwordRules.password_confirmation(password_confirmation, { password, password_confirmation })
  expect(confirm('Cajueiro-91', 'Cajueiro-92')).toBe('As senhas não coincidem')
  expect(confirm('Cajueiro-91', 'Cajueiro-91')).toBeUndefined()
})

test('fields that the server reports are assigned to the steps that show them, and the document to none', () => {
  expect([stepOf('email'), stepOf('city_id'), stepOf('password'), stepOf('document_id')]).toEqual([
    'dados',
    'endereco',
    'senha',
    undefined,
  ])
  expect(registrationPaths).toContain('complement')
})
