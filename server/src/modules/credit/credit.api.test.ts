import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { listCreditCall } from '@clube/contract/campaigns/credit-calls.ts'
import { startTransactionCall, readTransactionCall } from '@clube/contract/campaigns/transaction-calls.ts'
import { inTransaction } from '../../db/database.ts'
import { useCreditClub } from '../../testing/credit-club.ts'
import type { TestBrowser } from '../../testing/browser.ts'
import { returnParticipations } from '../campaigns/index.ts'
import { proveNow } from '../proofs/index.ts'
import { createCreditProof } from './prove-credit.ts'
import { releaseCredit, useCredit } from './move-credit.ts'
import { previewUse } from './read-progress.ts'

const club = useCreditClub()

const progress = async (browser: TestBrowser, campaign_id: string) => {
  const response = await browser.send(listCreditCall)
  if (!response.ok) throw new Error(response.message)
  return response.data.find((each) => each.campaign_id === campaign_id)
}
const release = (transaction_id: string) =>
  inTransaction(club.database.db, (tx) => releaseCredit(club.depsOf(), tx, [transaction_id]))
const findings = () => proveNow(createCreditProof(club.database), club.clock.now())

describe('progress', () => {
  test('an approved receipt counts once in every campaign for which it is eligible', async () => {
    const gifts = await club.spendCampaign()
    const cards = await club.spendCampaign({ every_cents: 15_000 }, { kind: 'scratch_card' })
    const { customer_id, browser } = await club.join()
    const purchase_id = await club.receipt(customer_id, 31_250)
    await club.grant(customer_id)
    await club.grant(customer_id)
    const receipts = [{ purchase_id, credit_cents: 31_250, used_cents: 0 }]
    expect(await progress(browser, gifts.id)).toMatchObject({
      participations: 0,
      reached_cents: 31_250,
      missing_cents: 8_750,
      debt_cents: 0,
      receipts,
    })
    expect(await progress(browser, cards.id)).toMatchObject({
      participations: 2,
      reached_cents: 1_250,
      receipts,
    })
  })

  test('a spend rule stored for a kind that uses no receipts gives no progress', async () => {
    const { id } = await club.spendCampaign()
    const { customer_id, browser } = await club.join()
    await club.receipt(customer_id, 45_000)
    expect(await progress(browser, id)).toMatchObject({ participations: 1 })
    const { db } = club.database
    await sql`update campaign set kind = 'event_tickets' where id = ${id}`.execute(db)
    expect(await progress(browser, id)).toBeUndefined()
  })

  test.each([
    ['bought the day before the period', 0, { issued_on: '2026-11-30' }],
    ['bought on the first day', 5_000, { issued_on: '2026-12-01' }],
    ['under review', 0, { state: 'pending_review' as const }],
    ['that was rejected', 0, { state: 'rejected' as const }],
    ['that was reversed', 0, { state: 'reversed' as const }],
    ['registered after the end', 0, { created_at: '2026-12-25T02:00:00Z' }],
    [
      'registered in time and approved before the deadline',
      5_000,
      { created_at: '2026-12-24T15:00:00Z', decided_at: '2027-01-05T15:00:00Z' },
    ],
    [
      'approved after the deadline',
      0,
      { created_at: '2026-12-24T15:00:00Z', decided_at: '2027-01-10T15:00:00Z' },
    ],
  ])('a receipt %s gives %i cents of credit in a campaign', async (_what, reached_cents, change) => {
    const campaign = await club.spendCampaign()
    const { customer_id, browser } = await club.join()
    await club.receipt(customer_id, 5_000, change)
    club.clock.set('2027-01-06T15:00:00Z')
    expect(await progress(browser, campaign.id)).toMatchObject({ reached_cents })
    club.clock.set('2026-12-10T15:00:00Z')
  })

  test('a receipt that was approved before its campaign counts once progress is read', async () => {
    const { customer_id, browser } = await club.join()
    await club.receipt(customer_id, 5_000)
    const campaign = await club.spendCampaign()
    expect(await progress(browser, campaign.id)).toMatchObject({ reached_cents: 5_000 })
  })

  test('multipliers of the rule apply to the day and the shop of the purchase', async () => {
    const cnpj = '33445566000186'
    const multipliers = [
      { percent: 200, weekdays: [6 as const], shop_ids: [] },
      { percent: 150, weekdays: [], shop_ids: [await club.shopId(cnpj)] },
    ]
    const campaign = await club.spendCampaign({ multipliers })
    const { customer_id, browser } = await club.join()
    await club.receipt(customer_id, 1_000, { issued_on: '2026-12-05' })
    await club.receipt(customer_id, 1_001, { cnpj })
    await club.receipt(customer_id, 100)
    expect(await progress(browser, campaign.id)).toMatchObject({ reached_cents: 2_000 + 1_501 + 100 })
  })

  test('campaigns for the other document type, scheduled, past their deadline or without a rule are not listed', async () => {
    const others = [
      await club.spendCampaign({}, { audience: { document_types: ['cnpj'], minimum_age: null } }),
      await club.spendCampaign({}, { starts_at: new Date('2026-12-20T03:00:00Z') }),
      await club.spendCampaign({}, { ends_at: new Date('2026-12-11T03:00:00Z'), redeem_until: null }),
      await club.spendCampaign({}, { spend_rule: null }),
    ]
    const { browser } = await club.join()
    club.clock.set('2026-12-11T03:00:00Z')
    for (const { id } of others) expect(await progress(browser, id)).toBeUndefined()
    club.clock.set('2026-12-10T15:00:00Z')
  })

  test('a passwordless session sees only the receipts that it registered itself', async () => {
    const campaign = await club.spendCampaign()
    const { customer_id } = await club.join()
    const browser = club.identify(customer_id)
    const [, identified_session_id = ''] = (browser.cookies.get('sid') ?? '').split('.')
    await club.receipt(customer_id, 7_000)
    const registered = await club.receipt(customer_id, 2_000, { identified_session_id })
    expect(await progress(browser, campaign.id)).toMatchObject({
      reached_cents: 2_000,
      receipts: [{ purchase_id: registered }],
    })
  })

  test('an anonymous visitor cannot read the progress of credit', async () => {
    expect(await club.visitor().send(listCreditCall)).toMatchObject({ ok: false, status: 401 })
  })
})

