import { joinWaitingListCall } from '@clube/contract/event-tickets/waiting-list-calls.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inTransaction } from '../../db/database.ts'
import { saveExtension } from '../campaigns/campaign-state-store.ts'
import { dataOf, useEventsClub } from './events-club.testing.ts'
import { createEventTicketsPromotion } from './promotion.ts'
import { endWaitingLists } from './waiting-list/end-waiting-lists.ts'

const club = useEventsClub()
const promotion = createEventTicketsPromotion(club.eventDeps)

const formerEnd = new Date('2026-12-25T01:00:00Z')
const newEnd = new Date('2027-01-01T03:00:00Z')

/** A session on sale until a day after the campaign's end. */
const longSession = () =>
  club.session({
    capacity: 1,
    starts_at: '2026-12-27T22:00:00Z',
    ends_at: null,
    sales_until: '2026-12-26T21:00:00Z',
    cancel_until: '2026-12-26T20:00:00Z',
    no_show_from: null,
  })

/** Whether a connection waits for a lock. */
const isLockAwaited = async (): Promise<boolean> => {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
    club.database.db,
  )
  return rows.length > 0
}

const errors = (campaign_id: string) =>
  inTransaction(club.database.db, (tx) =>
    promotion.extensionErrors(tx, {
      campaign_id,
      former_ends_at: formerEnd,
      ends_at: newEnd,
      redeem_until: null,
      authorized_until: null,
    }),
  )

test('a promotion with event tickets can be extended only if a session accepts reservations after the previous end', async () => {
  const { campaign_id } = await club.session()
  const refused = [expect.objectContaining({ path: 'ends_at' })]
  expect(await errors(campaign_id)).toEqual(refused)
  const session = await longSession()
  expect(await errors(session.campaign_id)).toEqual([])
})

test('a waiting list is kept when the extension of its promotion commits while the job that ends lists is running', async () => {
  const session = await longSession()
  const { campaign_id, session_id } = session
  await club.ticketHolder(session)
  const { browser } = await club.join()
  dataOf(await browser.send(joinWaitingListCall, { body: { session_id, quantity: 1 } }))
  let ending = Promise.resolve()
  await inTransaction(club.database.db, async (tx) => {
    const now = new Date(formerEnd.getTime() - 1)
    const extension = { id: campaign_id, ends_at: newEnd, former_ends_at: formerEnd, redeem_until: null, now }
    expect(await saveExtension(tx, extension)).toBe(true)
    // The job, at the previous end, waits for the row that the extension has changed but not yet committed.
    let isDone = false
    ending = endWaitingLists({ ...club.eventDeps, db: club.database.db, clock: () => formerEnd }).finally(
      () => {
        isDone = true
      },
    )
    while (!isDone && !(await isLockAwaited()));
  })
  await ending
  const { waiting } = await club.database.db
    .selectFrom('event_session')
    .select('waiting')
    .where('id', '=', session_id)
    .executeTakeFirstOrThrow()
  expect(waiting).toBe(1)
})
