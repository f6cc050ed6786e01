import { reverseTransactionCall, startTransactionCall } from '@clube/contract/campaigns/transaction-calls.ts'
import { cancelGiftVoucherCall, printGiftCall } from '@clube/contract/free-gifts/calls.ts'
import { deliverGiftCall, undoDeliveryCall } from '@clube/contract/free-gifts/desk-calls.ts'
import {
  countStockCall,
  recordStockLossCall,
  receiveStockCall,
  transferStockCall,
} from '@clube/contract/free-gifts/stock-calls.ts'
import type { BodyOf } from '@clube/contract/kernel/call.ts'
import { defaultTimeZone } from '@clube/contract/kernel/club-time.ts'
import { reverseReceiptCall } from '@clube/contract/receipts/receipt-staff-calls.ts'
import { sql } from 'kysely'
import { inTransaction, type Db } from '../../db/database.ts'
import { createCreditProof } from '../../modules/credit/index.ts'
import { createDeliveryProof } from '../../modules/free-gifts/desk/prove-deliveries.ts'
import { createGiftCampaign } from '../../modules/free-gifts/gift-fixtures.testing.ts'
import { gifts, pickupPoints } from '../../modules/free-gifts/gifts-club.testing.ts'
import { createStockProof } from '../../modules/free-gifts/prove-stock.ts'
import { expireDue } from '../../modules/free-gifts/vouchers/voucher-store.ts'
import { createLedgerProof, earnPoints } from '../../modules/points/index.ts'
import { proveNow } from '../../modules/proofs/index.ts'
import { seedReceipt } from '../../modules/receipts/index.ts'
import type { Random } from '../../ports/random.ts'
import { receiptKeyOf } from '../receipts.ts'
import type { SignedIn, TwoServers } from '../two-servers.ts'
import { outcomeOf, pick, requireNone, runLoops, type Outcomes, type RandomRun } from './random-loops.ts'

const allGifts = Object.values(gifts)
const allPoints = Object.values(pickupPoints)
type Print = NonNullable<BodyOf<typeof printGiftCall>>
type Voucher = { person: SignedIn; voucher_id: string; protocol: string }

/**
 * Random histories of a campaign with gifts, on all servers: receipts and their reversals, points, prints, copies,
 * cancellations, expiries, deliveries, undone deliveries, reversed participations and movements of the stock. Checks
 * with the proofs that credit, points, stock and deliveries are consistent.
 * @param cnpj of a participating shop
 */