describe('using credit', () => {
  test('a participation can be opened and completed after the end of the campaign, until its deadline', async () => {
    const campaign = await club.spendCampaign()
    const { customer_id } = await club.join()
    await club.receipt(customer_id, 120_000, {
      created_at: '2026-12-24T15:00:00Z',
      decided_at: '2026-12-26T15:00:00Z',
    })
    club.clock.set('2027-01-10T02:59:59Z')
    expect(await club.use(await club.open(customer_id, campaign))).toMatchObject({ kind: 'used' })
    const late = await club.open(customer_id, campaign)
    club.clock.set('2027-01-10T03:00:00Z')
    const ended = { code: 'campaigns.ended' }
    await expect(club.use(late)).rejects.toMatchObject(ended)
    await expect(club.open(customer_id, campaign)).rejects.toMatchObject(ended)
    club.clock.set('2026-12-10T15:00:00Z')
  })

  test('a participation uses the oldest receipts and reports what is missing for another one', async () => {
    const campaign = await club.spendCampaign()
    const { customer_id, browser } = await club.join()
    const first = await club.receipt(customer_id, 25_000)
    const second = await club.receipt(customer_id, 25_000)
    const opened = await club.open(customer_id, campaign)
    expect(await club.use(opened)).toEqual({ kind: 'used', participations: 1 })
    expect(await club.use(await club.open(customer_id, campaign))).toEqual({
      kind: 'missing',
      missing_cents: 30_000,
    })
    expect(await progress(browser, campaign.id)).toMatchObject({
      participations: 0,
      reached_cents: 10_000,
      receipts: [
        { purchase_id: second, used_cents: 15_000 },
        { purchase_id: first, used_cents: 25_000 },
      ],
    })
    expect(await findings()).toEqual([])
  })

  test('the receipts that a participation used are shown with it', async () => {
    const campaign = await club.spendCampaign()
    const { customer_id } = await club.join()
    await club.receipt(customer_id, 30_000)
    await club.receipt(customer_id, 20_000)
    const { transaction_id } = await club.open(customer_id, campaign)
    await club.use({ transaction_id, customer_id, identified_session_id: null })
    const purchases = await club
      .campaignDeps()
      .purchases.describe(club.database.db, [{ id: transaction_id, purchase_ids: [] }])
    expect(purchases.get(transaction_id)?.map(({ amount_cents }) => amount_cents)).toEqual([30_000, 20_000])
  })

  test('a participation opened for chosen receipts uses only these', async () => {
    const campaign = await club.spendCampaign()
    const { customer_id, browser } = await club.join()
    const chosen = await club.receipt(customer_id, 50_000)
    const kept = await club.receipt(customer_id, 50_000)
    await club.use(await club.open(customer_id, campaign, { purchase_ids: [chosen] }))
    expect(await progress(browser, campaign.id)).toMatchObject({
      receipts: [
        { purchase_id: kept, used_cents: 0 },
        { purchase_id: chosen, used_cents: 40_000 },
      ],
    })
    await expect(
      club.open(customer_id, campaign, { purchase_ids: [kept, '0197b3a0-0000-7000-8000-000000000009'] }),
    ).rejects.toMatchObject({ code: 'campaigns.purchase-unusable' })
  })

  test('another person’s receipt cannot be chosen', async () => {
    const campaign = await club.spendCampaign()
    const { customer_id } = await club.join()
    const other = await club.join()
    const purchase_id = await club.receipt(other.customer_id, 50_000)
    await expect(club.open(customer_id, campaign, { purchase_ids: [purchase_id] })).rejects.toMatchObject({
      code: 'campaigns.purchase-unusable',
    })
  })

  test('a rule that discards remainders consumes the rest of the receipt, and releasing the participation returns it', async () => {
    const campaign = await club.spendCampaign({ residual: 'lost' })
    const { customer_id, browser } = await club.join()
    await club.receipt(customer_id, 45_000)
    const { transaction_id } = await club.open(customer_id, campaign)
    await club.use({ transaction_id, customer_id, identified_session_id: null })
    expect(await progress(browser, campaign.id)).toMatchObject({ participations: 0, reached_cents: 0 })
    await release(transaction_id)
    await release(transaction_id)
    expect(await progress(browser, campaign.id)).toMatchObject({ participations: 1, reached_cents: 0 })
    expect(await findings()).toEqual([])
  })

  test('uses beyond the daily limit are refused until the next club day', async () => {
    const campaign = await club.spendCampaign({ limit_per_day: 1 })
    const { customer_id, browser } = await club.join()
    await club.receipt(customer_id, 90_000)
    await club.use(await club.open(customer_id, campaign))
    expect(await progress(browser, campaign.id)).toMatchObject({ participations: 1, uses_left_today: 0 })
    expect(await club.use(await club.open(customer_id, campaign))).toEqual({
      kind: 'daily-limit',
      limit_per_day: 1,
    })
    club.clock.set('2026-12-11T03:00:00Z')
    expect(await progress(browser, campaign.id)).toMatchObject({ uses_left_today: 1 })
    expect(await club.use(await club.open(customer_id, campaign))).toMatchObject({ kind: 'used' })
    club.clock.set('2026-12-10T15:00:00Z')
  })

  test('completing a participation after the campaign’s deadline is refused', async () => {
    const campaign = await club.spendCampaign()
    const { customer_id } = await club.join()
    await club.receipt(customer_id, 45_000)
    const opened = await club.open(customer_id, campaign)
    await club.database.db
      .updateTable('campaign')
      .set({ ends_at: club.clock.now(), redeem_until: club.clock.now() })
      .where('id', '=', campaign.id)
      .execute()
    await expect(club.use(opened)).rejects.toMatchObject({ code: 'campaigns.ended' })
  })

  test('a receipt used in a campaign cannot be used in an exclusive one, or vice versa', async () => {
    const exclusive = await club.spendCampaign({ exclusive: true })
    const shared = await club.spendCampaign()
    const { customer_id, browser } = await club.join()
    const [first, second] = [await club.receipt(customer_id, 40_000), await club.receipt(customer_id, 40_000)]
    await club.use(await club.open(customer_id, shared, { purchase_ids: [first] }))
    await club.use(await club.open(customer_id, exclusive, { purchase_ids: [second] }))
    expect(await progress(browser, exclusive.id)).toMatchObject({ participations: 0, reached_cents: 0 })
    expect(await progress(browser, shared.id)).toMatchObject({ participations: 0, reached_cents: 0 })
    expect(await findings()).toEqual([])
  })

  test('starting a participation with a receipt without credit is refused with a message in Portuguese', async () => {
    const campaign = await club.spendCampaign()
    const { browser } = await club.join()
    const body = {
      campaign_id: campaign.id,
      kind: 'free_gifts' as const,
      purchase_ids: [campaign.id],
      service_channel: 'site',
    }
    expect(await browser.send(startTransactionCall, { body })).toMatchObject({
      ok: false,
      status: 409,
      message: 'Uma das notas escolhidas não pode ser usada nesta promoção.',
    })
  })
})

