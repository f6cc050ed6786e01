import { updatePasswordCall, updateProfileCall } from '@clube/contract/identity/account-calls.ts'
import { checkAccountCall } from '@clube/contract/identity/sign-in-calls.ts'
import { forgotPasswordCall, recoveryOptionsCall } from '@clube/contract/recovery/code-calls.ts'
import { sql } from 'kysely'
import { beforeEach, expect, test, vi } from 'vitest'
import { findByDocument } from '../modules/identity/index.ts'
import { createVault } from '../modules/vault/index.ts'
import type { TestBrowser } from '../testing/browser.ts'
import { testRootKey, useClub } from '../testing/club.ts'
import { freshCpfs, registerCustomer } from '../testing/joining.ts'

const club = useClub()
const vault = createVault(testRootKey)
const terms_id = 'shd_auth_terms'
const cpfs = freshCpfs(100, 310_000_000)
/** Passwords of every account, in the order in which it changes them. */
const passwords = ['Jabuticaba-9', 'Girassol-do-Sul-8', 'Pitangueira-7', 'Maracuja-Doce-6'] as const
const own = { email: 'outra@exemplo.com.br', cellphone: '(11) 95555-4444' }
/** Victims with their own contacts, so that no test uses up another’s limits. */
let victim = { email: '', cellphone: '', digits: '' }
let victims = 0

type Account = { id: string; document_id: string; browser: TestBrowser; changes: number }

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

/** A new account that names the victim's contacts, or the given ones. */
const join = async ({ email, cellphone } = victim as typeof own): Promise<Account> => {
  const document_id = cpfs.pop() ?? ''
  const browser = await registerCustomer(club.browser(), document_id, { email, cellphone })
  const customer = await findByDocument(club.database.db, vault.indexOf('customer.document', document_id))
  return { id: customer?.id ?? '', document_id, browser, changes: 0 }
}
const joinMany = async (count: number, contacts?: typeof own): Promise<Account[]> => {
  const accounts = []
  for (let i = 0; i < count; i += 1) accounts.push(await join(contacts))
  return accounts
}

/** Changes an account's password, which notifies both of its contacts. */
const changePassword = async (account: Account): Promise<void> => {
  const [current_password = '', password = ''] = passwords.slice(account.changes)
  account.changes += 1
  const body = { current_password, password, password_confirmation: password }
  expect(await account.browser.send(updatePasswordCall, { body })).toMatchObject({ status: 200 })
}
/** Changes an account's contacts, which notifies the old and the new ones. */
const changeContacts = async (account: Account, { email, cellphone }: typeof own): Promise<void> => {
  const current_password = passwords[account.changes] ?? ''
  const body = { name: 'Ana Lúcia Pereira', email, cellphone, current_password }
  expect(await account.browser.send(updateProfileCall, { body })).toMatchObject({ status: 200 })
}
/** Uses up every limit that these accounts share with others. */
const exhaust = async (accounts: readonly Account[]): Promise<void> => {
  for (const account of accounts) for (let i = 0; i < 3; i += 1) await changePassword(account)
  await untilDelivered()
}

/** The templates of messages that arrived at the victim's e-mail and cellphone, of one account or of all. */
const arrived = async (account?: Account): Promise<{ email: string[]; sms: string[] }> => {
  await untilDelivered()
  const { rows } = await sql<{ channel: 'email' | 'sms'; template: string }>`
    select message.channel, template from outbox_message join message on message.id = message_id
    where recipient in (${victim.email}, ${victim.digits})
      and customer_id = coalesce(${account?.id ?? null}, customer_id)
    order by message.created_at, template`.execute(club.database.db)
  const templatesOf = (channel: 'email' | 'sms') =>
    rows.filter((row) => row.channel === channel).map(({ template }) => template)
  return { email: templatesOf('email'), sms: templatesOf('sms') }
}
const both = (templates: string[]) => ({ email: templates, sms: templates })

test('accounts that name a contact after its owner do not suppress notices about the owner’s account', async () => {
  const owner = await join()
  await exhaust(await joinMany(5))
  await changePassword(owner)
  await changePassword(owner)
  expect(await arrived(owner)).toEqual(both(['password-changed', 'password-changed']))
})

test('two accounts that named a contact before its owner do not suppress notices about the owner’s account', async () => {
  const earlier = await joinMany(2)
  const owner = await join()
  await exhaust([...earlier, ...(await joinMany(4))])
  await changePassword(owner)
  expect(await arrived(owner)).toEqual(both(['password-changed']))
})

test('old accounts that change their contacts to those of a newer account do not suppress notices about the newer one', async () => {
  const older = await joinMany(4, own)
  const owner = await join()
  for (const account of older) await changeContacts(account, victim)
  await exhaust(older)
  await changePassword(owner)
  expect(await arrived(owner)).toEqual(both(['password-changed']))
})

test('the old contact is notified that an attacker replaced it, even when another account that names it changes its password immediately afterwards', async () => {
  const owner = await join()
  const others = await joinMany(3)
  const next = await join()
  await exhaust(others)
  await changePassword(owner)
  await changeContacts(owner, own)
  await exhaust([next])
  expect(await arrived(owner)).toEqual(both(['password-changed', 'contact-changed']))
  expect(await arrived(next)).toEqual(both([]))
})

test('forgot-password requests by anonymous visitors do not suppress notices of changes made with the password', async () => {
  const owner = await join()
  // Five codes a day.
  for (const methods of [['email', 'sms'], ['email', 'sms'], ['email']] as const) {
    const visitor = club.browser()
    const { document_id } = owner
    await visitor.send(checkAccountCall, { body: { document_id, terms_id } })
    for (const recovery_method of methods) {
      if (recovery_method === 'sms') await visitor.send(recoveryOptionsCall)
      visitor.discardProof()
      const body = { document_id, terms_id, recovery_method }
      expect(await visitor.send(forgotPasswordCall, { body })).toMatchObject({ status: 200 })
    }
    club.advanceSeconds(121)
  }
  await exhaust([owner])
  const withheld = (count: number): string[] => Array.from({ length: count }, () => 'reset-code-withheld')
  const changed = Array.from({ length: 3 }, () => 'password-changed')
  expect(await arrived(owner)).toEqual({
    email: [...withheld(3), ...changed],
    sms: [...withheld(2), ...changed],
  })
})

test('a contact named by many accounts in turn receives 12 notices a day in total', async () => {
  for (const account of await joinMany(3)) {
    await exhaust([account])
    await changeContacts(account, own)
  }
  for (const account of await joinMany(3)) await exhaust([account])
  const returning = await join(own)
  for (const contacts of [victim, own, victim]) await changeContacts(returning, contacts)
  const { email, sms } = await arrived()
  expect([email.length, sms.length]).toEqual([12, 12])
})

test('an account that names a contact again after more than a day ranks behind those that named it in the meantime', async () => {
  const earlier = await joinMany(3)
  for (const account of earlier) await changeContacts(account, own)
  await sql`update named_contact set left_at = left_at - interval '1 day'`.execute(club.database.db)
  const owner = await join()
  for (const account of earlier) await changeContacts(account, victim)
  await exhaust(earlier)
  await changePassword(owner)
  expect(await arrived(owner)).toEqual(both(['password-changed']))
})
