import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { startTransactionCall } from '@clube/contract/campaigns/transaction-calls.ts'
import { cancelGiftVoucherCall, printGiftCall } from '@clube/contract/free-gifts/calls.ts'
import { deliverGiftCall } from '@clube/contract/free-gifts/desk-calls.ts'
import type { GiftPlan } from '@clube/contract/free-gifts/settings.ts'
import { transferStockCall } from '@clube/contract/free-gifts/stock-calls.ts'
import { defaultTimeZone } from '@clube/contract/kernel/club-time.ts'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { shops } from '../../seeds/demonstration/shops.ts'
import { inTransaction, type Db } from '../db/database.ts'
import { receiptKeyOf } from './receipts.ts'
import { useTwoServers, type SignedIn } from './two-servers.ts'
import { createCreditProof } from '../modules/credit/index.ts'
import { earnPoints, proveLedger } from '../modules/points/index.ts'
import { proveNow } from '../modules/proofs/index.ts'
import { seedReceipt } from '../modules/receipts/index.ts'
import { createDeliveryProof } from '../modules/free-gifts/desk/prove-deliveries.ts'
import { createGiftCampaign } from '../modules/free-gifts/gift-fixtures.testing.ts'
import { gifts, pickupPoints } from '../modules/free-gifts/gifts-club.testing.ts'
import { createStockProof } from '../modules/free-gifts/prove-stock.ts'
import { addUnits, insertMovement } from '../modules/free-gifts/stock/stock-store.ts'

/** A person's open participation in a campaign. */
export type Opened = {
  readonly person: SignedIn
  readonly campaign_id: string
  readonly transaction_id: string
}
type Point = { readonly pickup_point_id: string }
type Choice = { readonly gift?: GiftPlan; readonly point?: Point }

const hourMs = 3_600_000
const expiryFile = join(import.meta.dirname, 'gift-expiry-process.ts')

/** Number of connections that are waiting for a lock. */
const countWaiting = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows[0]?.waiting ?? 0
}

/**
 * Two server processes with campaigns of free gifts. Rows that are not part of a race are inserted directly, for speed.
 */