export const runRandomGifts = async (
  servers: TwoServers,
  run: RandomRun & { readonly cnpj: string },
): Promise<Outcomes> => {
  const { db } = servers.database
  const campaign_id = await createGiftCampaign(db, { stock_total: 60, now: new Date() })
  const people: SignedIn[] = []
  for (let n = 0; n < 8; n += 1) people.push(await servers.customer())
  const marketing = await servers.staff('marketing')
  const approver = await servers.staff('approver')
  const validator = await servers.staff('validator')
  const supervisor = await servers.staff('gift_supervisor')
  const vouchers: Voucher[] = []
  const prints: { person: SignedIn; body: Print }[] = []
  const deliveries: { voucher_id: string; client_delivery_id: string }[] = []
  let receipts = 0

  const printAgain = (person: SignedIn, body: Print, index: number) =>
    person.at(index).send(printGiftCall, { body })
  const printOf = (random: Random, transaction_id: string) => ({
    transaction_id,
    campaign_id,
    gift_id: pick(random, allGifts).gift_id,
    pickup_point_id: pick(random, allPoints).pickup_point_id,
    print_request_id: random.uuid(),
  })
  const movementOf = (random: Random) => ({
    campaign_id,
    gift_id: pick(random, allGifts).gift_id,
    pickup_point_id: pick(random, allPoints).pickup_point_id,
    client_movement_id: random.uuid(),
    reason: 'Conferência da semana',
  })

  const outcomes = await runLoops(run, [
    {
      name: 'add a receipt',
      weight: 6,
      run: async (random) => {
        receipts += 1
        const created_at = new Date(Date.now() - 3_600_000)
        const { cnpj } = run
        const receipt_key = receiptKeyOf({ now: created_at, cnpj, number: receipts, series: 8 })
        const amount_cents = pick(random, [20_000, 40_000, 90_000])
        const receipt = { customer_id: pick(random, people).id, cnpj, receipt_key, amount_cents }
        await seedReceipt(db, receipt, { created_at, time_zone: defaultTimeZone })
        return 'ok'
      },
    },
    {
      name: 'earn points',
      weight: 3,
      run: async (random) => {
        const source = { kind: 'purchase', id: random.uuid() }
        const customer_id = pick(random, people).id
        await inTransaction(db, (tx) =>
          earnPoints(tx, { customer_id, points: 100, source, lifetime_days: 365, now: new Date() }),
        )
        return 'ok'
      },
    },
    {
      name: 'receive',
      weight: 3,
      run: async (random, index) => {
        const body = { ...movementOf(random), units: 1 + random.below(6) }
        return outcomeOf(await marketing.at(index).send(receiveStockCall, { body }))
      },
    },
    {
      name: 'print',
      weight: 16,
      run: async (random, index) => {
        const person = pick(random, people)
        const opened = await person.at(index).send(startTransactionCall, {
          body: { campaign_id, kind: 'free_gifts' },
        })
        if (!opened.ok) return outcomeOf(opened)
        const { transaction_id, protocol } = opened.data
        const body = printOf(random, transaction_id)
        prints.push({ person, body })
        const response = await printAgain(person, body, index)
        if (response.ok) vouchers.push({ person, protocol, voucher_id: response.data.voucher_id })
        return outcomeOf(response)
      },
    },
    {
      name: 'print again',
      weight: 4,
      run: async (random, index) => {
        if (prints.length === 0) return 'nothing to print'
        const { person, body } = pick(random, prints)
        const isCopy = random.below(2) === 0
        const print_request_id = isCopy ? random.uuid() : body.print_request_id
        return outcomeOf(await printAgain(person, { ...body, print_request_id }, index))
      },
    },
    {
      name: 'cancel',
      weight: 5,
      run: async (random, index) => {
        if (vouchers.length === 0) return 'nothing to cancel'
        const { person, voucher_id } = pick(random, vouchers)
        return outcomeOf(await person.at(index).send(cancelGiftVoucherCall, { body: { voucher_id } }))
      },
    },
    {
      name: 'expire',
      weight: 2,
      run: async (random) => {
        if (vouchers.length === 0) return 'nothing to expire'
        return expire(db, pick(random, vouchers).voucher_id)
      },
    },
    {
      name: 'deliver',
      weight: 6,
      run: async (random, index) => {
        if (vouchers.length === 0) return 'nothing to deliver'
        const { voucher_id } = pick(random, vouchers)
        const body = { voucher_id, client_delivery_id: random.uuid() }
        deliveries.push(body)
        return outcomeOf(await supervisor.at(index).send(deliverGiftCall, { body }))
      },
    },
    {
      name: 'undo a delivery',
      weight: 4,
      run: async (random, index) => {
        if (deliveries.length === 0) return 'nothing to undo'
        const body = { ...pick(random, deliveries), reason: 'Vale trocado' }
        return outcomeOf(await supervisor.at(index).send(undoDeliveryCall, { body }))
      },
    },
    {
      name: 'reverse a participation',
      weight: 2,
      run: async (random, index) => {
        if (vouchers.length === 0) return 'nothing to reverse'
        const body = { protocol: pick(random, vouchers).protocol, reason: 'Participação repetida' }
        return outcomeOf(await approver.at(index).send(reverseTransactionCall, { body }))
      },
    },
    {
      name: 'reverse a receipt',
      weight: 2,
      run: async (random, index) => {
        const { rows } = await sql<{ id: string }>`
          select id from purchase where customer_id = ${pick(random, people).id} order by id`.execute(db)
        if (rows.length === 0) return 'nothing to reverse'
        const body = { purchase_id: pick(random, rows).id, reason: 'Nota cancelada pela loja.' }
        return outcomeOf(await validator.at(index).send(reverseReceiptCall, { body }))
      },
    },
    {
      name: 'transfer',
      weight: 4,
      run: async (random, index) => {
        const movement = movementOf(random)
        const to = allPoints.find(({ pickup_point_id }) => pickup_point_id !== movement.pickup_point_id)
        const to_pickup_point_id = to?.pickup_point_id ?? ''
        const body = { ...movement, to_pickup_point_id, units: 1 + random.below(2) }
        return outcomeOf(await marketing.at(index).send(transferStockCall, { body }))
      },
    },
    {
      name: 'lose',
      weight: 1,
      run: async (random, index) => {
        const body = { ...movementOf(random), units: 1 }
        return outcomeOf(await marketing.at(index).send(recordStockLossCall, { body }))
      },
    },
    {
      name: 'count',
      weight: 3,
      run: async (random, index) => {
        const movement = movementOf(random)
        const { rows } = await sql<{ units: number }>`
          select on_hand + reserved as units from gift_stock where campaign_id = ${campaign_id}
            and gift_id = ${movement.gift_id} and pickup_point_id = ${movement.pickup_point_id}`.execute(db)
        const expected = rows[0]?.units ?? 0
        const body = { ...movement, expected, counted: Math.max(0, expected - 1 + random.below(3)) }
        return outcomeOf(await marketing.at(index).send(countStockCall, { body }))
      },
    },
  ])
  const proofs = [createLedgerProof, createCreditProof, createStockProof, createDeliveryProof]
  for (const proof of proofs.map((create) => create({ db, time_zone: defaultTimeZone })))
    requireNone(await proveNow(proof, new Date()), `the proof ${proof.name}`)
  return outcomes
}

/** Makes a voucher expire, unless it has ended. */
const expire = async (db: Db, voucher_id: string): Promise<string> => {
  await sql`
    update gift_voucher set issued_at = now() - interval '10 days', expires_at = now() - interval '1 second'
    where id = ${voucher_id} and state = 'issued'`.execute(db)
  const expired = await inTransaction(db, (tx) => expireDue(tx, new Date(), 10))
  return expired > 0 ? 'ok' : 'already ended'
}
