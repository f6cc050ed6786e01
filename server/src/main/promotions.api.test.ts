import { beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { pointsRefusals, transactionRefusals } from '@clube/contract/campaigns/refusals.ts'
import { reverseTransactionCall, startTransactionCall } from '@clube/contract/campaigns/transaction-calls.ts'
import { defineCall } from '@clube/contract/kernel/call.ts'
import { defaultTimeZone } from '@clube/contract/kernel/club-time.ts'
import { readPointsCall } from '@clube/contract/points/calls.ts'
import { inTransaction } from '../db/database.ts'
import { bindCall } from '../http/bind.ts'
import { refusalsOf } from '../kernel/refusal.ts'
import { noopPromotion, useCampaignsClub } from '../modules/campaigns/campaigns-club.testing.ts'
import { executeOnce, type Promotion } from '../modules/campaigns/index.ts'
import { bindPoints, earnPoints } from '../modules/points/index.ts'
import { actorOf } from '../modules/sessions/index.ts'
import type { TestBrowser } from '../testing/browser.ts'
import { promotionPointsOf } from './promotions.ts'

/** A toy promotion that costs points. */
const buyToyCall = defineCall({
  method: 'POST',
  path: '/api/test/toys/buy',
  summary: 'Troca pontos por um brinquedo.',
  body: z.object({ transaction_id: z.uuid(), points: z.int() }),
  data: z.object({ points: z.int() }),
  refusals: { ...transactionRefusals, ...pointsRefusals },
  session: 'participant',
})

const points = promotionPointsOf({
  passwordless_sessions: { may: 'participate', points_per_day: 100 },
  points: { lifetime_days: 365 },
  time_zone: defaultTimeZone,
})

const toys: Promotion = {
  ...noopPromotion,
  reverse: async (tx, { transaction, now }) =>
    points.restore(tx, { transaction_id: transaction.id, about: 'Brinquedo', now }),
}

const club = useCampaignsClub({ partner_points: toys }, (binder, { deps }) => {
  bindPoints(binder, {
    ...deps,
    readInReview: async () => ({ points: 0, receipts: 0, appealed: 0 }),
  })
  bindCall(binder, buyToyCall, async ({ body: { transaction_id, ...body }, session }) => {
    const now = deps.clock()
    const actor = actorOf(session)
    const { response } = await inTransaction(deps.db, (tx) =>
      executeOnce({
        call: buyToyCall,
        tx,
        transaction_id,
        ...actor,
        kind: 'partner_points',
        now,
        time_zone: deps.time_zone,
        body,
        work: async () => {
          const refuse = refusalsOf(buyToyCall)
          await points.spend(tx, { ...actor, ...body, transaction_id, about: 'Brinquedo', now, refuse })
          return body
        },
      }),
    )
    return { data: response }
  })
})

let campaign_id = ''
beforeEach(async () => {
  ;({ id: campaign_id } = await club.campaign({ kind: 'partner_points' }))
})

/** A customer with 1000 points. */
const customerWithPoints = async () => {
  const person = await club.join()
  const { customer_id } = person
  const source = { kind: 'purchase', id: customer_id }
  await inTransaction(club.database.db, (tx) =>
    earnPoints(tx, { customer_id, points: 1000, source, lifetime_days: 365, now: club.clock.now() }),
  )
  return person
}

const start = async (browser: TestBrowser) => {
  const response = await browser.send(startTransactionCall, { body: { campaign_id, kind: 'partner_points' } })
  if (!response.ok) throw new Error(response.message)
  return response.data
}
const buy = (browser: TestBrowser, transaction_id: string, price: number) =>
  browser.send(buyToyCall, { body: { transaction_id, points: price } })

test('a session without a password can spend points up to the daily limit, and more once the password is confirmed', async () => {
  const { browser, customer_id } = await customerWithPoints()
  const identified = club.identify(customer_id)
  const first = await start(identified)
  expect(await buy(identified, first.transaction_id, 60)).toMatchObject({ status: 200, data: { points: 60 } })
  const second = await start(identified)
  const passwordRequired = { status: 403, code: 'session.password-required' }
  expect(await buy(identified, second.transaction_id, 41)).toMatchObject(passwordRequired)
  expect(await browser.send(readPointsCall)).toMatchObject({ data: { balance: 940 } })

  // Confirming the password replaces the session with one of the level `customer`.
  expect(await buy(browser, second.transaction_id, 41)).toMatchObject({ status: 200, data: { points: 41 } })
  expect(await buy(browser, second.transaction_id, 41)).toMatchObject({ status: 200, data: { points: 41 } })
  expect(await browser.send(readPointsCall)).toMatchObject({ data: { balance: 899 } })
})

test('a promotion that costs more points than the customer has is refused with the balance', async () => {
  const { browser } = await customerWithPoints()
  const { transaction_id } = await start(browser)
  expect(await buy(browser, transaction_id, 1001)).toMatchObject({
    status: 409,
    code: 'points.insufficient',
    message: 'Saldo insuficiente. Você tem 1.000 pontos.',
  })
})

test('reversing a participation repeatedly returns its points only once', async () => {
  const { browser } = await customerWithPoints()
  const { transaction_id, protocol } = await start(browser)
  await buy(browser, transaction_id, 300)
  const body = { protocol, reason: 'Brinquedo com defeito.' }
  const approver = club.staff('bia', 'approver')
  expect(await approver.send(reverseTransactionCall, { body })).toMatchObject({ status: 200 })
  expect(await approver.send(reverseTransactionCall, { body })).toMatchObject({ status: 409 })
  expect(await browser.send(readPointsCall)).toMatchObject({ data: { balance: 1000 } })
})
