import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { startTransactionCall } from '@clube/contract/campaigns/transaction-calls.ts'
import { redeemParkingVoucherCall } from '@clube/contract/parking-voucher/calls.ts'
import { askCarParkAgainCall } from '@clube/contract/parking-voucher/reconciliation-calls.ts'
import type { ParkingVoucherSettings, ParkingPrice } from '@clube/contract/parking-voucher/settings.ts'
import type { LocalCarPark } from '../../../counterparts/local-car-park.ts'
import { inTransaction, type Db } from '../../db/database.ts'
import { createStaffToken } from '../../modules/event-tickets/event-fixtures.testing.ts'
import { earnPoints, readBalance } from '../../modules/points/index.ts'
import { spendRuleOf } from '@clube/contract/campaigns/spend-rule.ts'
import { clubDayOf, defaultTimeZone } from '@clube/contract/kernel/club-time.ts'
import { seedShops } from '../../modules/receipts/index.ts'
import { receiptKeyOf } from '../receipts.ts'
import {
  type OutsideKind,
  hourMs,
  createPeople,
  createCampaign,
  as,
  sendUntilAccepted,
  sendOnce,
  difference,
  readStates,
  fieldOf,
} from './redemptions.ts'

const voucherPoints = 50
const earnedPoints = 80
const every_cents = 150_00
const parkingSettings: Omit<ParkingVoucherSettings, 'price'> = {
  value: { kind: 'amount', cents: 5_00 },
  promotion_id: 'CLUBE',
  garages: [{ garage_id: 'G1', name: 'Subsolo' }],
  vehicles: ['car', 'motorcycle'],
  valid_hours: 12,
  courtesies_per_day: 0,
}

/** Parking vouchers for points, or for receipts of the day. */
export const parkingKind = async (
  db: Db,
  carPark: LocalCarPark,
  basis: ParkingPrice['kind'],
): Promise<OutsideKind> => {
  const price: ParkingPrice =
    basis === 'points' ? { kind: 'points', points: voucherPoints } : { kind: 'receipts' }
  const campaign_id = await createCampaign(
    db,
    'parking_voucher',
    { ...parkingSettings, price } satisfies ParkingVoucherSettings,
    basis === 'points' ? null : spendRuleOf({ every_cents, participations: 1 }),
  )
  const shop_id = await createShop(db)
  const staffToken = await createStaffToken(db, 'reconciler', new Date())
  const createPerson = createPeople(db, basis === 'points' ? 400_000_000 : 500_000_000)
  const keys = new Map<string, string>()
  let tickets = randomInt(900_000, 999_999) * 1_000_000

  const prepare: OutsideKind['prepare'] = async (urlOf) => {
    const { customer_id, token } = await createPerson()
    const ticket_number = String((tickets += 1))
    carPark.enter({ ticket_number, entered_at: new Date(Date.now() - 2 * hourMs).toISOString() })
    const source = { kind: 'test', id: customer_id }
    if (basis === 'receipts') await addReceipt(db, { customer_id, shop_id, amount_cents: every_cents })
    await inTransaction(db, (tx) =>
      earnPoints(tx, { customer_id, points: earnedPoints, source, lifetime_days: 365, now: new Date() }),
    )
    const { transaction_id: key } = await sendUntilAccepted(urlOf, (url) =>
      as(url, 'sid', token).send(startTransactionCall, { body: { campaign_id, kind: 'parking_voucher' } }),
    )
    keys.set(ticket_number, key)
    const applied = () => carPark.books().filter((each) => each.key === key && each.undone_at === null)
    return {
      key,
      send: (url) =>
        sendOnce(() =>
          as(url, 'sid', token).send(redeemParkingVoucherCall, {
            params: { ticket_number },
            body: { campaign_id, transaction_id: key },
          }),
        ),
      makeOutsideRefuse: (refusal) => {
        carPark.pay(ticket_number)
        if (refusal === 'expired') carPark.leave(ticket_number)
      },
      isDone: () => applied().length > 0,
      askAgain: async (url) => {
        const body = { transaction_id: key, kind: 'application' } as const
        const response = await as(url, 'staff', staffToken).send(askCarParkAgainCall, { body })
        if (!response.ok) throw new Error(`The desk refused: ${JSON.stringify(response)}`)
      },
      compare: async () => {
        const done = applied().length > 0
        const { rows } = await sql<{ discount_cents: number | null }>`
          select discount_cents from parking_voucher where transaction_id = ${key}`.execute(db)
        return [
          ...difference(
            'states',
            {
              participation: done ? 'completed' : 'failed',
              inquiry: 'settled',
              outcome: done ? 'applied' : 'failed',
              // Spent, and returned when it failed.
              postings: basis === 'receipts' ? 0 : done ? 1 : 2,
            },
            await readStates(db, key, 'parking_voucher'),
          ),
          ...difference(
            'club points',
            earnedPoints - (done && basis === 'points' ? voucherPoints : 0),
            (await readBalance(db, customer_id)).balance,
          ),
          ...difference(
            'credit of receipts',
            basis === 'receipts' ? { used: done ? every_cents : 0, allocated: done ? every_cents : 0 } : null,
            basis === 'receipts' ? await readCredit(db, { campaign_id, customer_id }) : null,
          ),
          ...difference(
            'discounts',
            applied().map(({ discount_cents }) => discount_cents),
            rows.flatMap(({ discount_cents }) => discount_cents ?? []),
          ),
          ...difference(
            'discounts of the ticket',
            done ? 1 : 0,
            carPark.books().filter((each) => each.ticket_number === ticket_number && each.undone_at === null)
              .length,
          ),
        ]
      },
    }
  }

  return {
    name: 'parking_voucher',
    server: carPark,
    table: 'parking_voucher',
    act: 'apply',
    keyOf: ({ method, query, body }) =>
      method === 'GET'
        ? (query.get('idTransacao') ?? keys.get(query.get('numeroTicket') ?? '') ?? null)
        : fieldOf(body, 'idTransacao'),
    prepare,
  }
}

