import { updateProfileCall } from '@clube/contract/identity/account-calls.ts'
import { confirmContactCall, sendContactCodeCall } from '@clube/contract/identity/contact-calls.ts'
import { checkAccountCall } from '@clube/contract/identity/sign-in-calls.ts'
import { forgotPasswordCall } from '@clube/contract/recovery/code-calls.ts'
import { sql } from 'kysely'
import { beforeEach, expect, test, vi } from 'vitest'
import type { TestBrowser } from '../testing/browser.ts'
import { useClub } from '../testing/club.ts'
import { freshCpfs, registerCustomer } from '../testing/joining.ts'

const club = useClub()
const terms_id = 'shd_auth_terms'
const cpfs = freshCpfs(100, 320_000_000)
const own = { email: 'outra@exemplo.com.br', cellphone: '(11) 95555-4444' }
/** Victims with their own contacts, so that no test uses up another test's shares. */
let victim = { email: '', cellphone: '', digits: '' }
let victims = 0

type Account = { document_id: string; browser: TestBrowser }
type Channel = 'email' | 'sms'

/** Waits until every queued message was delivered or suppressed. */
const untilDelivered = () =>
  vi.waitFor(async () => {
    const { rows } = await sql`select 1 from message where state = 'queued'`.execute(club.database.db)
    expect(rows).toEqual([])
  }, 60_000)

beforeEach(async () => {
  await untilDelivered()
  await sql`truncate message, outbox_message, attempt_counter`.execute(club.database.db)
  victims += 1
  const email = `vitima${victims}@exemplo.com.br`
  victim = { email, cellphone: `(11) 96666-000${victims}`, digits: `1196666000${victims}` }
})

/** New accounts that name the victim's contacts, in order. */
const joinMany = async (count: number): Promise<Account[]> => {
  const accounts = []
  const { email, cellphone } = victim
  for (let i = 0; i < count; i += 1) {
    const document_id = cpfs.pop() ?? ''
    accounts.push({
      document_id,
      browser: await registerCustomer(club.browser(), document_id, { email, cellphone }),
    })
  }
  return accounts
}
const join = async (): Promise<Account> => {
  const [account] = await joinMany(1)
  if (!account) throw new Error('The account was not created')
  return account
}

const sendCode = async ({ browser }: Account, channel: Channel = 'email'): Promise<number> =>
  (await browser.send(sendContactCodeCall, { body: { channel } })).status

/** Requests a password reset code in a browser known to the account. */
const forgot = async ({ browser, document_id }: Account): Promise<number> => {
  browser.discardProof()
  await browser.send(checkAccountCall, { body: { document_id, terms_id } })
  browser.discardProof()
  const body = { document_id, terms_id, recovery_method: 'email' } as const
  return (await browser.send(forgotPasswordCall, { body })).status
}

/** Uses up the codes that all accounts share, and discards what the victim's contact received. */
const exhaust = async (others: readonly Account[], channel: Channel = 'email'): Promise<void> => {
  const statuses = []
  for (const account of others) statuses.push(await sendCode(account, channel))
  expect(statuses.at(-1)).toBe(429)
  await untilDelivered()
  await sql`truncate outbox_message`.execute(club.database.db)
}

/** The codes that the victim's contact received. */
const codes = async (channel: Channel = 'email'): Promise<string[]> => {
  await untilDelivered()
  const { rows } = await sql<{ text: string }>`
    select text from outbox_message where recipient = ${channel === 'email' ? victim.email : victim.digits}
    order by created_at`.execute(club.database.db)
  return rows.flatMap(({ text }) => /\b\d{6}\b/.exec(text) ?? [])
}

test.each([
  ['email', 0],
  ['email', 2],
  ['sms', 0],
  ['sms', 2],
] as const)(
  'fake accounts that name a contact (%s) do not prevent its owner from confirming it when %i of them named it first',
  async (channel, count) => {
    const earlier = await joinMany(count)
    const owner = await join()
    await exhaust([...earlier, ...(await joinMany(8 - count))], channel)
    expect(await sendCode(owner, channel)).toBe(200)
    const [verification_code = ''] = await codes(channel)
    const body = { channel, verification_code }
    expect(await owner.browser.send(confirmContactCall, { body })).toMatchObject({ status: 200 })
  },
)

test('fake accounts that name an unconfirmed contact do not prevent its owner from receiving a password reset code in a known browser', async () => {
  const owner = await join()
  await exhaust(await joinMany(8))
  expect(await forgot(owner)).toBe(200)
  expect(await codes()).toHaveLength(1)
})

test('using up the password reset codes of an account does not use up the codes that confirm its contact', async () => {
  const owner = await join()
  await exhaust(await joinMany(8))
  const statuses = []
  for (let i = 0; i < 4; i += 1) statuses.push(await forgot(owner))
  expect(statuses).toEqual([200, 200, 200, 429])
  expect(await sendCode(owner)).toBe(200)
})

test('accounts that name a contact repeatedly or in turn send it at most 23 codes a day in total', async () => {
  const exhaustCodes = async (account: Account): Promise<void> => {
    for (let i = 0; i < 6; i += 1) {
      await sendCode(account)
      await forgot(account)
    }
  }
  const change = async ({ browser }: Account, { email, cellphone }: typeof own): Promise<void> => {
    const current_password = 'Jabuticaba-9'
    const body = { name: 'Ana Lúcia Pereira', email, cellphone, current_password }
    expect(await browser.send(updateProfileCall, { body })).toMatchObject({ status: 200 })
  }
  const first = await joinMany(3)
  for (const account of first) {
    await exhaustCodes(account)
    await change(account, own)
  }
  for (const account of await joinMany(3)) await exhaustCodes(account)
  for (const account of first) {
    await change(account, victim)
    await exhaustCodes(account)
  }
  expect(await codes()).toHaveLength(23)
})
