import { expect, test } from 'vitest'
import { firstStep, greetedName, greetingAt, nextSteps } from './greeting.ts'

test('the greeting follows the hour of the day', () => {
  expect([5, 11].map(greetingAt)).toEqual(['Bom dia', 'Bom dia'])
  expect([12, 17].map(greetingAt)).toEqual(['Boa tarde', 'Boa tarde'])
  expect([18, 23, 0, 4].map(greetingAt)).toEqual(Array(4).fill('Boa noite'))
})

test('names in capitals are greeted in title case; company names stay as they are', () => {
  const names = ['ÂNGELA', 'Ana', 'PADARIA SOL', '']
  expect(names.map(greetedName)).toEqual(['Ângela', 'Ana', 'PADARIA SOL', ''])
})

test('next steps list what is missing, then the club’s rules', () => {
  const titles = (profile: Parameters<typeof nextSteps>[0]) => nextSteps(profile).map(({ title }) => title)
  expect(titles({ address: null, email_marketing_subscription: 'no' })).toEqual([
    'Complete seu endereço',
    'Receba ofertas por e-mail',
    'Conheça o regulamento do clube',
  ])
  expect(titles({ address, email_marketing_subscription: 'yes' })).toEqual(['Conheça o regulamento do clube'])
})

const hold = {
  title: 'Confirme a sua reserva',
  text: 'Seus lugares estão guardados até 15:42.',
  href: '/ingressos/natal',
}
const urgent = [hold]
const address = { cep: '' } as never

test('a pending reservation comes before the first receipt', () => {
  const profile = { address, email_marketing_subscription: 'yes' } as const
  expect(nextSteps(profile, { urgent, has_receipts: false })).toMatchObject([
    hold,
    { title: 'Cadastre sua primeira nota' },
    { title: 'Conheça o regulamento do clube' },
  ])
})

test('the main step is what is pending, otherwise another receipt', () => {
  const profile = { address: null, email_marketing_subscription: 'yes' } as const
  const placed = (having: Parameters<typeof nextSteps>[1]) => {
    const { first, others } = firstStep(nextSteps(profile, having))
    return [first.title, ...others.map(({ title }) => title)]
  }
  const rest = ['Complete seu endereço', 'Conheça o regulamento do clube']
  expect(placed({ urgent: [], has_receipts: true })).toEqual(['Cadastre suas notas', ...rest])
  expect(placed({ urgent: [], has_receipts: false })).toEqual(['Cadastre sua primeira nota', ...rest])
  expect(placed({ urgent, has_receipts: true })).toEqual(['Confirme a sua reserva', ...rest])
})