describe('receipts of certain days', () => {
  test('a use that is restricted to receipts of a day and later uses no earlier ones, as its preview says', async () => {
    const campaign = await club.spendCampaign()
    const { customer_id } = await club.join()
    const deps = club.depsOf()
    const issued_from = '2026-12-10'
    const now = club.clock.now()
    const preview = () =>
      previewUse(deps, {
        customer_id,
        identified_session_id: null,
        campaign_id: campaign.id,
        issued_from,
        now,
      })
    const use = async () => {
      const { transaction_id: id } = await club.open(customer_id, campaign)
      const transaction = { id, customer_id, identified_session_id: null, purchase_ids: [] }
      const uses = await inTransaction(club.database.db, (tx) =>
        useCredit(deps, tx, {
          campaign_id: campaign.id,
          transactions: [transaction],
          limit: 1,
          issued_from,
          now,
        }),
      )
      return uses.get(id)
    }
    await club.receipt(customer_id, 90_000, { issued_on: '2026-12-09' })
    await club.receipt(customer_id, 15_000, { issued_on: '2026-12-10' })
    expect(await preview()).toEqual({
      is_met: false,
      every_cents: 40_000,
      reached_cents: 15_000,
      missing_cents: 25_000,
    })
    expect(await use()).toEqual({ kind: 'missing', missing_cents: 25_000 })
    const later = await club.receipt(customer_id, 26_000, { issued_on: '2026-12-11' })
    expect(await preview()).toMatchObject({ is_met: true, missing_cents: 0 })
    expect(await use()).toEqual({ kind: 'used', participations: 1 })
    expect(await preview()).toMatchObject({ is_met: false, reached_cents: 1_000 })
    const { rows } = await sql<{ purchase_id: string; used_cents: number }>`
      select purchase_id, used_cents from purchase_credit where customer_id = ${customer_id} and campaign_id = ${campaign.id}
      order by used_cents`.execute(club.database.db)
    expect(rows.map(({ used_cents }) => used_cents)).toEqual([0, 15_000, 25_000])
    expect(rows.at(-1)).toMatchObject({ purchase_id: later })
    expect(
      await previewUse(deps, {
        customer_id,
        identified_session_id: null,
        campaign_id: later,
        issued_from,
        now,
      }),
    ).toBeNull()
  })
})

