import { updatePasswordCall, updateProfileCall } from '@clube/contract/identity/account-calls.ts'
import { sendContactCodeCall } from '@clube/contract/identity/contact-calls.ts'
import { checkAccountCall } from '@clube/contract/identity/sign-in-calls.ts'
import { forgotPasswordCall, recoveryOptionsCall } from '@clube/contract/recovery/code-calls.ts'
import { requestDeletionCall } from '@clube/contract/privacy/deletion-calls.ts'
import { sql, type Kysely } from 'kysely'
import { beforeEach, expect, test, vi } from 'vitest'
import { up as migrateToMailboxes } from '../../migrations/0054-named-mailboxes.ts'
import { up as migrateToGmailMailboxes } from '../../migrations/0055-gmail-mailboxes.ts'
import type { TestBrowser } from '../testing/browser.ts'
import { useClub } from '../testing/club.ts'
import { freshCpfs, registerCustomer } from '../testing/joining.ts'

const own_network = '198.51.100'
/** The default limits, without overrides. */
const club = useClub({ limits: { own_networks: [`${own_network}.0/24`], overrides: {} } })
const terms_id = 'shd_auth_terms'
const cpfs = freshCpfs(300, 330_000_000)
const ip = '203.0.113.7'
const current_password = 'Jabuticaba-9'
let contacts = 0

type Account = { document_id: string; browser: TestBrowser; email: string; cellphone: string }

/** Waits until every queued message was delivered or suppressed. */
const untilDelivered = () =>
  vi.waitFor(async () => {
    const { rows } = await sql`select 1 from message where state = 'queued'`.execute(club.database.db)
    expect(rows).toEqual([])
  }, 60_000)

beforeEach(async () => {
  await untilDelivered()
  await sql`truncate message, outbox_message, attempt_counter`.execute(club.database.db)
})

const newCellphone = (): string => `(11) 9${String(50_000_000 + (contacts += 1)).replace(/(?=\d{4}$)/, '-')}`
const newEmail = (): string => `pessoa${(contacts += 1)}@exemplo.com.br`

const join = async (email = newEmail()): Promise<Account> => {
  const document_id = cpfs.pop() ?? ''
  const cellphone = newCellphone()
  return {
    document_id,
    browser: await registerCustomer(club.browser(), document_id, { email, cellphone }),
    email,
    cellphone,
  }
}
const joinMany = async (count: number): Promise<Account[]> => {
  const accounts = []
  for (let i = 0; i < count; i += 1) accounts.push(await join())
  return accounts
}

/** Changes an account's contacts, from an IP. @returns the status */
const change = async (
  { browser, email, cellphone }: Account,
  contact: { email?: string; cellphone?: string } = { cellphone: newCellphone() },
  from = ip,
): Promise<number> => {
  const body = { name: 'Ana Lúcia Pereira', email, cellphone, current_password, ...contact }
  const response = await browser.raw('POST', updateProfileCall.path, body, { 'x-forwarded-for': from })
  return response.status
}
const changeInTurn = async (accounts: readonly Account[], count: number, from: (index: number) => string) => {
  const statuses = []
  for (let i = 0; i < count; i += 1) {
    const account = accounts[i % accounts.length]
    if (account) statuses.push(await change(account, undefined, from(i)))
  }
  return statuses
}
const times = (count: number, status: number): number[] => Array.from({ length: count }, () => status)

test('accounts behind one IP can change at most ten contacts an hour, however many accounts there are, and other IPs are not affected', async () => {
  const accounts = await joinMany(6)
  expect(await changeInTurn(accounts, 12, () => ip)).toEqual([...times(10, 200), 429, 429])
  expect(await changeInTurn(accounts, 1, () => '192.0.2.9')).toEqual([200])
})

