import { confirmContactCall, sendContactCodeCall } from '@clube/contract/identity/contact-calls.ts'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { inTransaction } from '../db/database.ts'
import { updateCustomer } from '../modules/identity/customer-store.ts'
import { useTwoServers, type SignedIn } from '../testing/two-servers.ts'

const servers = useTwoServers()

/** A customer whose e-mail is not confirmed, with the code that was sent to it. */
const withCode = async (): Promise<{ customer: SignedIn; code: string }> => {
  const { db } = servers.database
  const customer = await servers.customer()
  await sql`update customer set email_verified_at = null where id = ${customer.id}`.execute(db)
  expect(await customer.at(0).send(sendContactCodeCall, { body: { channel: 'email' } })).toMatchObject({
    status: 200,
  })
  const text = await vi.waitFor(async () => {
    const { rows } = await sql<{ text: string }>`
      select text from outbox_message join message on message.id = message_id
      where customer_id = ${customer.id}`.execute(db)
    return rows[0]?.text ?? Promise.reject(new Error('Not sent'))
  }, 60_000)
  return { customer, code: /\b\d{6}\b/.exec(text)?.[0] ?? '' }
}

const confirm = (customer: SignedIn, index: number, verification_code: string) =>
  customer.at(index).send(confirmContactCall, { body: { channel: 'email', verification_code } })

const stateOf = async ({ id }: SignedIn) => {
  const { rows } = await sql<{ email: string; verified: boolean; attempts: number | null }>`
    select email, email_verified_at is not null as verified, max(attempts) as attempts
    from customer left join contact_code on customer_id = customer.id
    where customer.id = ${id} group by customer.id`.execute(servers.database.db)
  return rows[0]
}

test('when a contact’s code is guessed many times in two processes, five guesses are compared and the correct code is then refused', async () => {
  const { customer, code } = await withCode()
  const guesses = Array.from({ length: 30 }, (_, i) => String((Number(code) + i + 1) % 1_000_000))
  const responses = await Promise.all(
    guesses.map((guess, index) => confirm(customer, index, guess.padStart(6, '0'))),
  )
  const codes = responses.map((response) => (response.ok ? 'ok' : response.code))
  expect(codes.filter((each) => each === 'identity.wrong-contact-code')).toHaveLength(5)
  expect(codes.filter((each) => each === 'identity.contact-code-expired')).toHaveLength(25)
  expect(await confirm(customer, 0, code)).toMatchObject({ code: 'identity.contact-code-expired' })
  expect(await stateOf(customer)).toMatchObject({ verified: false, attempts: 5 })
})

test('a contact that is changed while its code is used in two processes is never verified', async () => {
  for (let round = 0; round < 12; round += 1) {
    const { customer, code } = await withCode()
    const change = () =>
      inTransaction(servers.database.db, (tx) =>
        updateCustomer(tx, {
          id: customer.id,
          person: { email: 'outra@exemplo.com.br' },
          access_version: null,
          now: new Date(),
        }),
      )
    const uses = Array.from({ length: 4 }, (_, index) => () => confirm(customer, index, code))
    const actions = round % 2 === 0 ? [change, ...uses] : [...uses, change]
    await Promise.all(actions.map((action) => action()))
    expect(await stateOf(customer)).toMatchObject({ email: 'outra@exemplo.com.br', verified: false })
  }
})
