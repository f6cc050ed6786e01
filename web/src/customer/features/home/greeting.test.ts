import { expect, test } from 'vitest'
import { greetedName, greetingAt, nextSteps } from './greeting.ts'

test('the greeting depends on the hour of the day', () => {
  expect([5, 11].map(greetingAt)).toEqual(['Bom dia', 'Bom dia'])
  expect([12, 17].map(greetingAt)).toEqual(['Boa tarde', 'Boa tarde'])
  expect([18, 23, 0, 4].map(greetingAt)).toEqual(Array(4).fill('Boa noite'))
})

test('the greeting shows an all-caps personal name in title case and a company name unchanged', () => {
  const names = ['ÂNGELA', 'Ana', 'PADARIA SOL', '']
  expect(names.map(greetedName)).toEqual(['Ângela', 'Ana', 'PADARIA SOL', ''])
})

const verified = { is_email_verified: true, is_cellphone_verified: true } as const
const defaults = {
  ...verified,
  address: null,
  email_marketing_subscription: 'no',
  has_receipts: true,
} as const
const address = { cep: '' } as never
const titles = (change: Partial<Parameters<typeof nextSteps>[0]>) => {
  const { first, others } = nextSteps({ ...defaults, ...change })
  return [first, ...others].map(({ title }) => title)
}

test('the next steps on the home page list missing data first and the club’s rules last', () => {
  expect(titles({}).slice(1)).toEqual([
    'Complete seu endereço',
    'Receba ofertas por e-mail',
    'Conheça o regulamento do clube',
  ])
  expect(titles({ address, email_marketing_subscription: 'yes' }).slice(1)).toEqual([
    'Conheça o regulamento do clube',
  ])
})

test('confirming the contacts is one of the next steps while one of them is not confirmed', () => {
  const done = { address, email_marketing_subscription: 'yes' } as const
  for (const unverified of [{ is_email_verified: false }, { is_cellphone_verified: false }])
    expect(titles({ ...done, ...unverified })).toContain('Confirme seu e-mail e seu celular')
})

test.each([
  ['Cadastre suas notas', { has_receipts: true }],
  ['Cadastre suas notas', { has_receipts: null }],
  ['Cadastre sua primeira nota', { has_receipts: false }],
])('the main step of the home page is registering a receipt: %s', (first, change) => {
  const rest = ['Complete seu endereço', 'Conheça o regulamento do clube']
  expect(titles({ email_marketing_subscription: 'yes', ...change })).toEqual([first, ...rest])
})
