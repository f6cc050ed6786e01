import { defaultTimeZone } from '@clube/contract/kernel/club-time.ts'
import { transactionRefusals } from '@clube/contract/campaigns/refusals.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inTransaction, openDatabase, type Database, type Db } from '../../db/database.ts'
import { noopPromotion, useCampaignsClub } from './campaigns-club.testing.ts'
import { lockCampaign } from './campaign-store.ts'
import { executeOnce, startTransaction, consumeStock } from './index.ts'
import { cancelTransaction } from './end-transaction.ts'

const club = useCampaignsClub({ event_tickets: noopPromotion })

/** Two connection pools, like two processes. */
let pools: Database[] = []
beforeAll(() => {
  pools = [1, 2].map(() => openDatabase(club.database.url, { poolSize: 20 }))
})
afterAll(() => Promise.all(pools.map((pool) => pool.close())))
const dbOf = (i: number): Db => pools[i % pools.length]?.db ?? club.database.db

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
    const results = await concurrently((i) =>
      startTransaction({ ...club.deps, db: dbOf(i) }, { ...start, customer_id }),
    )
    const ids = results.map((result) => (result.status === 'fulfilled' ? result.value.id : null))
    expect(new Set(ids).size).toBe(1)
    expect(ids).not.toContain(null)
  })

  test('repeated concurrent starts and completions respect the limit per person', async () => {
    const campaign = await club.campaign({ stock_total: 1000, limit_per_customer: 3 })
    const { customer_id } = await club.join()
    const actor = { customer_id, identified_session_id: null }
    const start = { ...actor, campaign_id: campaign.id, kind: 'event_tickets' as const }
    const results = await concurrently(async (i) => {
      const db = dbOf(i)
      const channel = { purchase_ids: [], service_channel: 'site' }
      const { id } = await startTransaction({ ...club.deps, db }, { ...start, ...channel })
      await participateOnce(db, { ...start, transaction_id: id }, { attempt: i })
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
