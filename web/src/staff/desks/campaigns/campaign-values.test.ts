import { expect, test } from 'vitest'
import type { StaffCampaign } from '@clube/contract/campaigns/campaign.ts'
import { sampleId } from '../../../testing/samples.ts'
import { campaign } from '../../../testing/staff-samples.ts'
import {
  campaignBody,
  campaignErrors,
  campaignValues,
  multiplierValues,
  prizeValues,
  slugOf,
  type CampaignValues,
} from './campaign-values.ts'

const stored: StaffCampaign = {
  ...campaign,
  kind: 'free_gifts',
  redeem_until: '2027-01-10T03:00:00.000Z',
  audience: { document_types: ['cpf', 'cnpj'], minimum_age: 18 },
  spend_rule: {
    every_cents: 40_000,
    participations: 1,
    accumulate: true,
    residual: 'lost',
    multipliers: [
      { percent: 150, weekdays: [0, 6], shop_ids: [] },
      { percent: 200, weekdays: [], shop_ids: [sampleId(31), sampleId(32)] },
    ],
    limit_per_day: 2,
    exclusive: true,
  },
}
const values = campaignValues(stored)

test('a campaign draft converted to form values and back is unchanged', () => {
  for (const [key, value] of Object.entries(campaignBody(values))) expect(stored).toHaveProperty(key, value)
  expect([...campaignErrors(values)]).toEqual([])
})

test('an empty campaign form has errors under the names of its required fields', () => {
  const texts = ['slug', 'title', 'summary', 'description', 'starts_at', 'ends_at']
  expect(Object.fromEntries(campaignErrors(campaignValues(null)))).toEqual({
    kind: 'Este campo é requerido',
    ...Object.fromEntries(texts.map((name) => [name, 'Este campo não pode estar vazio'])),
  })
})

test.each<[Partial<CampaignValues>, ...[path: string, message: string][]]>([
  [{ slug: 'Natal no Ipê' }, ['slug', 'Use letras minúsculas, números e hífens']],
  [{ 'audience.document_types': [] }, ['audience.document_types', 'Este campo é requerido']],
  [{ 'audience.minimum_age': '121' }, ['audience.minimum_age', 'Informe uma idade de 1 a 120 anos']],
  [{ 'spend_rule.every_cents': '' }, ['spend_rule.every_cents', 'Informe um número maior que zero']],
  [{ 'spend_rule.participations': '' }, ['spend_rule.participations', 'Informe um número inteiro']],
  [{ 'spend_rule.limit_per_day': '0' }, ['spend_rule.limit_per_day', 'Informe um número maior que zero']],
  [
    multiplierValues([{ percent: '100', weekdays: '', shop_ids: '' }]),
    ['spend_rule.multipliers.0.percent', 'Informe mais de 100 por cento'],
    ['spend_rule.multipliers.0.weekdays', 'Escolha os dias ou as lojas'],
  ],
  [{ stock_total: '0' }, ['stock_total', 'Informe um número maior que zero']],
  [
    prizeValues([{ title: '', quantity: '', value_cents: 'R$ 1,00' }]),
    ['legal.prize_list.0.title', 'Este campo não pode estar vazio'],
    ['legal.prize_list.0.quantity', 'Informe um número inteiro'],
  ],
])(
  'the campaign form reports an invalid value with the message of the call’s schema: %j',
  (change, ...errors) => {
    expect([...campaignErrors({ ...values, ...change } as CampaignValues)]).toEqual(errors)
  },
)

test('a campaign without required receipts has no spend rule', () => {
  const none = { ...values, 'spend_rule.every_cents': '', 'spend_rule.participations': '' }
  expect(campaignBody(none).spend_rule).toBeNull()
})

test('a campaign whose kind requires no receipts drops a spend rule typed for another kind', () => {
  expect(campaignBody({ ...values, kind: 'event_tickets' }).spend_rule).toBeNull()
})

test('a campaign’s slug is derived from its title', () => {
  expect(slugOf('Natal no Ipê: 3ª edição!')).toBe('natal-no-ipe-3a-edicao')
  expect(slugOf(`${'a'.repeat(59)} b`)).toBe('a'.repeat(59))
})