test('ten changes of e-mail and cellphone send 40 notices, because the previous and the new contacts are notified', async () => {
  const statuses = []
  for (const account of await joinMany(11))
    statuses.push(await change(account, { email: newEmail(), cellphone: newCellphone() }))
  expect(statuses).toEqual([...times(10, 200), 429])
  await untilDelivered()
  const { rows } = await sql`select 1 from outbox_message`.execute(club.database.db)
  expect(rows).toHaveLength(40)
})

test('accounts in one network can change at most 30 contacts an hour, or 80 in one of the club’s own networks', async () => {
  const accounts = await joinMany(12)
  const inNetwork = (network: string) => (index: number) => `${network}.${1 + (index % 8)}`
  expect(await changeInTurn(accounts, 32, inNetwork('203.0.113'))).toEqual([
    ...times(30, 200),
    ...times(2, 429),
  ])
  expect(await changeInTurn(accounts, 82, inNetwork(own_network))).toEqual([
    ...times(80, 200),
    ...times(2, 429),
  ])
})

test('a refused change does not count toward the ten changes of an account', async () => {
  const accounts = await joinMany(4)
  await changeInTurn(accounts, 10, () => ip)
  const account = await join()
  for (let i = 0; i < 10; i += 1) expect(await change(account)).toBe(429)
  expect(await change(account, undefined, '192.0.2.9')).toBe(200)
})

test('new passwords and deletion requests that notify unconfirmed contacts count toward their IP’s limit on contact changes', async () => {
  await changeInTurn(await joinMany(4), 9, () => ip)
  const [first, second, third] = await joinMany(3)
  const password = 'Girassol-do-Sul-8'
  const passwords = { current_password, password, password_confirmation: password }
  const send = (account: Account | undefined, path: string, body: object) =>
    account?.browser.raw('POST', path, body, { 'x-forwarded-for': ip })
  expect(await send(first, updatePasswordCall.path, passwords)).toMatchObject({ status: 200 })
  expect(await send(second, updatePasswordCall.path, passwords)).toMatchObject({ status: 429 })
  expect(await send(third, requestDeletionCall.path, { current_password })).toMatchObject({ status: 429 })
})

test('fake accounts do not prevent an account with confirmed contacts behind the same IP from changing its password', async () => {
  await changeInTurn(await joinMany(4), 11, () => ip)
  const { browser, email } = await join()
  await sql`update customer set email_verified_at = now(), cellphone_verified_at = now() where email = ${email}`.execute(
    club.database.db,
  )
  const password = 'Girassol-do-Sul-8'
  const body = { current_password, password, password_confirmation: password }
  expect(await browser.raw('POST', updatePasswordCall.path, body, { 'x-forwarded-for': ip })).toMatchObject({
    status: 200,
  })
})

test('fake accounts do not prevent changes from a browser behind the same IP that has been known to its account for three days', async () => {
  const account = await join()
  await sql`update known_device set known_since = known_since - interval '3 days'`.execute(club.database.db)
  expect((await changeInTurn(await joinMany(4), 11, () => ip)).at(-1)).toBe(429)
  expect(await change(account)).toBe(200)
})

test('accounts that name one mailbox under many tags, from many networks, send it at most 12 notices a day', async () => {
  const tagged = () => `caixa+${(contacts += 1)}@exemplo.com.br`
  for (let i = 0; i < 6; i += 1) {
    const account = await join(tagged())
    for (let k = 0; k < 6; k += 1) await change(account, { email: tagged() }, `10.${i}.0.1`)
  }
  await untilDelivered()
  const { rows } = await sql`select 1 from outbox_message where recipient like 'caixa+%'`.execute(
    club.database.db,
  )
  expect(rows).toHaveLength(12)
})

