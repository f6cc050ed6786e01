import { appealReceiptCall, registerReceiptCall } from '@clube/contract/receipts/receipt-calls.ts'
import { registerAtDeskCall } from '@clube/contract/receipts/receipt-desk-calls.ts'
import {
  approveReceiptCall,
  rejectReceiptCall,
  reverseReceiptCall,
} from '@clube/contract/receipts/receipt-staff-calls.ts'
import { clubDayOf, defaultTimeZone } from '@clube/contract/kernel/club-time.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Random } from '../../ports/random.ts'
import {
  createEvent,
  createParticipants,
  createStaffToken,
  sendAs,
} from '../../modules/event-tickets/event-fixtures.testing.ts'
import { proveLedger } from '../../modules/points/index.ts'
import type { ApiResponse } from '../browser.ts'
import { receiptKeyOf } from '../receipts.ts'
import {
  outcomeOf,
  pick,
  requireNone,
  runLoops,
  type Outcomes,
  type RandomClub,
  type RandomRun,
} from './random-loops.ts'

/**
 * Random histories of a few receipts: registrations by several customers, decisions, appeals, reversals and
 * corrections, on all servers. Checks that a receipt belongs to one customer, that a number is approved once, and that points match the
 * approved receipts.
 * @param cnpj of a participating shop
 */
export const runRandomReceipts = async (
  { db, urlOf }: RandomClub,
  run: RandomRun & { readonly cnpj: string },
): Promise<Outcomes> => {
  const now = new Date()
  const { campaign_id } = await createEvent(db, { capacity: 1, now })
  const people = await createParticipants(db, { campaign_id, people: 6, now })
  const staff = await createStaffToken(db, 'validator', now)
  const first = 1 + (Number(now) % 100_000_000)
  // Two keys for each number, one of which is forged.
  const keys = Array.from({ length: 24 }, (_, i) =>
    receiptKeyOf({ now, cnpj: run.cnpj, number: first + (i >> 1), code: i + 1 }),
  )
  const issued_on = clubDayOf(now, defaultTimeZone)
  const attendant = await createStaffToken(db, 'attendant', now)
  const known: {
    purchase_id: string
    receipt_key: string
    customer_id: string
    token: string
    amount_cents: number
  }[] = []
  const decide =
    (send: (url: string, receipt: (typeof known)[number]) => Promise<ApiResponse<unknown>>) =>
    async (random: Random, index: number) =>
      known.length === 0 ? 'nothing to decide' : outcomeOf(await send(urlOf(index), pick(random, known)))
  const outcomes = await runLoops(run, [
    {
      name: 'register',
      weight: 8,
      run: async (random, index) => {
        const { customer_id, token } = pick(random, people)
        const amount_cents = pick(random, [1_000, 5_000, 90_000])
        const receipt_key = pick(random, keys)
        const body = { receipt_key, amount_cents, issued_on }
        const response = await sendAs(urlOf(index), { sid: token }, registerReceiptCall, body)
        if (response.ok) {
          const { purchase_id } = response.data
          known.push({ purchase_id, receipt_key, customer_id, token, amount_cents })
        }
        return outcomeOf(response)
      },
    },
    {
      name: 'approve',
      weight: 4,
      run: decide((url, { purchase_id, amount_cents }) =>
        sendAs(url, { staff }, approveReceiptCall, { purchase_id, amount_cents, issued_on }),
      ),
    },
    {
      name: 'reject',
      weight: 5,
      run: decide((url, { purchase_id }) =>
        sendAs(url, { staff }, rejectReceiptCall, { purchase_id, reason: 'unreadable' }),
      ),
    },
    {
      name: 'reverse',
      weight: 2,
      run: decide((url, { purchase_id }) =>
        sendAs(url, { staff }, reverseReceiptCall, { purchase_id, reason: 'Nota cancelada pela loja.' }),
      ),
    },
    {
      name: 'correct',
      weight: 3,
      run: async (random, index) => {
        if (known.length === 0) return 'nothing to correct'
        const { receipt_key, customer_id, amount_cents } = pick(random, known)
        const state = pick(random, ['auto_approved', 'approved', 'reversed'] as const)
        return outcomeOf(
          await sendAs(urlOf(index), { staff: attendant }, registerAtDeskCall, {
            receipt_key,
            customer_id,
            issued_on,
            amount_cents: amount_cents + 700,
            replaces: { amount_cents, issued_on, state },
          }),
        )
      },
    },
    {
      name: 'appeal',
      weight: 5,
      run: decide((url, { purchase_id, token }) =>
        sendAs(url, { sid: token }, appealReceiptCall, { purchase_id, message: 'A foto está nítida.' }),
      ),
    },
  ])
  requireNone(await proveLedger(db), 'every sum and counter of the ledger is correct')
  requireNone(await findDuplicateReceipts(db), 'a receipt is registered once, and a number is approved once')
  requireNone(await findWrongPoints(db, people), 'points match the approved receipts')
  return outcomes
}

const findDuplicateReceipts = async (db: Db): Promise<unknown[]> => {
  const { rows } = await sql`
    select receipt_key as receipt from purchase where state <> 'rejected' and replaced_at is null
    group by 1 having count(*) > 1
    union all
    select receipt_identity from purchase where state in ('approved', 'auto_approved') group by 1
    having count(*) > 1`.execute(db)
  return rows
}

const findWrongPoints = async (
  db: Db,
  people: readonly { readonly customer_id: string }[],
): Promise<unknown[]> => {
  const { rows } = await sql`
    select * from (
      select person, coalesce((select balance - debt from points_balance where customer_id = person), 0) as found,
        (select coalesce(sum(points), 0) from purchase
          where customer_id = person and state in ('approved', 'auto_approved')) as expected
      from unnest(${people.map(({ customer_id }) => customer_id)}::uuid[]) as p (person)
    ) as compared where found <> expected`.execute(db)
  return rows
}
