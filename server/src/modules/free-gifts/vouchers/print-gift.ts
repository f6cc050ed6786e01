import { printGiftCall } from '@clube/contract/free-gifts/calls.ts'
import { costsReceipts, pointsOf } from '@clube/contract/free-gifts/settings.ts'
import { voucherExpiry } from '@clube/contract/free-gifts/voucher.ts'
import type { DataOf } from '@clube/contract/kernel/call.ts'
import { formatCents } from '@clube/contract/kernel/money.ts'
import { createBatchQueue, createMicroBatch, type Settled } from '../../../db/batching.ts'
import { inTransaction, type Tx } from '../../../db/database.ts'
import { isRefusal, refusalsOf, refuseRequest, type Refusal } from '../../../kernel/refusal.ts'
import {
  createVoucherCode,
  executeEachOnce,
  findCampaignRefusal,
  type FreshAttempt,
  type WorkResult,
} from '../../campaigns/index.ts'
import { lockUsable } from '../../identity/index.ts'
import type { Actor } from '../../sessions/index.ts'
import type { FreeGiftDeps } from '../deps.ts'
import { choiceOf, findGiftCampaign, type Choice, type GiftCampaign } from '../gift-campaign.ts'
import { listStock, lockStock, reserveUnits, type StockKey } from '../stock/stock-store.ts'
import { printCopy } from './print-copy.ts'
import { findCertainSellOuts } from './sold-out-store.ts'
import { soldOutRefusal } from './sold-out.ts'
import { printedView } from './view-vouchers.ts'
import { giftCodes } from './voucher.ts'
import { enqueueIssued } from './voucher-messages.ts'
import { insertVouchers } from './voucher-store.ts'

const refuse = refusalsOf(printGiftCall)

export type PrintInput = Actor &
  StockKey & {
    readonly transaction_id: string
    readonly print_request_id: string
    readonly service_channel: string
  }

type Printed = DataOf<typeof printGiftCall>

/** The stored response: codes are kept sealed, with the voucher. */
type Issued = { voucher_id: string; expires_at: string; stock_remaining: number }

/** What identifies a repeated request; a copy may be printed through another channel. */
type Body = Pick<PrintInput, 'gift_id' | 'pickup_point_id'>
type Fresh = FreshAttempt<Body>

/** A decided request, with the code of a voucher that it issued. */
type Decided = { response: Issued; code: string | null }

/**
 * Issues a voucher and prints it (spec §7): reserves a unit, uses receipts and points. A repeat returns the first response; a
 * new print request for the same participation is a copy. Requests for one gift at one pickup point that arrive while a
 * transaction for it is in flight are decided together by the next one, in order of arrival; the row of the stock
 * serializes the batches of all processes. Once a gift is known to be sold out, requests are first checked without a
 * lock.
 * @throws {Refusal} one of `transactionRefusals`, `choiceRefusals`, `pointsRefusals`, or of `printCopy`
 */
export const createPrintGift = (deps: FreeGiftDeps): ((input: PrintInput) => Promise<Printed>) => {
  /** Only a hint: the database decides. */
  const soldOut = new Set<string>()
  const enqueue = createBatchQueue<PrintInput, Decided>((key, requests) =>
    issueBatch(deps, requests, (isSoldOut) => (isSoldOut ? soldOut.add(key) : soldOut.delete(key))),
  )
  const findSellOut = createMicroBatch((requests: readonly PrintInput[]) => refuseSellOuts(deps, requests))
  return async (input) => {
    const { campaign_id, gift_id, pickup_point_id } = input
    const key = [campaign_id, gift_id, pickup_point_id].join(' ').toLowerCase()
    const sellOut = soldOut.has(key) ? await findSellOut(input) : undefined
    if (sellOut) throw sellOut
    const { response, code } = await enqueue(key, input)
    return code === null
      ? printCopy(deps, { ...input, ...response })
      : printedView({ ...response, code, copy_number: 0 })
  }
}

/** Refusals of the requests that are certain to find the gift sold out, stating what is still available. */
const refuseSellOuts = async (
  { db, clock }: FreeGiftDeps,
  requests: readonly PrintInput[],
): Promise<ReadonlyMap<PrintInput, Refusal>> => {
  const certain = await findCertainSellOuts(db, requests, clock())
  const refusals = new Map<PrintInput, Refusal>()
  for (const [campaign_id, soldOut] of Map.groupBy(certain.keys(), (request) => request.campaign_id)) {
    const campaign = await findGiftCampaign(db, campaign_id)
    const stock = await listStock(db, campaign_id)
    for (const request of soldOut)
      refusals.set(request, refuse(soldOutRefusal(stock, campaign?.settings.pickup_points ?? [], request)))
  }
  return refusals
}