const cnpj = '11222333000181'

/** A shop whose receipts count. */
const createShop = async (db: Db): Promise<string> => {
  const shop = { name: 'Loja', cnpj, segment: null, floor: null, tills: [] }
  await seedShops(db, [shop], { now: new Date(), time_zone: defaultTimeZone })
  const { id } = await db.selectFrom('shop').select('id').where('cnpj', '=', cnpj).executeTakeFirstOrThrow()
  return id
}

let receipts = randomInt(100_000, 900_000) * 100

/** An approved receipt of today, inserted directly. */
const addReceipt = async (
  db: Db,
  receipt: { customer_id: string; shop_id: string; amount_cents: number },
): Promise<void> => {
  const now = new Date()
  await db
    .insertInto('purchase')
    .values({
      ...receipt,
      identified_session_id: null,
      receipt_key: receiptKeyOf({ now, cnpj, number: (receipts += 1) }),
      issued_on: clubDayOf(now, defaultTimeZone),
      state: 'approved',
      review_reasons: [],
      service_channel: 'site',
      created_at: now,
      decided_at: now,
      device_hash: null,
      consultation_url: null,
      decided_by: null,
      reason: null,
      appeal: null,
      photo_requested_at: null,
    })
    .execute()
}

/** Credit that the customer's participations used, by the receipts and by the allocations. */
const readCredit = async (
  db: Db,
  { campaign_id, customer_id }: { campaign_id: string; customer_id: string },
): Promise<unknown> => {
  const { rows } = await sql`
    select coalesce(sum(c.used_cents), 0)::int as used, coalesce(sum(a.amount_cents), 0)::int as allocated
    from purchase_credit c
    left join purchase_allocation a on a.purchase_id = c.purchase_id and a.campaign_id = c.campaign_id
    where c.customer_id = ${customer_id} and c.campaign_id = ${campaign_id}`.execute(db)
  return rows[0]
}
