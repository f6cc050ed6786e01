import { confirmReservationCall, reserveCall } from '@clube/contract/event-tickets/calls.ts'
import { readConsentDocumentCall } from '@clube/contract/consent/calls.ts'
import { checkAccountCall, signInWithPasswordCall } from '@clube/contract/identity/sign-in-calls.ts'
import {
  forgotPasswordCall,
  resetPasswordCall,
  verifyResetCodeCall,
} from '@clube/contract/recovery/code-calls.ts'
import { sql } from 'kysely'
import { beforeEach, expect, test, vi } from 'vitest'
import { createEvent, createParticipants } from '../modules/event-tickets/event-fixtures.testing.ts'
import { dataOf } from '../modules/event-tickets/events-club.testing.ts'
import type { TestBrowser } from '../testing/browser.ts'
import { useClub } from '../testing/club.ts'
import { makeJobsDue } from '../testing/jobs.ts'
import { freshCpfs, registerCustomer } from '../testing/joining.ts'

/** The default limits, without overrides. */
const club = useClub({ limits: { own_networks: ['198.51.100.0/24'], overrides: {} } })
const terms_id = 'shd_auth_terms'
const cpfs = freshCpfs(100, 340_000_000)
const ip = '203.0.113.7'
const current_password = 'Jabuticaba-9'

type Account = { document_id: string; browser: TestBrowser; email: string }

const join = async (): Promise<Account> => {
  const document_id = cpfs.pop() ?? ''
  const email = `vitima.${cpfs.length}@exemplo.com.br`
  const cellphone = `(11) 9${60_000_000 + cpfs.length}`
  return {
    document_id,
    browser: await registerCustomer(club.browser(), document_id, { email, cellphone }),
    email,
  }
}

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

const sentCount = async (template: string, channel: 'email' | 'sms'): Promise<number> => {
  await untilDelivered()
  const { rows } = await sql`
    select 1 from outbox_message join message on message.id = message_id
    where template = ${template} and message.channel = ${channel}`.execute(club.database.db)
  return rows.length
}

/** Uses a device credential of the account twice, from an IP. */
const copyCredential = async ({ document_id, browser }: Account, from: string): Promise<void> => {
  const signIn = (password: string) =>
    browser.send(signInWithPasswordCall, { body: { document_id, terms_id, password, remember_me: 'yes' } })
  browser.discardProof()
  await browser.send(checkAccountCall, { body: { document_id, terms_id } })
  const remembered = await signIn(current_password)
  const credential = remembered.ok ? (remembered.data.device_credential ?? '') : ''
  expect(await signIn(credential)).toMatchObject({ status: 200 })
  browser.discardProof()
  const body = { document_id, password: credential, ...(await browser.captchaFields()) }
  const headers = { 'x-forwarded-for': from }
  expect(await browser.raw('POST', signInWithPasswordCall.path, body, headers)).toMatchObject({
    status: 401,
    code: 'identity.wrong-device-credential',
  })
}

/** Sets a new password with the code that the account's e-mail receives, from an IP. */
const resetByEmail = async ({ document_id, browser, email }: Account, from: string): Promise<void> => {
  browser.discardProof()
  await browser.send(checkAccountCall, { body: { document_id, terms_id } })
  browser.discardProof()
  const body = { document_id, terms_id, recovery_method: 'email' } as const
  expect(await browser.send(forgotPasswordCall, { body })).toMatchObject({ status: 200 })
  await untilDelivered()
  const { rows } = await sql<{ text: string }>`
    select text from outbox_message where recipient = ${email} order by created_at desc`.execute(
    club.database.db,
  )
  const codes = rows.flatMap(({ text }) => /\b\d{6}\b/.exec(text) ?? [])
  const verified = await browser.send(verifyResetCodeCall, {
    body: { terms_id, verification_code: codes[0] ?? '' },
  })
  const recovery_token = verified.ok ? verified.data.recovery_token : ''
  const captcha = await browser.captchaFields()
  const password = { password: current_password, recovery_token, terms_id, ...captcha }
  const headers = { 'x-forwarded-for': from }
  expect(await browser.raw('POST', resetPasswordCall.path, password, headers)).toMatchObject({ status: 200 })
}

const repeat = async (count: number, act: (account: Account) => Promise<void>): Promise<void> => {
  let account: Account | undefined
  for (let i = 0; i < count; i += 1) {
    if (account === undefined || i % 3 === 0) account = await join()
    await act(account)
  }
}

test('accounts behind one IP that copy their own device credentials can send at most ten notices an hour to contacts that they have not confirmed, and other IPs are not affected', async () => {
  const template = 'device-credential-reused'
  const sent = async () => (await sentCount(template, 'email')) + (await sentCount(template, 'sms'))
  await repeat(9, (account) => copyCredential(account, ip))
  expect(await sent()).toBe(10)
  await repeat(1, (account) => copyCredential(account, '192.0.2.9'))
  expect(await sent()).toBe(12)
})

test('a copied device credential is revoked and reported to confirmed contacts, regardless of how many notices accounts behind the same IP cause', async () => {
  await repeat(6, (account) => copyCredential(account, ip))
  const account = await join()
  const { db } = club.database
  await sql`update customer set email_verified_at = now(), cellphone_verified_at = now() where email = ${account.email}`.execute(
    db,
  )
  await copyCredential(account, ip)
  await untilDelivered()
  const { rows } = await sql`select 1 from outbox_message where recipient = ${account.email}`.execute(db)
  expect(rows).toHaveLength(1)
})

test('accounts behind one IP that set new passwords by e-mail can send at most ten text messages an hour to cellphones that they have not confirmed, and every e-mail is sent', async () => {
  await repeat(12, (account) => resetByEmail(account, ip))
  expect(await sentCount('password-changed', 'sms')).toBe(10)
  expect(await sentCount('password-changed', 'email')).toBe(12)
})

test('accounts behind one IP that confirm reservations can cause at most 60 e-mails an hour to addresses that they have not confirmed, and every reservation is confirmed', async () => {
  const { db } = club.database
  const now = club.now()
  const { campaign_id, session_id } = await createEvent(db, { capacity: 100, now })
  const people = await createParticipants(db, { campaign_id, people: 62, now })
  await sql`update customer set email = 'vitima.' || id || '@exemplo.com.br', email_verified_at = null`.execute(
    db,
  )
  const browser = club.browser()
  const terms = await browser.send(readConsentDocumentCall, { params: { kind: 'event_terms' } })
  const accepted = terms.ok ? { terms_version: terms.data.version } : {}
  for (const { token, transaction_id } of people) {
    browser.cookies.set('sid', token)
    const body = { transaction_id, session_id, quantity: 1 }
    const { reservation_id } = dataOf(await browser.send(reserveCall, { body }))
    const participants = [{ name: 'Ana Lúcia Pereira' }]
    const confirmation = { reservation_id, participants, accepted_terms: 'yes' as const, ...accepted }
    expect(await browser.send(confirmReservationCall, { body: confirmation })).toMatchObject({ status: 200 })
  }
  const messages = club.database.db
    .selectFrom('message')
    .select('id')
    .where('template', '=', 'reservation-confirmed')
  const queued = async () => {
    await makeJobsDue(club.database)
    expect(await messages.execute()).toHaveLength(people.length)
  }
  await vi.waitFor(queued, { timeout: 20_000 })
  expect(await sentCount('reservation-confirmed', 'email')).toBe(60)
})
