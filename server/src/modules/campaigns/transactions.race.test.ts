import { sql } from 'kysely'
import { defaultTimeZone } from '@clube/contract/kernel/club-time.ts'
import { transactionRefusals } from '@clube/contract/campaigns/refusals.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inTransaction, openDatabase, type Database, type Db } from '../../db/database.ts'
import { noopPromotion, useCampaignsClub } from './campaigns-club.testing.ts'
import { lockCampaign } from './campaign-store.ts'
import { executeOnce, startTransaction, consumeStock } from './index.ts'
import { cancelTransaction } from './end-transaction.ts'
import { createStartTransaction } from './start-transaction.ts'

const club = useCampaignsClub({ event_tickets: noopPromotion })

/** Two connection pools, like two processes. */
let pools: Database[] = []
beforeAll(() => {
  pools = [1, 2].map(() => openDatabase(club.database.url, { poolSize: 20 }))
})
afterAll(() => Promise.all(pools.map((pool) => pool.close())))
const dbOf = (i: number): Db => pools[i % pools.length]?.db ?? club.database.db
/** Starts in batches, one queue for each pool. */
const startsInBatches = () => pools.map(({ db }) => createStartTransaction({ ...club.deps, db }))

const concurrency = 20
const concurrently = <Result>(
  work: (i: number) => Promise<Result>,
): Promise<PromiseSettledResult<Result>[]> =>
  Promise.allSettled(Array.from({ length: concurrency }, (_, i) => work(i)))

const open = async () => {
  const campaign = await club.campaign({ stock_total: 1000 })
  const { customer_id } = await club.join()
  const start = {
    customer_id,
    identified_session_id: null,
    campaign_id: campaign.id,
    kind: 'event_tickets' as const,
    purchase_ids: [],
    service_channel: 'site',
  }
  const transaction = await startTransaction(club.deps, start)
  return { start, campaign_id: campaign.id, customer_id, transaction_id: transaction.id }
}
type Open = { transaction_id: string; customer_id: string; campaign_id: string }

const participateOnce = (db: Db, { transaction_id, customer_id, campaign_id }: Open, body: object) =>
  inTransaction(db, (tx) =>
    executeOnce({
      call: { refusals: transactionRefusals },
      tx,
      transaction_id,
      customer_id,
      identified_session_id: null,
      kind: 'event_tickets',
      now: club.clock.now(),
      time_zone: defaultTimeZone,
      body,
      work: async () => ({ remaining: await consumeStock(tx, campaign_id, 1) }),
    }),
  )

const stockTaken = async (campaign_id: string) =>
  (
    await club.database.db
      .selectFrom('campaign')
      .select('stock_taken')
      .where('id', '=', campaign_id)
      .executeTakeFirstOrThrow()
  ).stock_taken

