import { randomBytes } from 'node:crypto'
import { cancelProjectCall, registerProjectCall } from '@clube/contract/new-project/calls.ts'
import type { BrandRules } from '@clube/contract/new-project/brand.ts'
import {
  approveBrandRulesCall,
  proposeBrandRulesCall,
  rejectBrandRulesCall,
} from '@clube/contract/new-project/brand-calls.ts'
import { approveProjectCall, rejectProjectCall } from '@clube/contract/new-project/staff-calls.ts'
import { reverseTransactionCall } from '@clube/contract/campaigns/transaction-calls.ts'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { grantedPoints } from '../../main/promotions.ts'
import { testRootKey } from '../../testing/club.ts'
import { useTwoServers, type SignedIn } from '../../testing/two-servers.ts'
import { readBalance } from '../points/index.ts'
import { proveNow } from '../proofs/index.ts'
import { createVault } from '../vault/index.ts'
import { brandRules, dataOf, tally } from './project-club.testing.ts'
import { createProjectProof } from './prove-projects.ts'
import { seedBrand } from './seed-projects.ts'

const servers = useTwoServers()
const { database } = servers
const vault = createVault(testRootKey)
const hourMs = 3_600_000

afterEach(async () => {
  const findings = await proveNow(
    createProjectProof({ db: database.db, vault }, { grantedPoints }),
    new Date(),
  )
  if (findings.length > 0) throw new Error(`The proof failed: ${JSON.stringify(findings)}`)
})

const createBrand = async (rules: Partial<BrandRules> = {}) => {
  const slug = `marca-${randomBytes(6).toString('hex')}`
  const brand_id = await seedBrand(database.db, {
    slug,
    rules: { ...brandRules, ...rules },
    proposed: null,
    purchases: [],
    author_id: 'ana',
    approver_id: 'bia',
    now: new Date(),
  })
  return { slug, brand_id }
}

/** An active campaign, inserted directly. */
const createCampaignOf = async ({ slug, brand_id }: Awaited<ReturnType<typeof createBrand>>) => {
  const now = new Date()
  const settings = { brand_id, points: 500, answer_days: 7 }
  const { rows } = await sql<{ id: string }>`
    insert into campaign (slug, kind, state, title, summary, description, starts_at, ends_at, redeem_until, audience,
      spend_rule, stock_total, legal, settings, edited_by, approved_by, created_at, updated_at)
    values (${`projetos-${randomBytes(6).toString('hex')}`}, 'new_project', 'active', 'Projetos', 'Projetos.',
      'Projetos.', ${new Date(now.getTime() - hourMs)}, ${new Date(now.getTime() + 24 * hourMs)}, null,
      '{"document_types":["cpf"],"minimum_age":null}', null, null,
      '{"certificate_number":null,"authority":null,"prize_list":[]}', ${JSON.stringify(settings)}, '{ana}', 'bia',
      now(), now())
    returning id`.execute(database.db)
  return { id: rows[0]?.id ?? '', slug, brand_id }
}
type Campaign = Awaited<ReturnType<typeof createCampaignOf>>

const createCampaign = async () => createCampaignOf(await createBrand())

const open = async ({ id }: SignedIn, campaign_id: string): Promise<string> => {
  const { rows } = await sql<{ id: string }>`
    insert into promotion_transaction (protocol_year, customer_id, campaign_id, kind, state, service_channel,
      purchase_ids, created_at, expires_at)
    values (2026, ${id}, ${campaign_id}, 'new_project', 'open', 'site', '{}', now(), now() + interval '1 hour')
    returning id`.execute(database.db)
  return rows[0]?.id ?? ''
}

let count = 100_000
const numbers = () => {
  count += 1
  return { purchase_number: `CN-${count}`, project_registration_number: `RRT-${10_000_000 + count}` }
}

const register = async (
  person: SignedIn,
  index: number,
  { id, slug }: Campaign,
  typed: ReturnType<typeof numbers> = numbers(),
) =>
  person.at(index).send(registerProjectCall, {
    params: { brand: slug },
    body: { transaction_id: await open(person, id), promotion_id: id, ...typed },
  })

const times = <Result>(size: number, work: (index: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: size }, (_, index) => work(index)))
const stateOf = async (project_id: string) =>
  (
    await database.db
      .selectFrom('brand_project')
      .select('state')
      .where('id', '=', project_id)
      .executeTakeFirstOrThrow()
  ).state

test('the same project sent by ten people at once to two servers is registered once', async () => {
  const campaign = await createCampaign()
  const people = await times(10, () => servers.customer())
  const typed = numbers()
  const responses = await times(10, (index) => register(people[index]!, index, campaign, typed))
  expect(tally(responses)).toEqual({ ok: 1, 'new-project.already-registered': 9 })
})

test('ten projects with the same purchase, sent at once to two servers, are registered once', async () => {
  const campaign = await createCampaign()
  const people = await times(10, () => servers.customer())
  const { purchase_number } = numbers()
  const responses = await times(10, (index) =>
    register(people[index]!, index, campaign, { ...numbers(), purchase_number }),
  )
  expect(tally(responses)).toEqual({ ok: 1, 'new-project.purchase-used': 9 })
})

