import {
  approveBrandRulesCall,
  createBrandCall,
  listBrandsCall,
  proposeBrandRulesCall,
  rejectBrandRulesCall,
  withdrawBrandRulesCall,
} from '@clube/contract/new-project/brand-calls.ts'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { brandRules, dataOf, useProjectClub } from '../project-club.testing.ts'

const club = useProjectClub()
const marketing = (staff_id = 'ana') => club.staff(staff_id, 'marketing')
const approver = (staff_id = 'bia') => club.staff(staff_id, 'approver')

const create = async () => {
  const body = { slug: `marca-${randomUUID().slice(0, 13)}`, rules: brandRules }
  return dataOf(await marketing().send(createBrandCall, { body }))
}

test('the rules of a brand are in force once another person approves them', async () => {
  const brand = await create()
  expect(brand).toMatchObject({ rules: null, proposed: { is_own: true, rules: brandRules } })
  const body = { change_id: brand.proposed?.change_id ?? '' }
  const campaign_errors = async () =>
    club.promotion.referenceErrors(club.database.db, [
      { id: 'one', settings: { brand_id: brand.brand_id, points: null, answer_days: 7 } },
    ])
  expect(await campaign_errors()).toEqual(
    new Map([['one', [{ path: 'brand_id', message: 'Escolha uma marca com regras aprovadas' }]]]),
  )
  expect(await approver('ana').send(approveBrandRulesCall, { body })).toMatchObject({
    status: 403,
    code: 'new-project.own-change',
  })
  expect(await approver().send(approveBrandRulesCall, { body })).toMatchObject({
    data: { rules: brandRules, proposed: null, approved_by: 'Nome de bia' },
  })
  expect(await campaign_errors()).toEqual(new Map())
  expect(await approver().send(approveBrandRulesCall, { body })).toMatchObject({ status: 409 })
  expect((await club.linesOf('approve-brand')).at(-1)).toMatchObject({
    actor_id: 'bia',
    subject_id: brand.brand_id,
    sentence: 'Aprovou as regras da marca Casa Nova.',
  })
})

test('a brand has one pending change, which keeps the rules in force until it is decided', async () => {
  const { id: brand_id } = await club.brand()
  const rules = { ...brandRules, limit_per_customer: 3 }
  const propose = () => marketing().send(proposeBrandRulesCall, { body: { brand_id, rules } })
  const proposed = dataOf(await propose())
  expect(proposed.rules).toMatchObject({ limit_per_customer: null })
  expect(await propose()).toMatchObject({ status: 409, code: 'new-project.change-pending' })
  const change_id = proposed.proposed?.change_id ?? ''
  const reason = 'O limite é de 5.'
  expect(dataOf(await approver().send(rejectBrandRulesCall, { body: { change_id, reason } }))).toMatchObject({
    rules: { limit_per_customer: null },
    rejection: { reason, by: 'Nome de bia' },
  })
  const again = dataOf(await propose())
  const body = { change_id: again.proposed?.change_id ?? '' }
  expect(dataOf(await marketing().send(withdrawBrandRulesCall, { body }))).toMatchObject({ proposed: null })
  expect(await marketing().send(withdrawBrandRulesCall, { body })).toMatchObject({ status: 409 })
})

test('changed rules apply to the next registration', async () => {
  const brand = await club.brand()
  const campaign = await club.newCampaign({}, brand)
  const rules = { ...brandRules, purchase_format: '9{4}', purchase_example: '1234' }
  const { proposed } = dataOf(
    await marketing().send(proposeBrandRulesCall, { body: { brand_id: brand.id, rules } }),
  )
  const body = { change_id: proposed?.change_id ?? '' }
  expect(await club.register(await club.join(), campaign)).toMatchObject({ status: 200 })
  dataOf(await approver().send(approveBrandRulesCall, { body }))
  expect(await club.register(await club.join(), campaign)).toMatchObject({ status: 422 })
})

test.each<[string, object, string]>([
  ['a regular expression', { purchase_format: '(A+)+$' }, 'rules.purchase_format'],
  ['an example of another format', { registration_example: 'X' }, 'rules.registration_example'],
  ['no audience', { audience: [] }, 'rules.audience'],
  ['a limit of zero', { limit_per_customer: 0 }, 'rules.limit_per_customer'],
  ['a name of spaces', { name: '   ' }, 'rules.name'],
  ['an unknown key', { every: 1 }, 'rules'],
])('rules with %s are refused at their field', async (_what, change, path) => {
  const body = { slug: `marca-${randomUUID().slice(0, 13)}`, rules: { ...brandRules, ...change } }
  expect(await marketing().send(createBrandCall, { body })).toMatchObject({
    status: 422,
    errors: expect.arrayContaining([expect.objectContaining({ path })]) as unknown,
  })
})

test.each(['', 'Casa', 'casa nova', 'casa--nova', '../x', 'a'.repeat(41)])(
  'the path %j is refused for a brand',
  async (slug) => {
    expect(await marketing().send(createBrandCall, { body: { slug, rules: brandRules } })).toMatchObject({
      status: 422,
      errors: expect.arrayContaining([expect.objectContaining({ path: 'slug' })]) as unknown,
    })
  },
)

test('two brands cannot have the same path', async () => {
  const { slug } = await create()
  expect(await marketing().send(createBrandCall, { body: { slug, rules: brandRules } })).toMatchObject({
    status: 409,
    errors: [{ path: 'slug' }],
  })
})

test('an analyst sees no brands, and neither do roles without the permission', async () => {
  const brand = await club.brand()
  for (const browser of [club.analyst(brand), club.staff('duda', 'attendant')])
    expect(await browser.send(listBrandsCall)).toMatchObject({ status: 403 })
  expect(dataOf(await approver().send(listBrandsCall)).map(({ slug }) => slug)).toContain(brand.slug)
})

test('the approver’s waiting count excludes the approver’s own proposals', async () => {
  const waiting = club.promotion.waiting['brands.approve']
  const countFor = (staff_id: string) =>
    waiting?.(club.database.db, { staff_id, brand_id: null, limit: 100 }) ?? Promise.resolve(0)
  const [before, own] = [await countFor('bia'), await countFor('ana')]
  await create()
  expect([await countFor('bia'), await countFor('ana')]).toEqual([before + 1, own])
})
