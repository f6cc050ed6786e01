import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reserveCall } from '@clube/contract/event-tickets/calls.ts'
import { createEvent, createParticipants, sendAs } from '../modules/event-tickets/event-fixtures.testing.ts'
import { dataOf } from '../modules/event-tickets/events-club.testing.ts'
import { testRootKey } from '../testing/club.ts'
import { useDatabase } from '../testing/database.ts'
import { startServerProcess, type ServerProcess } from '../testing/server-process.ts'

const database = useDatabase()
let servers: ServerProcess[] = []
beforeAll(async () => {
  const env = (seconds: number) => ({
    DATABASE_URL: database.url,
    CLUB_SECRET: testRootKey.toString('base64'),
    SEED: 'no',
    NODE_OPTIONS: `--import ${join(import.meta.dirname, '../testing/skewed-clock-process.ts')}`,
    CLOCK_SKEW_SECONDS: String(seconds),
  })
  servers = await Promise.all([-300, 300].map((seconds) => startServerProcess({ env: env(seconds) })))
})
afterAll(() => Promise.all(servers.map((server) => server.kill('SIGKILL'))))

test('two servers whose clocks differ by ten minutes agree on when a hold ends', async () => {
  const now = new Date()
  const event = await createEvent(database.db, { capacity: 1, now })
  const { session_id, campaign_id } = event
  const people = await createParticipants(database.db, { campaign_id, people: 4, now })
  const reserve = (server: number, person: number) =>
    sendAs(servers[server]?.url ?? '', { sid: people[person]?.token ?? '' }, reserveCall, {
      transaction_id: people[person]?.transaction_id ?? '',
      session_id,
      quantity: 1,
    })
  /** Sets the remaining time of the hold; negative when it has expired. */
  const setRemaining = (seconds: number) =>
    sql`update event_reservation set expires_at = now() + make_interval(secs => ${seconds}),
      created_at = now() + make_interval(secs => ${seconds}) - interval '900 seconds'
      where state = 'held'`.execute(database.db)

  dataOf(await reserve(1, 0))
  await setRemaining(120)
  // The fast clock does not end a live hold, and the slow one does not keep an expired one.
  expect(await reserve(1, 1)).toMatchObject({ code: 'event-tickets.sold-out' })
  await setRemaining(-60)
  const { reservation_id } = dataOf(await reserve(0, 2))
  await setRemaining(120)
  expect(await reserve(1, 3)).toMatchObject({ code: 'event-tickets.sold-out' })
  const { rows } = await sql`select id from event_reservation where state = 'held'`.execute(database.db)
  expect(rows).toEqual([{ id: reservation_id }])
})
