import { transactionRefusals } from '@clube/contract/campaigns/refusals.ts'
import { spendRuleOf, type SpendRule } from '@clube/contract/campaigns/spend-rule.ts'
import type { PromotionKind } from '@clube/contract/kernel/promotion-kinds.ts'
import { defaultTimeZone } from '@clube/contract/kernel/club-time.ts'
import type { ReceiptState } from '@clube/contract/receipts/receipt.ts'
import { inTransaction, type Db } from '../db/database.ts'
import { creditDepsOf, receiptUseOf } from '../main/credit.ts'
import { noopPromotion, useCampaignsClub } from '../modules/campaigns/campaigns-club.testing.ts'
import {
  executeOnce,
  startTransaction,
  type CampaignDeps,
  type Promotions,
} from '../modules/campaigns/index.ts'
import { bindCredit, grantCredit, revokeCredit, useCredit, type CreditUse } from '../modules/credit/index.ts'
import { seedShops } from '../modules/receipts/index.ts'
import { receiptKeyOf } from './receipts.ts'

type CampaignChange = Parameters<ReturnType<typeof useCampaignsClub>['campaign']>[0]

/** One participation that uses a campaign's rule once. */
export type OpenUse = { transaction_id: string; customer_id: string; identified_session_id: string | null }

/** Campaigns that require receipts, and receipts stored directly, on a separate database. */
export const useCreditClub = (
  promotions: Partial<Promotions> = { free_gifts: noopPromotion, parking_voucher: noopPromotion },
  bind: Parameters<typeof useCampaignsClub>[1] = () => {},
) => {
  const club = useCampaignsClub(
    promotions,
    (binder, served) => {
      bindCredit(binder, depsOf())
      bind(binder, served)
    },
    () => receiptUseOf(depsOf()),
  )
  const depsOf = (db: Db = club.database.db) =>
    creditDepsOf({ db, clock: club.clock.now, time_zone: defaultTimeZone })
  const campaignDeps = (db?: Db): CampaignDeps => ({
    ...club.deps,
    db: db ?? club.database.db,
    purchases: receiptUseOf(depsOf(db)),
  })
  let number = 0
  const shops = new Map<string, string>()

  const shopId = async (cnpj: string): Promise<string> => {
    const known = shops.get(cnpj)
    if (known !== undefined) return known
    await seedShops(
      club.database.db,
      [{ name: `Loja ${cnpj}`, cnpj, segment: null, floor: null, tills: [] }],
      { now: club.clock.now(), time_zone: defaultTimeZone },
    )
    const { id } = await club.database.db
      .selectFrom('shop')
      .select('id')
      .where('cnpj', '=', cnpj)
      .executeTakeFirstOrThrow()
    shops.set(cnpj, id)
    return id
  }

  return {
    ...club,
    // The URL is known once the server is listening.
    get url() {
      return club.url
    },
    depsOf,
    campaignDeps,
    shopId,
    /** An active campaign with a spend rule of R$ 400 unless changed. */
    spendCampaign: (rule: Partial<SpendRule> = {}, change: CampaignChange = {}) =>
      club.campaign({
        kind: 'free_gifts',
        redeem_until: new Date('2027-01-10T03:00:00Z'),
        legal: {
          certificate_number: '04.030417/2026',
          authority: 'Secretaria de Prêmios e Apostas',
          prize_list: [{ title: 'Panetone', quantity: 100, value_cents: 5_990 }],
        },
        spend_rule: { ...spendRuleOf({ every_cents: 40_000, participations: 1 }), ...rule },
        ...change,
      }),
    /** A receipt that has been decided; credit is granted by `grant` or when progress is read. */
    receipt: async (
      customer_id: string,
      amount_cents: number,
      change: {
        issued_on?: string
        cnpj?: string
        state?: ReceiptState
        created_at?: string
        decided_at?: string
        identified_session_id?: string | null
      } = {},
    ): Promise<string> => {
      number += 1
      const { issued_on = '2026-12-08', cnpj = '11222333000181', state = 'approved' } = change
      const created_at = new Date(change.created_at ?? '2026-12-09T15:00:00Z')
      const { id } = await club.database.db
        .insertInto('purchase')
        .values({
          customer_id,
          identified_session_id: change.identified_session_id ?? null,
          shop_id: await shopId(cnpj),
          receipt_key: receiptKeyOf({ now: created_at, cnpj, number }),
          amount_cents,
          issued_on,
          state,
          review_reasons: [],
          service_channel: 'site',
          created_at,
          decided_at: state === 'pending_review' ? null : new Date(change.decided_at ?? created_at),
          device_hash: null,
          consultation_url: null,
          decided_by: null,
          reason: state === 'rejected' || state === 'reversed' ? 'Outra nota.' : null,
          appeal: null,
          photo_requested_at: null,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    },
    grant: (customer_id: string) =>
      inTransaction(club.database.db, (tx) =>
        grantCredit(depsOf(), tx, { customer_id, now: club.clock.now() }),
      ),
    /** Reverses the receipt and revokes its credit. */
    reverseReceipt: (customer_id: string, purchase_id: string, db: Db = club.database.db) =>
      inTransaction(db, async (tx) => {
        await tx
          .updateTable('purchase')
          .set({ state: 'reversed', reason: 'Outra nota.' })
          .where('id', '=', purchase_id)
          .execute()
        await revokeCredit(depsOf(db), tx, { purchase_id, customer_id, now: club.clock.now() })
      }),
    /** Opens a participation. */
    open: async (
      customer_id: string,
      campaign: { id: string; kind: PromotionKind },
      {
        purchase_ids = [],
        identified_session_id = null,
      }: { purchase_ids?: string[]; identified_session_id?: string | null } = {},
    ): Promise<OpenUse> => {
      const { id } = await startTransaction(campaignDeps(), {
        customer_id,
        identified_session_id,
        campaign_id: campaign.id,
        kind: campaign.kind,
        purchase_ids,
        service_channel: 'site',
      })
      return { transaction_id: id, customer_id, identified_session_id }
    },
    /** Completes a participation by using the rule once; it stays open when that is not possible. */
    use: async (opened: OpenUse, db: Db = club.database.db): Promise<CreditUse> => {
      let used: CreditUse | undefined
      const notUsed = new Error('not used')
      await inTransaction(db, (tx) =>
        executeOnce({
          call: { refusals: transactionRefusals },
          tx,
          ...opened,
          kind: 'free_gifts',
          now: club.clock.now(),
          time_zone: defaultTimeZone,
          body: {},
          work: async (transaction) => {
            const uses = await useCredit(depsOf(db), tx, {
              campaign_id: transaction.campaign_id,
              transactions: [transaction],
              limit: 1,
              now: club.clock.now(),
            })
            used = uses.get(transaction.id)
            if (used?.kind !== 'used') throw notUsed
            return { used }
          },
        }),
      ).catch((error: unknown) => {
        if (error !== notUsed) throw error
      })
      if (!used) throw new Error('The participation had already been completed')
      return used
    },
  }
}