test('accounts that name one Gmail mailbox with different dots, from many networks, can send it at most 12 notices a day', async () => {
  for (let i = 0; i < 6; i += 1) {
    const account = await join(i % 2 === 0 ? 'vitima@gmail.com' : 'v.itima@gmail.com')
    const addresses = [
      'vi.tima@gmail.com',
      'vit.ima@gmail.com',
      'viti.ma+a@googlemail.com',
      'v.itim.a@gmail.com',
    ]
    for (const email of addresses) await change(account, { email }, `10.${i}.0.1`)
  }
  await untilDelivered()
  const { rows } = await sql`select 1 from outbox_message where recipient like 'v%mail.com'`.execute(
    club.database.db,
  )
  expect(rows).toHaveLength(12)
})

test('accounts behind one IP can send at most 60 codes an hour by e-mail, however many addresses they name', async () => {
  const statuses = []
  for (const { browser } of await joinMany(21))
    for (let i = 0; i < 3; i += 1)
      statuses.push((await browser.send(sendContactCodeCall, { body: { channel: 'email' } })).status)
  expect(statuses).toEqual([...times(60, 200), ...times(3, 429)])
})

test('a message is sent to the address as it was typed, including its tag', async () => {
  await change(await join(), { email: 'ana+clube@exemplo.com.br' })
  await untilDelivered()
  const { rows } =
    await sql`select 1 from outbox_message where recipient = 'ana+clube@exemplo.com.br'`.execute(
      club.database.db,
    )
  expect(rows).toHaveLength(1)
})

test('an explanation sent by text message instead of a code counts once toward the club’s limits', async () => {
  const { document_id } = await join()
  const visitor = club.browser()
  await visitor.send(checkAccountCall, { body: { document_id, terms_id } })
  for (const recovery_method of ['email', 'sms'] as const) {
    if (recovery_method === 'sms') await visitor.send(recoveryOptionsCall)
    visitor.discardProof()
    const body = { document_id, terms_id, recovery_method }
    expect(await visitor.send(forgotPasswordCall, { body })).toMatchObject({ status: 200 })
  }
  await untilDelivered()
  const sent = await sql`select 1 from outbox_message where channel = 'sms'`.execute(club.database.db)
  expect(sent.rows).toHaveLength(1)
  const { rows } = await sql`
    select scope, spent from attempt_counter where scope like 'sms%club' order by scope`.execute(
    club.database.db,
  )
  expect(rows).toEqual([
    { scope: 'sms-unreserved.club', spent: 1 },
    { scope: 'sms.club', spent: 1 },
  ])
})

test('an account that named an address with a tag before the migration to mailboxes is recorded once for the mailbox', async () => {
  const { email } = await join('antes@exemplo.com.br')
  const { db } = club.database
  await sql`update named_contact set contact = 'antes+a+b@exemplo.com.br' where contact = ${email}`.execute(
    db,
  )
  await migrateToMailboxes(db as unknown as Kysely<unknown>)
  await migrateToMailboxes(db as unknown as Kysely<unknown>)
  const { rows } = await sql`
    select contact, count(*)::int as count from named_contact where contact like 'antes%' group by 1 order by 1`.execute(
    db,
  )
  expect(rows).toEqual([
    { contact: 'antes+a+b@exemplo.com.br', count: 1 },
    { contact: email, count: 1 },
  ])
})

test('an account that named a Gmail address with dots before the migration to mailboxes is recorded once for the mailbox', async () => {
  const { email } = await join('anterior@gmail.com')
  const { db } = club.database
  await sql`update named_contact set contact = 'ante.ri.or+a@googlemail.com' where contact = ${email}`.execute(
    db,
  )
  await migrateToGmailMailboxes(db as unknown as Kysely<unknown>)
  await migrateToGmailMailboxes(db as unknown as Kysely<unknown>)
  const { rows } = await sql`
    select contact, count(*)::int as count from named_contact where contact like 'ante%mail.com' group by 1 order by 1`.execute(
    db,
  )
  expect(rows).toEqual([
    { contact: 'ante.ri.or+a@googlemail.com', count: 1 },
    { contact: email, count: 1 },
  ])
})
