import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction, openDatabase, type Database, type Db } from '../../db/database.ts'
import { useCreditClub } from '../../testing/credit-club.ts'
import { proveNow } from '../proofs/index.ts'
import { grantCredit, releaseCredit } from './index.ts'
import { createCreditProof } from './prove-credit.ts'

const club = useCreditClub()

/** Two connection pools, like two processes. */
let pools: Database[] = []
beforeAll(() => {
  pools = [1, 2].map(() => openDatabase(club.database.url, { poolSize: 20 }))
})
afterAll(() => Promise.all(pools.map((pool) => pool.close())))
const dbOf = (i: number): Db => pools[i % pools.length]?.db ?? club.database.db

const concurrency = 20
const indexes = Array.from({ length: concurrency }, (_, i) => i)
const findings = () => proveNow(createCreditProof(club.database), club.clock.now())
const creditOf = (customer_id: string) =>
  club.database.db
    .selectFrom('purchase_credit')
    .select(['amount_cents', 'used_cents', 'revoked_at'])
    .where('customer_id', '=', customer_id)
    .execute()

test('20 concurrent transactions grant the credit of a receipt once', async () => {
  await club.spendCampaign()
  const { customer_id } = await club.join()
  await club.receipt(customer_id, 10_000)
  const now = club.clock.now()
  const before = (await creditOf(customer_id)).length
  await Promise.all(
    indexes.map((i) =>
      inTransaction(dbOf(i), (tx) => grantCredit(club.depsOf(dbOf(i)), tx, { customer_id, now })),
    ),
  )
  expect(before).toBe(0)
  const campaigns = await club.depsOf().listCampaigns(club.database.db)
  expect(await creditOf(customer_id)).toHaveLength(
    campaigns.filter(({ audience }) => audience.document_types.includes('cpf')).length,
  )
})

test('a use concurrent with the reversal of its receipt leaves a debt or fails', async () => {
  const campaign = await club.spendCampaign()
  for (const i of indexes.slice(0, 10)) {
    const { customer_id } = await club.join()
    const purchase_id = await club.receipt(customer_id, 40_000)
    await club.grant(customer_id)
    const opened = await club.open(customer_id, campaign)
    const [use] = await Promise.all([
      club.use(opened, dbOf(i)),
      club.reverseReceipt(customer_id, purchase_id, dbOf(i + 1)),
    ])
    const credit = (await creditOf(customer_id)).filter(({ used_cents }) => used_cents > 0)
    expect(credit).toHaveLength(use.kind === 'used' ? 1 : 0)
    for (const { revoked_at } of credit) expect(revoked_at).not.toBeNull()
  }
  expect(await findings()).toEqual([])
})

test('a participation released 20 times concurrently returns its credit once', async () => {
  const campaign = await club.spendCampaign()
  const { customer_id } = await club.join()
  await club.receipt(customer_id, 90_000)
  const first = await club.open(customer_id, campaign)
  await club.use(first)
  await club.use(await club.open(customer_id, campaign))
  await Promise.all(
    indexes.map((i) =>
      inTransaction(dbOf(i), (tx) => releaseCredit(club.depsOf(dbOf(i)), tx, [first.transaction_id])),
    ),
  )
  const used = (await creditOf(customer_id)).reduce((sum, { used_cents }) => sum + used_cents, 0)
  expect(used).toBe(40_000)
  expect(await findings()).toEqual([])
})
