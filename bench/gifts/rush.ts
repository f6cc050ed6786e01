import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { printGiftCall } from '@clube/contract/free-gifts/calls.ts'
import { sql } from 'kysely'
import { openDatabase, type Db } from '../../server/src/db/database.ts'
import { prepareJobs } from '../../server/src/db/jobs-schema.ts'
import { migrate } from '../../server/src/db/migrate.ts'
import {
  createEvent,
  createParticipants,
  type Participant,
} from '../../server/src/modules/event-tickets/event-fixtures.testing.ts'
import { startServerProcess } from '../../server/src/testing/server-process.ts'
import { measurePaired, reportRatios } from '../measure.ts'
import { withParticipations } from '../rush/participations.ts'
import { postAs, sendEach } from '../rush/send-reservations.ts'
import { addReceipts, choiceOf, createGiftCampaign, giftCents, pickupPoints } from './gift-campaign.ts'

const people = 10_000
const units = 1_000
const connections = Number(process.env['CONNECTIONS'] ?? 2_000)

/** 10,000 people request 1,000 gifts at four pickup points. Gifts issued beyond the stock or left over fail the run. */
export async function measureRush(url: string, pairs: number): Promise<void> {
  await migrate(url)
  await prepareJobs(url)
  const { db, close } = openDatabase(url, { poolSize: 2, statementTimeoutMs: 0 })
  const event = await createEvent(db, { capacity: 1, now: new Date() })
  const customers = await createParticipants(db, { ...event, people, now: new Date() })
  await addReceipts(db, { customers: 'select id from customer', count: 1, cents: giftCents })
  await sql`analyze`.execute(db)

  const env = { DATABASE_URL: url, LOG_LEVEL: 'silent', NODE_ENV: 'production', SEED: 'no' }
  const ours = await startServerProcess({
    env: {
      ...env,
      CLUB_SECRET: Buffer.alloc(32, 'k').toString('base64'),
      CLUB_CONFIG: join(import.meta.dirname, '../rush/club.ts'),
    },
  })
  const baseline = await startServerProcess({
    env: { ...env, UNITS: String(units / pickupPoints.length) },
    file: join(import.meta.dirname, 'without-database.ts'),
  })
  try {
    const ratios = await measurePaired({
      ours: () => rushOnce(db, customers, { url: ours.url, hasDatabase: true }),
      baseline: () => rushOnce(db, customers, { url: baseline.url, hasDatabase: false }),
      pairs,
    })
    reportRatios({ row: 11, what: 'gifts / no database', unit: 'req/s', goal: { atLeast: 0.75 } }, ratios)
    console.log('over-issued 0, left over 0 in every rush')
  } finally {
    await Promise.all([ours.kill(), baseline.kill()])
    await close()
  }
}

/** One rush for a new campaign. @returns requests per second @throws when the stock was exceeded or not used up */
async function rushOnce(
  db: Db,
  customers: readonly Participant[],
  { url, hasDatabase }: { url: string; hasDatabase: boolean },
): Promise<number> {
  const campaign_id = await createGiftCampaign(db, { units })
  const participants = await withParticipations(db, customers, campaign_id, 'free_gifts')
  const outcome = { given: 0, refused: 0 }
  const rate = await sendEach({
    urls: [url],
    connections,
    count: participants.length,
    requestOf: (index, target) => {
      const { token = '', transaction_id } = participants[index] ?? {}
      const request = { transaction_id, print_request_id: randomUUID(), service_channel: 'site' }
      return postAs(target, token, printGiftCall.path, { ...request, campaign_id, ...choiceOf(index) })
    },
    onResponse: ({ status, bytes }) => {
      if (status === 200) outcome.given += 1
      else if (bytes.includes('free-gifts.sold-out') || bytes.includes('free-gifts.not-at-this-point'))
        outcome.refused += 1
      else throw new Error(bytes.toString())
    },
  })
  if (outcome.given !== units || outcome.refused !== people - units)
    throw new Error(`Responses: ${outcome.given} gifts, ${outcome.refused} refusals`)
  if (hasDatabase) {
    await requireExactlyIssued(db, campaign_id)
    await waitForMessages(db, campaign_id)
  }
  return rate
}

/** Waits until every voucher's message is processed, so that this work does not slow down the next run. */
async function waitForMessages(db: Db, campaign_id: string): Promise<void> {
  const isPending = async (): Promise<boolean> => {
    const { rows } = await sql<{ is_pending: boolean }>`
      select exists (select from gift_voucher where campaign_id = ${campaign_id} and notified_at is null)
        or exists (select from message where state = 'queued') as is_pending`.execute(db)
    return rows[0]?.is_pending === true
  }
  while (await isPending()) await wait(500)
}

/** @throws when the numbers of vouchers, units in stock and used receipts are inconsistent */
async function requireExactlyIssued(db: Db, campaign_id: string): Promise<void> {
  const { rows } = await sql<{ on_hand: number; reserved: number; vouchers: number; used: number }>`
    select sum(on_hand)::int as on_hand, sum(reserved)::int as reserved,
      (select count(*)::int from gift_voucher where campaign_id = ${campaign_id}) as vouchers,
      (select count(*)::int from purchase_credit where campaign_id = ${campaign_id} and used_cents > 0) as used
    from gift_stock where campaign_id = ${campaign_id}`.execute(db)
  const expected = { on_hand: 0, reserved: units, vouchers: units, used: units }
  if (JSON.stringify(rows[0]) !== JSON.stringify(expected))
    throw new Error(`${units} units, but ${JSON.stringify(rows[0])}`)
}
