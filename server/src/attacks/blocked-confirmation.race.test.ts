import { sendContactCodeCall } from '@clube/contract/identity/contact-calls.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inTransaction } from '../db/database.ts'
import { recordContacts } from '../modules/messaging/index.ts'
import { useTwoServers, type SignedIn } from '../testing/two-servers.ts'

const servers = useTwoServers()
const contact = 'vitima@exemplo.com.br'

/** A session of an account that names the contact and has not confirmed it. */
const nameContact = async (now: Date): Promise<SignedIn> => {
  const { db } = servers.database
  const customer = await servers.customer()
  const { id: customer_id } = customer
  await sql`update customer set email = ${contact}, email_verified_at = null where id = ${customer_id}`.execute(
    db,
  )
  const contacts = [{ channel: 'email', to: contact, is_verified: false }] as const
  await inTransaction(db, (tx) => recordContacts(tx, { customer_id, contacts, now }))
  return customer
}

test('when ten accounts request codes concurrently in two processes, each of the first three receives three codes, and all ten share five more', async () => {
  const start = Date.now() - 60_000
  const accounts: SignedIn[] = []
  for (let i = 0; i < 10; i += 1) accounts.push(await nameContact(new Date(start + i)))
  const requests = Array.from({ length: 50 }, (_, i) => i)
  const sent = await Promise.all(
    requests.map(async (i) => {
      // Five requests per account, spread over both processes.
      const account = accounts[i % 10]
      const response = await account?.at(Math.floor(i / 10)).send(sendContactCodeCall, {
        body: { channel: 'email' },
      })
      return response?.status === 200 ? [i % 10] : []
    }),
  )
  const counts = accounts.map((_, index) => sent.flat().filter((each) => each === index).length)
  expect(Math.min(...counts.slice(0, 3))).toBeGreaterThanOrEqual(3)
  expect(counts.reduce((total, count) => total + count)).toBe(14)
})