/** One transaction for many requests for the same gift at the same pickup point, all or none. */
const issueBatch = (
  deps: FreeGiftDeps,
  requests: readonly PrintInput[],
  reportSoldOut: (isSoldOut: boolean) => void,
): Promise<Settled<Decided>[]> =>
  inTransaction(deps.db, async (tx) => {
    const now = deps.clock()
    const usable = await lockUsable(
      tx,
      requests.map(({ customer_id }) => customer_id),
    )
    const codes = new Map<string, string>()
    const prints = new Map(requests.toReversed().map((request) => [request.transaction_id, request]))
    const outcomes = await executeEachOnce<Body, Issued>({
      call: printGiftCall,
      tx,
      kind: 'free_gifts',
      now,
      time_zone: deps.time_zone,
      attempts: requests.map(({ gift_id, pickup_point_id, ...request }) => ({
        transaction_id: request.transaction_id,
        campaign_id: request.campaign_id,
        customer_id: request.customer_id,
        identified_session_id: request.identified_session_id,
        body: { gift_id, pickup_point_id },
      })),
      work: (fresh) => decide(deps, tx, { fresh, usable, prints, codes, now, reportSoldOut }),
    })
    return outcomes.map((outcome, index): Settled<Decided> => {
      if (!outcome.ok) return { ok: false, error: outcome.refusal }
      const code = codes.get(requests[index]?.transaction_id ?? '')
      return {
        ok: true,
        result: { response: outcome.response, code: (!outcome.repeated && code) || null },
      }
    })
  })

type Batch = {
  readonly fresh: readonly Fresh[]
  /** Customers whose account is neither blocked nor deleted. */
  readonly usable: ReadonlySet<string>
  /** The first request of each participation. */
  readonly prints: ReadonlyMap<string, PrintInput>
  /** Collects the codes of issued vouchers, by participation. */
  readonly codes: Map<string, string>
  readonly now: Date
  readonly reportSoldOut: (isSoldOut: boolean) => void
}

const decide = async (
  deps: FreeGiftDeps,
  tx: Tx,
  batch: Batch,
): Promise<ReadonlyMap<string, WorkResult<Issued>>> => {
  const results = new Map<string, WorkResult<Issued>>()
  const reject = ({ transaction }: Fresh, refusal: Refusal) => results.set(transaction.id, { refusal })
  const valid = batch.fresh.filter((request) => {
    if (batch.usable.has(request.transaction.customer_id)) return true
    reject(request, refuseRequest('session.required'))
    return false
  })
  const [first] = valid
  if (!first) return results
  const { campaign_id } = first.transaction
  const campaign = await findGiftCampaign(tx, campaign_id)
  if (!campaign) throw new Error('The participation has no campaign')
  let choice: Choice
  try {
    choice = choiceOf(campaign.settings, first.body, refuse)
  } catch (error) {
    if (!isRefusal(error)) throw error
    for (const request of valid) reject(request, error)
    return results
  }
  const key = {
    campaign_id,
    gift_id: choice.gift.gift_id,
    pickup_point_id: choice.point.pickup_point_id,
  }
  const stockBeforeLock = await listStock(tx, campaign_id)
  const refuseSoldOut = () => refuse(soldOutRefusal(stockBeforeLock, campaign.settings.pickup_points, key))
  const rowBeforeLock = stockBeforeLock.find(
    (each) => each.gift_id === key.gift_id && each.pickup_point_id === key.pickup_point_id,
  )
  const eligible = await useReceipts(deps, tx, {
    requests: valid,
    campaign_id,
    choice,
    // With points, some of these may be refused later, and the next requests take their place.
    limit: choice.gift.price.kind === 'receipts' ? (rowBeforeLock?.on_hand ?? 0) : Infinity,
    now: batch.now,
    reject,
    refuseSoldOut,
  })

  // Credit is locked before the stock, points after it.
  const on_hand = (await lockStock(tx, key))?.on_hand ?? 0
  const closed = await findCampaignRefusal(tx, {
    campaign_id,
    uses_credit: costsReceipts(choice.gift.price),
    now: batch.now,
    time_zone: deps.time_zone,
  })
  const granted: Fresh[] = []
  const returned: string[] = []
  for (const request of eligible) {
    const refusal = closed
      ? refuse(closed)
      : granted.length >= on_hand
        ? refuseSoldOut()
        : await spendPoints(deps, tx, { request, choice, campaign, now: batch.now })
    if (refusal === null) granted.push(request)
    else {
      reject(request, refusal)
      returned.push(request.transaction.id)
    }
  }
  if (costsReceipts(choice.gift.price)) await deps.credit.release(tx, returned)
  batch.reportSoldOut(granted.length >= on_hand)
  if (granted.length === 0) return results
  for (const [id, response] of await issue(deps, tx, { ...batch, key, campaign, granted, on_hand }))
    results.set(id, { response })
  return results
}

