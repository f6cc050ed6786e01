import { issueDeskCodeCall } from '@clube/contract/recovery/desk-calls.ts'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { inTransaction } from '../db/database.ts'
import { recordContacts } from '../modules/messaging/index.ts'
import { useTwoServers } from '../testing/two-servers.ts'

const servers = useTwoServers()
const contact = 'vitima@exemplo.com.br'
const checklist = { original_document: 'yes', face_matches: 'yes', data_matches: 'yes' } as const

/** An account that names the contact and has not confirmed it. */
const nameContact = async (now: Date): Promise<string> => {
  const { db } = servers.database
  const { id: customer_id } = await servers.customer()
  await sql`update customer set email = ${contact}, email_verified_at = null where id = ${customer_id}`.execute(
    db,
  )
  const contacts = [{ channel: 'email', to: contact, is_verified: false }] as const
  await inTransaction(db, (tx) => recordContacts(tx, { customer_id, contacts, now }))
  return customer_id
}

/** How many notices each account sent to the contact, once every e-mail was sent or suppressed. */
const countReceived = async (): Promise<Map<string, number>> => {
  const { db } = servers.database
  await vi.waitFor(async () => {
    const { rows } = await sql`select 1 from message where state = 'queued' and channel = 'email'`.execute(db)
    expect(rows).toEqual([])
  }, 60_000)
  const { rows } = await sql<{ customer_id: string; count: number }>`
    select customer_id, count(*)::int as count from outbox_message join message on message.id = message_id
    where recipient = ${contact} group by customer_id`.execute(db)
  return new Map(rows.map(({ customer_id, count }) => [customer_id, count]))
}

test('when ten accounts send notices concurrently in two processes, a contact receives three from each of the first three accounts and three more in total', async () => {
  const start = Date.now() - 60_000
  const accounts: string[] = []
  for (let i = 0; i < 10; i += 1) accounts.push(await nameContact(new Date(start + i)))
  const attendant = await servers.staff('attendant')
  const codes = Array.from({ length: 30 }, (_, i) => accounts[i % 10] ?? '')
  const responses = await Promise.all(
    codes.map((customer_id, index) =>
      attendant.at(index).send(issueDeskCodeCall, { body: { customer_id, checklist } }),
    ),
  )
  expect(responses.map(({ status }) => status)).toEqual(codes.map(() => 200))
  const counts = await countReceived()
  expect(accounts.slice(0, 3).map((id) => counts.get(id))).toEqual([3, 3, 3])
  expect([...counts.values()].reduce((total, count) => total + count)).toBe(12)
})