test('a brand’s limit per person holds for ten registrations at once in ten campaigns', async () => {
  const brand = await createBrand({ limit_per_customer: 3 })
  const campaigns = await times(10, () => createCampaignOf(brand))
  const person = await servers.customer()
  const responses = await times(10, (index) => register(person, index, campaigns[index]!))
  expect(tally(responses)).toEqual({ ok: 3, 'new-project.limit-reached': 7 })
})

test('a project that is approved 20 times at once by two people gives its points once', async () => {
  const campaign = await createCampaign()
  const person = await servers.customer()
  const { project_id } = dataOf(await register(person, 0, campaign))
  const analysts = [
    await servers.staff('brand_analyst', campaign.brand_id),
    await servers.staff('brand_analyst', campaign.brand_id),
  ]
  const responses = await times(20, (index) =>
    analysts[index % 2]!.at(index >> 1).send(approveProjectCall, { body: { project_id } }),
  )
  expect(tally(responses)).toEqual({ ok: 1, 'new-project.decided': 19 })
  expect((await readBalance(database.db, person.id)).balance).toBe(500)
})

test('approving and rejecting the same project at once leaves one decision', async () => {
  const campaign = await createCampaign()
  const analyst = await servers.staff('brand_analyst', campaign.brand_id)
  for (let round = 0; round < 6; round += 1) {
    const person = await servers.customer()
    const { project_id } = dataOf(await register(person, round, campaign))
    const [approved, rejected] = await Promise.all([
      analyst.at(round).send(approveProjectCall, { body: { project_id } }),
      analyst.at(round + 1).send(rejectProjectCall, { body: { project_id, reason: 'Outro pedido.' } }),
    ])
    expect([approved.ok, rejected.ok].filter(Boolean)).toHaveLength(1)
    expect(await stateOf(project_id)).toBe(approved.ok ? 'rewarded' : 'rejected')
    expect((await readBalance(database.db, person.id)).balance).toBe(approved.ok ? 500 : 0)
  }
})

test('a project that is cancelled while it is approved is one of the two, never both', async () => {
  const campaign = await createCampaign()
  const analyst = await servers.staff('brand_analyst', campaign.brand_id)
  for (let round = 0; round < 6; round += 1) {
    const person = await servers.customer()
    const { project_id } = dataOf(await register(person, round, campaign))
    const [approved, cancelled] = await Promise.all([
      analyst.at(round).send(approveProjectCall, { body: { project_id } }),
      person.at(round + 1).send(cancelProjectCall, { body: { project_id } }),
    ])
    expect([approved.ok, cancelled.ok].filter(Boolean)).toHaveLength(1)
    expect(await stateOf(project_id)).toBe(approved.ok ? 'rewarded' : 'cancelled')
    expect((await readBalance(database.db, person.id)).balance).toBe(approved.ok ? 500 : 0)
  }
})

test('a participation that is reversed while its project is approved keeps no points', async () => {
  const campaign = await createCampaign()
  const analyst = await servers.staff('brand_analyst', campaign.brand_id)
  const approver = await servers.staff('approver')
  for (let round = 0; round < 4; round += 1) {
    const person = await servers.customer()
    const { project_id } = dataOf(await register(person, round, campaign))
    const { protocol } = await database.db
      .selectFrom('brand_project')
      .select('protocol')
      .where('id', '=', project_id)
      .executeTakeFirstOrThrow()
    const body = { protocol, reason: 'Pedido no balcão.' }
    await Promise.all([
      analyst.at(round).send(approveProjectCall, { body: { project_id } }),
      approver.at(round + 1).send(reverseTransactionCall, { body }),
    ])
    expect(await stateOf(project_id)).toBe('cancelled')
    expect((await readBalance(database.db, person.id)).balance).toBe(0)
  }
})

test('a change of a brand that is approved and rejected at once is decided once', async () => {
  const { brand_id } = await createCampaign()
  const marketing = await servers.staff('marketing')
  const approvers = [await servers.staff('approver'), await servers.staff('approver')]
  const rules = { ...brandRules, limit_per_customer: 2 }
  const proposals = await times(6, (index) =>
    marketing.at(index).send(proposeBrandRulesCall, { body: { brand_id, rules } }),
  )
  expect(tally(proposals)).toEqual({ ok: 1, 'new-project.change-pending': 5 })
  const proposal = proposals.find(({ ok }) => ok)
  const change_id = (proposal?.ok && proposal.data.proposed?.change_id) || ''
  const responses = await Promise.all([
    approvers[0]!.at(0).send(approveBrandRulesCall, { body: { change_id } }),
    approvers[1]!.at(1).send(rejectBrandRulesCall, { body: { change_id, reason: 'Não.' } }),
  ])
  expect(tally(responses)).toEqual({ ok: 1, 'new-project.change-decided': 1 })
})
