import { spendRuleOf } from '@clube/contract/campaigns/spend-rule.ts'
import { expect, test } from 'vitest'
import { describeSpendRule } from './spend-rule.tsx'

const amount = 'A cada R$\u00a0400,00 em notas, 1 brinde.'
const names = new Map([['cafe', 'Café do Pátio']])
const describe = (rule: object) =>
  describeSpendRule(
    'free_gifts',
    { ...spendRuleOf({ every_cents: 40_000, participations: 1 }), ...rule },
    names,
  )

test('the description of a spend rule says what receipts are worth and whether they add up', () => {
  expect(describe({})).toEqual([amount, 'As notas somam, e o que sobra conta para a próxima.'])
  expect(describe({ residual: 'lost' })).toEqual([amount, 'As notas somam, e o que sobra não conta.'])
  expect(describe({ accumulate: false })).toEqual([amount, 'Cada nota conta sozinha.'])
})

test('the description of a spend rule lists days, shops, the daily limit and exclusivity', () => {
  const multipliers = [
    { percent: 150, weekdays: [0, 6], shop_ids: [] },
    { percent: 200, weekdays: [2], shop_ids: ['cafe', 'gone'] },
    { percent: 1000, weekdays: [], shop_ids: ['gone', 'closed'] },
  ]
  expect(describe({ multipliers, limit_per_day: 1, exclusive: true }).slice(2)).toEqual([
    'Notas de domingo e sábado valem 1,5 vez o valor.',
    'Notas de terça-feira em Café do Pátio e outra loja valem 2 vezes o valor.',
    'Notas em outras 2 lojas valem 10 vezes o valor.',
    'No máximo uma vez por dia.',
    'Uma nota usada aqui não vale em outra promoção.',
  ])
})