describe('reversed receipts', () => {
  test('used credit of a reversed receipt is a debt that the next receipt pays', async () => {
    const campaign = await club.spendCampaign()
    const { customer_id, browser } = await club.join()
    const forged = await club.receipt(customer_id, 40_000)
    const { transaction_id } = await club.open(customer_id, campaign)
    await club.use({ transaction_id, customer_id, identified_session_id: null })
    await club.reverseReceipt(customer_id, forged)
    expect(await progress(browser, campaign.id)).toMatchObject({ debt_cents: 40_000, receipts: [] })
    await club.receipt(customer_id, 15_000)
    expect(await progress(browser, campaign.id)).toMatchObject({ debt_cents: 25_000, reached_cents: 0 })
    await club.receipt(customer_id, 45_000)
    expect(await progress(browser, campaign.id)).toMatchObject({ debt_cents: 0, reached_cents: 20_000 })
    expect(await findings()).toEqual([])
    await release(transaction_id)
    expect(await progress(browser, campaign.id)).toMatchObject({ participations: 1, reached_cents: 20_000 })
    expect(await findings()).toEqual([])
  })

  test('unused credit pays the debt of a reversed receipt immediately', async () => {
    const campaign = await club.spendCampaign()
    const { customer_id, browser } = await club.join()
    const forged = await club.receipt(customer_id, 40_000)
    await club.receipt(customer_id, 30_000)
    await club.use(await club.open(customer_id, campaign))
    await club.reverseReceipt(customer_id, forged)
    expect(await progress(browser, campaign.id)).toMatchObject({ debt_cents: 10_000, reached_cents: 0 })
    expect(await findings()).toEqual([])
  })

  test('credit released in an exclusive campaign pays a debt in another campaign before it can be used there', async () => {
    const shared = await club.spendCampaign()
    const exclusive = await club.spendCampaign({ exclusive: true })
    const { customer_id, browser } = await club.join()
    const forged = await club.receipt(customer_id, 40_000)
    await club.use(await club.open(customer_id, shared))
    const genuine = await club.receipt(customer_id, 40_000)
    const { transaction_id } = await club.open(customer_id, exclusive, { purchase_ids: [genuine] })
    await club.use({ transaction_id, customer_id, identified_session_id: null })
    await club.reverseReceipt(customer_id, forged)
    await release(transaction_id)
    expect(await club.use(await club.open(customer_id, shared))).toMatchObject({ kind: 'missing' })
    expect(await progress(browser, shared.id)).toMatchObject({ debt_cents: 0, participations: 0 })
  })

  test('receipts registered with the password do not pay the debt of a passwordless session', async () => {
    const campaign = await club.spendCampaign()
    const { customer_id, browser } = await club.join()
    const identified = club.identify(customer_id)
    const [, identified_session_id = ''] = (identified.cookies.get('sid') ?? '').split('.')
    const forged = await club.receipt(customer_id, 40_000, { identified_session_id })
    await club.use(await club.open(customer_id, campaign, { identified_session_id }))
    await club.reverseReceipt(customer_id, forged)
    await club.receipt(customer_id, 40_000)
    expect(await progress(browser, campaign.id)).toMatchObject({ participations: 1 })
    expect(await progress(identified, campaign.id)).toMatchObject({ participations: 0, debt_cents: 40_000 })
  })

  test('a returned participation cancels the debt', async () => {
    const campaign = await club.spendCampaign()
    const { customer_id, browser } = await club.join()
    const forged = await club.receipt(customer_id, 40_000)
    const { transaction_id } = await club.open(customer_id, campaign)
    await club.use({ transaction_id, customer_id, identified_session_id: null })
    await club.reverseReceipt(customer_id, forged)
    await inTransaction(club.database.db, (tx) =>
      returnParticipations(
        { purchases: club.campaignDeps().purchases, points: { restore: async () => false } },
        tx,
        { transaction_ids: [transaction_id], note: 'Devolvida.', now: club.clock.now() },
      ),
    )
    expect(await progress(browser, campaign.id)).toMatchObject({ debt_cents: 0 })
    expect(await browser.send(readTransactionCall, { params: { transaction_id } })).toMatchObject({
      data: { status: 'cancelled' },
    })
    expect(await findings()).toEqual([])
  })
})