export const useGiftRaces = () => {
  const servers = useTwoServers()
  const { database } = servers
  let receipts = 0

  /** Receives units of a gift at a pickup point. */
  const receive = (
    campaign_id: string,
    units: number,
    { gift = gifts.bag, point = pickupPoints.north }: Choice = {},
  ) =>
    inTransaction(database.db, async (tx) => {
      const key = { campaign_id, gift_id: gift.gift_id, pickup_point_id: point.pickup_point_id }
      const stock = await addUnits(tx, key, units)
      await insertMovement(tx, {
        ...key,
        client_movement_id: randomUUID(),
        to_pickup_point_id: null,
        kind: 'received',
        units,
        reason: 'Entrega do fornecedor',
        staff_id: 'bruno',
        request: key,
        response: [stock],
        now: new Date(),
      })
    })

  /** An open participation of a new customer, or of a given one. */
  const participant = async (campaign_id: string, customer?: SignedIn): Promise<Opened> => {
    const person = customer ?? (await servers.customer())
    const { rows } = await sql<{ id: string }>`
      insert into promotion_transaction (protocol_year, customer_id, campaign_id, kind, state, service_channel,
        purchase_ids, created_at, expires_at)
      values (2026, ${person.id}, ${campaign_id}, 'free_gifts', 'open', 'site', '{}', now(), now() + interval '1 hour')
      returning id`.execute(database.db)
    return { person, campaign_id, transaction_id: rows[0]?.id ?? '' }
  }

  const earn = (customer_id: string, amount: number) =>
    inTransaction(database.db, (tx) =>
      earnPoints(tx, {
        customer_id,
        points: amount,
        source: { kind: 'purchase', id: randomUUID() },
        lifetime_days: 365,
        now: new Date(),
      }),
    )

  return {
    ...servers,
    receive,
    participant,
    earn,
    /** An active campaign with units of a gift at the north desk. */
    createCampaign: async (
      units: number,
      { gift = gifts.bag, exclusive = false }: { gift?: GiftPlan; exclusive?: boolean } = {},
    ): Promise<string> => {
      const campaign_id = await createGiftCampaign(database.db, { exclusive, now: new Date() })
      await receive(campaign_id, units, { gift })
      return campaign_id
    },
    /** Open participations of new customers with 100 points each. */
    participants: async (campaign_id: string, count: number): Promise<Opened[]> => {
      const people: Opened[] = []
      for (let n = 0; n < count; n += 1) {
        const opened = await participant(campaign_id)
        await earn(opened.person.id, 100)
        people.push(opened)
      }
      return people
    },
    /** An approved receipt. */
    addReceipt: (customer_id: string, amount_cents: number) => {
      receipts += 1
      const created_at = new Date(Date.now() - hourMs)
      const [{ cnpj }] = shops
      const receipt_key = receiptKeyOf({ now: created_at, cnpj, number: receipts, series: 9 })
      const receipt = { customer_id, cnpj, receipt_key, amount_cents }
      return seedReceipt(database.db, receipt, { created_at, time_zone: defaultTimeZone })
    },

    start: (index: number, person: SignedIn, campaign_id: string) =>
      person.at(index).send(startTransactionCall, { body: { campaign_id, kind: 'free_gifts' } }),
    print: (
      index: number,
      { person, campaign_id, transaction_id }: Opened,
      {
        gift = gifts.bag,
        point = pickupPoints.north,
        print_request_id = randomUUID(),
      }: Choice & { print_request_id?: string } = {},
    ) =>
      person.at(index).send(printGiftCall, {
        body: {
          transaction_id,
          campaign_id,
          gift_id: gift.gift_id,
          pickup_point_id: point.pickup_point_id,
          print_request_id,
        },
      }),
    cancel: (index: number, { person }: Opened, voucher_id: string) =>
      person.at(index).send(cancelGiftVoucherCall, { body: { voucher_id } }),
    deliver: (index: number, staff: SignedIn, voucher_id: string) =>
      staff.at(index).send(deliverGiftCall, { body: { voucher_id, client_delivery_id: randomUUID() } }),
    /** Moves one unit between pickup points. */
    transfer: (
      index: number,
      staff: SignedIn,
      { campaign_id, from, to }: { campaign_id: string; from: Point; to: Point },
    ) =>
      staff.at(index).send(transferStockCall, {
        body: {
          campaign_id,
          gift_id: gifts.bag.gift_id,
          pickup_point_id: from.pickup_point_id,
          to_pickup_point_id: to.pickup_point_id,
          client_movement_id: randomUUID(),
          reason: 'Balcão lotado',
          units: 1,
        },
      }),

    /**
     * Runs `work`, which both servers must be processing: the lock on the campaign's stock is released only once both
     * wait for it.
     */
    bothWaitingForStock: async <Result>(
      campaign_id: string,
      work: () => Promise<Result>,
    ): Promise<Result> => {
      const { promise: released, resolve: release } = Promise.withResolvers<void>()
      const { promise: locked, resolve: reportLock } = Promise.withResolvers<void>()
      const holding = inTransaction(database.db, async (tx) => {
        await sql`select 1 from gift_stock where campaign_id = ${campaign_id} for update`.execute(tx)
        reportLock()
        await released
      })
      await locked
      const result = work()
      try {
        await expect.poll(() => countWaiting(database.db)).toBe(2)
      } finally {
        release()
        await holding
      }
      return result
    },
    /** Starts a process that stores expiries continuously, which the servers do only every ten minutes. */
    startExpiry: async () => {
      const child = spawn('setpriv', ['--pdeathsig', 'KILL', process.execPath, expiryFile], {
        env: { ...process.env, DATABASE_URL: database.url },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const exited = once(child, 'close')
      await Promise.race([once(child.stdout, 'data'), exited])
      child.stdout.resume()
      return {
        /** @returns the signal that ended the process; null if it had already exited */
        stop: async () => {
          child.kill()
          const [, signal] = (await exited) as [number | null, NodeJS.Signals | null]
          return signal
        },
      }
    },

    /** The counters of a campaign's only gift at a pickup point, and its vouchers there that have not ended. */
    countersOf: async (campaign_id: string, { pickup_point_id }: Point = pickupPoints.north) => {
      const { rows } = await sql`
        select on_hand, reserved, delivered, moved, (
          select count(*)::int from gift_voucher v
          where v.campaign_id = s.campaign_id and v.pickup_point_id = s.pickup_point_id and v.state = 'issued'
        ) as issued
        from gift_stock s where campaign_id = ${campaign_id} and pickup_point_id = ${pickup_point_id}`.execute(
        database.db,
      )
      return rows[0]
    },
    balanceOf: async ({ id }: SignedIn): Promise<number> => {
      const { rows } = await sql<{ balance: number }>`
        select balance from points_balance where customer_id = ${id}`.execute(database.db)
      return rows[0]?.balance ?? 0
    },
    /** Receipts used and vouchers issued in a campaign. */
    usesOf: async (campaign_id: string) => {
      const { rows } = await sql`
        select (select count(*)::int from gift_voucher where campaign_id = ${campaign_id}) as vouchers,
          (select sum(amount_cents)::int from purchase_allocation where campaign_id = ${campaign_id}) as cents,
          (select sum(used_cents)::int from purchase_credit where campaign_id = ${campaign_id}) as used`.execute(
        database.db,
      )
      return rows[0]
    },
    /** What the proofs of stock, deliveries, receipts and points find. */
    findings: async () => {
      const proofs = [createStockProof, createDeliveryProof, createCreditProof].map((create) =>
        proveNow(create(database), new Date()),
      )
      return [...(await Promise.all(proofs)).flat(), ...(await proveLedger(database.db))]
    },
  }
}