/**
 * Uses the receipts of the requests in order, up to `limit`, if the gift costs receipts.
 * @returns the requests that may get a unit
 */
const useReceipts = async (
  deps: FreeGiftDeps,
  tx: Tx,
  input: {
    requests: readonly Fresh[]
    campaign_id: string
    choice: Choice
    limit: number
    now: Date
    reject: (request: Fresh, refusal: Refusal) => void
    refuseSoldOut: () => Refusal
  },
): Promise<readonly Fresh[]> => {
  const { requests, campaign_id, choice, limit, now, reject, refuseSoldOut } = input
  if (!costsReceipts(choice.gift.price)) return requests
  if (limit === 0) {
    for (const request of requests) reject(request, refuseSoldOut())
    return []
  }
  const uses = await deps.credit.use(tx, {
    campaign_id,
    // The completing session decides which receipts can be used.
    transactions: requests.map(({ transaction, actor }) => ({ ...transaction, ...actor })),
    limit,
    now,
  })
  const used: Fresh[] = []
  for (const request of requests) {
    const use = uses.get(request.transaction.id)
    switch (use?.kind) {
      case undefined:
        reject(request, refuseSoldOut())
        break
      case 'used':
        used.push(request)
        break
      case 'missing':
        reject(request, refuse('free-gifts.missing-receipts', { missing: formatCents(use.missing_cents) }))
        break
      case 'daily-limit':
        reject(request, refuse('free-gifts.daily-limit', { n: use.limit_per_day }))
        break
      default:
        use satisfies never
    }
  }
  return used
}

/** Spends the points of one request, if the gift costs points. @returns the refusal, or null */
const spendPoints = async (
  deps: FreeGiftDeps,
  tx: Tx,
  input: { request: Fresh; choice: Choice; campaign: GiftCampaign; now: Date },
): Promise<Refusal | null> => {
  const { request, choice, campaign, now } = input
  const points = pointsOf(choice.gift.price)
  if (points === 0) return null
  try {
    await deps.points.spend(tx, {
      ...request.actor,
      transaction_id: request.transaction.id,
      points,
      about: campaign.title,
      now,
      refuse,
    })
    return null
  } catch (error) {
    // `spend` refuses before it changes anything.
    if (isRefusal(error)) return error
    throw error
  }
}

/** Stores the vouchers. @returns the responses by participation */
const issue = async (
  deps: FreeGiftDeps,
  tx: Tx,
  input: Batch & {
    key: StockKey
    campaign: GiftCampaign
    granted: readonly Fresh[]
    on_hand: number
  },
): Promise<ReadonlyMap<string, Issued>> => {
  const { key, campaign, granted, on_hand, prints, codes, now: issued_at } = input
  const { settings, redeem_until } = campaign
  const expires_at = voucherExpiry(issued_at, { valid_days: settings.valid_days, redeem_until })
  await reserveUnits(tx, key, granted.length)
  const ids = await insertVouchers(tx, {
    key,
    issued_at,
    expires_at,
    vouchers: granted.map(({ transaction, actor }) => {
      const code = createVoucherCode(deps.random)
      codes.set(transaction.id, code)
      const print = prints.get(transaction.id)
      if (!print) throw new Error('No print request for a participation')
      const { print_request_id, service_channel } = print
      return {
        ...actor,
        ...giftCodes.atRest(deps.vault, code),
        transaction_id: transaction.id,
        print_request_id,
        service_channel,
      }
    }),
  })
  await enqueueIssued(deps, tx, [...ids.values()])
  return new Map(
    granted.map(({ transaction }, index) => [
      transaction.id,
      {
        voucher_id: ids.get(transaction.id) ?? '',
        expires_at: expires_at.toISOString(),
        stock_remaining: on_hand - index - 1,
      },
    ]),
  )
}