test.each([
  [
    'the used amount',
    'update purchase_credit set used_cents = used_cents - 1 where used_cents > 0',
    'used-matches-allocations',
  ],
  ['an allocation', 'delete from purchase_allocation', 'used-matches-allocations'],
  ['the amount of a receipt', 'update purchase_credit set amount_cents = 1', 'used-within-amount'],
  [
    'an exclusive use',
    `update purchase_allocation a set is_exclusive = true
      where exists (select 1 from purchase_allocation o where o.purchase_id = a.purchase_id and o.campaign_id <> a.campaign_id)`,
    'exclusive-not-shared',
  ],
])('the proof of credit detects tampering with %s', async (_what, statement, check) => {
  const gifts = await club.spendCampaign()
  const others = await club.spendCampaign()
  const { customer_id } = await club.join()
  await club.receipt(customer_id, 40_000)
  await club.use(await club.open(customer_id, gifts))
  await club.use(await club.open(customer_id, others))
  expect(await findings()).toEqual([])
  const undo = new Error('undo')
  await club.database.db
    .transaction()
    .execute(async (tx) => {
      await sql`alter table purchase_credit drop constraint purchase_credit_once`.execute(tx)
      await sql.raw(statement).execute(tx)
      const found = await proveNow(createCreditProof({ db: tx }), club.clock.now())
      expect(found.map((each) => each.check)).toContain(check)
      throw undo
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error
    })
})