describe('concurrent calls over two pools', () => {
  test('one participation completed 20 times concurrently with one body has one effect and one response', async () => {
    const one = await open()
    const results = await concurrently((i) => participateOnce(dbOf(i), one, { seats: 1 }))
    const responses = results.map((result) => (result.status === 'fulfilled' ? result.value : null))
    expect(responses.filter((response) => response?.repeated === false)).toHaveLength(1)
    expect(responses.map((response) => response?.response)).toEqual(
      Array(concurrency).fill({ remaining: 999 }),
    )
    expect(await stockTaken(one.campaign_id)).toBe(1)
  })

  test('a participation can be started while its campaign is locked for a change', async () => {
    const { id } = await club.campaign()
    const { customer_id } = await club.join()
    const start = { customer_id, identified_session_id: null, campaign_id: id, purchase_ids: [] }
    const started = await inTransaction(club.database.db, async (tx) => {
      await lockCampaign(tx, id)
      return startTransaction(club.deps, { ...start, kind: 'event_tickets', service_channel: 'site' })
    })
    expect(started).toMatchObject({ campaign_id: id, state: 'open' })
  })

  test('one participation completed concurrently with 20 bodies has one effect and 19 refusals', async () => {
    const one = await open()
    const results = await concurrently((i) => participateOnce(dbOf(i), one, { seats: i }))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const reasons = results.flatMap((result) =>
      result.status === 'rejected' ? [(result.reason as { code: string }).code] : [],
    )
    expect(reasons).toEqual(Array(concurrency - 1).fill('campaigns.transaction-reused'))
    expect(await stockTaken(one.campaign_id)).toBe(1)
  })

  test('20 concurrent starts by one customer open one participation', async () => {
    const { start } = await open()
    const { customer_id } = await club.join()
    const starts = startsInBatches()
    const results = await concurrently(async (i) => starts[i % starts.length]?.({ ...start, customer_id }))
    const ids = results.map((result) => (result.status === 'fulfilled' ? result.value?.id : null))
    expect(new Set(ids).size).toBe(1)
    expect(ids).not.toContain(null)
  })

  test('people who start together in two processes get one participation each, or their own refusal', async () => {
    const { start, transaction_id, customer_id: earlier } = await open()
    const people = await Promise.all(Array.from({ length: 8 }, () => club.join()))
    const blocked = await club.join()
    await club.database.db
      .updateTable('customer')
      .set({ account_status: 'blocked' })
      .where('id', '=', blocked.customer_id)
      .execute()
    const starts = startsInBatches()
    // In both orders, so that batches that locked customers in order of arrival would wait for each other.
    const ids = [earlier, blocked.customer_id, ...people.map(({ customer_id }) => customer_id)]
    const results = await Promise.all(
      [ids, ids.toReversed()].flatMap((order, i) =>
        order.map(async (customer_id) => {
          const [result] = await Promise.allSettled([starts[i]?.({ ...start, customer_id })])
          return {
            customer_id,
            outcome:
              result.status === 'fulfilled' ? result.value?.id : (result.reason as { code: string }).code,
          }
        }),
      ),
    )
    const outcomes = Map.groupBy(results, ({ customer_id }) => customer_id)
    const distinct = ids.map((id) => [...new Set(outcomes.get(id)?.map(({ outcome }) => outcome))])
    expect(distinct[0]).toEqual([transaction_id])
    expect(distinct[1]).toEqual(['campaigns.account-not-active'])
    expect(new Set(distinct.slice(2).flat()).size).toBe(people.length)
    expect(distinct.slice(2).every((each) => each.length === 1)).toBe(true)
  })

  test('in a batch of starts, only who has reached the limit per person is refused, and keeps no participation', async () => {
    const campaign = await club.campaign({ stock_total: 1000, limit_per_customer: 1 })
    const [done, fresh] = await Promise.all([club.join(), club.join()])
    const start = {
      identified_session_id: null,
      campaign_id: campaign.id,
      kind: 'event_tickets' as const,
      purchase_ids: [],
      service_channel: 'site',
    }
    const first = await startTransaction(club.deps, { ...start, customer_id: done.customer_id })
    await participateOnce(club.database.db, { ...first, transaction_id: first.id }, {})
    const startOne = createStartTransaction(club.deps)
    const [refused, started] = await Promise.allSettled(
      [done, fresh].map(({ customer_id }) => startOne({ ...start, customer_id })),
    )
    expect(refused).toMatchObject({ status: 'rejected', reason: { code: 'campaigns.limit-reached' } })
    expect(started).toMatchObject({ status: 'fulfilled', value: { state: 'open' } })
    const { rows } = await sql<{ customer_id: string; state: string }>`
      select customer_id, state from promotion_transaction where campaign_id = ${campaign.id}`.execute(
      club.database.db,
    )
    expect(rows).toHaveLength(2)
    expect(rows).toContainEqual({ customer_id: done.customer_id, state: 'completed' })
  })

  test('repeated concurrent starts and completions respect the limit per person', async () => {
    const campaign = await club.campaign({ stock_total: 1000, limit_per_customer: 3 })
    const { customer_id } = await club.join()
    const actor = { customer_id, identified_session_id: null }
    const start = { ...actor, campaign_id: campaign.id, kind: 'event_tickets' as const }
    const starts = startsInBatches()
    const results = await concurrently(async (i) => {
      const channel = { purchase_ids: [], service_channel: 'site' }
      const started = await starts[i % starts.length]?.({ ...start, ...channel })
      const id = started?.id ?? ''
      await participateOnce(dbOf(i), { ...start, transaction_id: id }, { attempt: i })
    })
    expect(results.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(3)
    // Refused calls may retry: in the end exactly the limit is reached.
    for (let attempt = concurrency; attempt < concurrency + 4; attempt += 1) {
      const retry = async () => {
        const channel = { purchase_ids: [], service_channel: 'site' }
        const { id } = await startTransaction(club.deps, { ...start, ...channel })
        await participateOnce(club.database.db, { ...start, transaction_id: id }, { attempt })
      }
      await retry().catch((error: { code?: string }) => expect(error.code).toBe('campaigns.limit-reached'))
    }
    expect(await stockTaken(campaign.id)).toBe(3)
  })

  test('when a participation is cancelled and completed concurrently, only one succeeds, and only completion has an effect', async () => {
    for (let round = 0; round < 5; round += 1) {
      const one = await open()
      const [completed, cancelled] = await Promise.allSettled([
        participateOnce(dbOf(0), one, {}),
        cancelTransaction({ ...club.deps, db: dbOf(1) }, { ...one, ...one.start }),
      ])
      expect([completed.status, cancelled.status].filter((status) => status === 'fulfilled')).toHaveLength(1)
      expect(await stockTaken(one.campaign_id)).toBe(completed.status === 'fulfilled' ? 1 : 0)
    }
  })
})
