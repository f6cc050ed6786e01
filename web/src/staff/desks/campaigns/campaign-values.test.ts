import { expect, test } from 'vitest'
import type { StaffCampaign } from '@clube/contract/campaigns/campaign.ts'
import {
  campaignBody,
  campaignErrors,
  campaignValues,
  prizeValues,
  slugOf,
  type CampaignValues,
} from './campaign-values.ts'

const stored: StaffCampaign = {
  campaign_id: 'c',
  cd_identificador: 1001,
  slug: 'panetone-da-casa',
  kind: 'free_gifts',
  title: 'Panetone da casa',
  summary: 'A cada R$ 400, 1 panetone.',
  description: 'Cadastre as suas notas.',
  state: 'draft',
  starts_at: '2026-12-01T13:00:00.000Z',
  ends_at: '2026-12-25T03:00:00.000Z',
  redeem_until: '2027-01-10T03:00:00.000Z',
  stock: { total: 2000, remaining: 2000 },
  stock_total: 2000,
  audience: { document_types: ['cpf', 'cnpj'], minimum_age: 18 },
  spend_rule: { every_cents: 40_000, participations: 1 },
  limit_per_customer: 2,
  legal: {
    certificate_number: '04.030417/2026',
    authority: 'SPA/MF',
    prize_list: [{ title: 'Panetone', quantity: 2000, value_cents: 5_990 }],
  },
  regulation_version: '1.0',
  terms_version: null,
  settings: { pickup_points: ['Praça'] },
  updated_at: '2026-11-21T12:00:00.000Z',
  edited_by: [],
  review_note: null,
  approved_by: null,
  missing: [],
  is_kind_built: true,
}
const values = campaignValues(stored)

test('a draft converted to form values and back is unchanged', () => {
  const body = campaignBody(values)
  for (const [key, value] of Object.entries(body)) expect(stored).toHaveProperty(key, value)
  expect([...campaignErrors(values)]).toEqual([])
})

test('an empty campaign form has errors under the names of its required fields', () => {
  const faults = Object.fromEntries(campaignErrors(campaignValues(null)))
  expect(faults).toMatchObject({
    kind: 'Este campo é requerido',
    slug: 'Este campo não pode estar vazio',
    title: 'Este campo não pode estar vazio',
    summary: 'Este campo não pode estar vazio',
    description: 'Este campo não pode estar vazio',
    starts_at: 'Este campo não pode estar vazio',
    ends_at: 'Este campo não pode estar vazio',
  })
  expect(Object.keys(faults)).toHaveLength(7)
})

test('the call’s schema reports each wrong value of the campaign form', () => {
  const faultOf = (change: Partial<CampaignValues>) => [
    ...campaignErrors({ ...values, ...change } as CampaignValues),
  ]
  expect(faultOf({ slug: 'Natal no Ipê' })).toEqual([['slug', 'Use letras minúsculas, números e hífens']])
  expect(faultOf({ 'audience.document_types': [] })).toEqual([
    ['audience.document_types', 'Este campo é requerido'],
  ])
  expect(faultOf({ 'audience.minimum_age': '121' })).toEqual([
    ['audience.minimum_age', 'Informe uma idade de 1 a 120 anos'],
  ])
  expect(faultOf({ 'spend_rule.every_cents': '' })).toEqual([
    ['spend_rule.every_cents', 'Informe um número maior que zero'],
  ])
  expect(faultOf({ 'spend_rule.participations': '' })).toEqual([
    ['spend_rule.participations', 'Informe um número inteiro'],
  ])
  expect(faultOf({ stock_total: '0' })).toEqual([['stock_total', 'Informe um número maior que zero']])
  expect(faultOf(prizeValues([{ title: '', quantity: '', value_cents: 'R$ 1,00' }]))).toEqual([
    ['legal.prize_list.0.title', 'Este campo não pode estar vazio'],
    ['legal.prize_list.0.quantity', 'Informe um número inteiro'],
  ])
})

test('a campaign without required receipts has no receipt rule', () => {
  const none = { ...values, 'spend_rule.every_cents': '', 'spend_rule.participations': '' }
  expect(campaignBody(none).spend_rule).toBeNull()
})

test('a slug is made from the title', () => {
  expect(slugOf('Natal no Ipê: 3ª edição!')).toBe('natal-no-ipe-3a-edicao')
  expect(slugOf(`${'a'.repeat(59)} b`)).toBe('a'.repeat(59))
})
