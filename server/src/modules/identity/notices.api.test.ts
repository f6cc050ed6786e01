import { updatePasswordCall, updateProfileCall } from '@clube/contract/identity/account-calls.ts'
import { sessionInfoCall } from '@clube/contract/identity/session-calls.ts'
import { checkAccountCall, signInWithPasswordCall } from '@clube/contract/identity/sign-in-calls.ts'
import { sql } from 'kysely'
import { beforeEach, expect, test, vi } from 'vitest'
import type { TestBrowser } from '../../testing/browser.ts'
import { useClub } from '../../testing/club.ts'

const club = useClub()
const { maria } = club.personas
let password: string = maria.password

const signIn = async (document_id: string = maria.document_id, secret = password): Promise<TestBrowser> => {
  const browser = club.browser()
  const terms_id = 'shd_auth_terms'
  await browser.send(checkAccountCall, { body: { document_id, terms_id } })
  const response = await browser.send(signInWithPasswordCall, {
    body: { document_id, terms_id, password: secret },
  })
  if (!response.ok) throw new Error(response.message)
  return browser
}

/** All queued messages in order: template, channel and recipient. */
const notices = async (): Promise<string[]> => {
  const { db } = club.database
  const { rows: queued } = await sql`select id from message`.execute(db)
  return vi.waitFor(async () => {
    const { rows } = await sql<{ notice: string }>`
      select message.template || ' ' || outbox_message.channel || ' ' || recipient as notice
      from outbox_message join message on message.id = outbox_message.message_id order by 1`.execute(db)
    expect(rows).toHaveLength(queued.length)
    return rows.map(({ notice }) => notice)
  }, 60_000)
}

beforeEach(() => sql`truncate message, outbox_message`.execute(club.database.db))

test('a password change notifies all known contacts', async () => {
  const browser = await signIn()
  const changed = 'Girassol-do-Sul-8'
  const body = { current_password: password, password: changed, password_confirmation: changed }
  expect(await browser.send(updatePasswordCall, { body })).toMatchObject({ status: 200 })
  password = changed
  expect(await notices()).toEqual([
    'password-changed email maria.aparecida@exemplo.com.br',
    'password-changed sms 11987654321',
  ])
})

test('the current password is refused as the new one, notifies no one and leaves other devices signed in', async () => {
  const other = await signIn()
  const browser = await signIn()
  const body = { current_password: password, password, password_confirmation: password }
  expect(await browser.send(updatePasswordCall, { body })).toMatchObject({
    status: 422,
    code: 'identity.same-password',
  })
  expect(await notices()).toEqual([])
  expect(await other.send(sessionInfoCall)).toMatchObject({ status: 200 })
})

test('an e-mail change notifies the old and new address and the cellphone; a name change notifies no one', async () => {
  const browser = await signIn()
  const { name, email, cellphone } = maria
  const change = (person: { name: string; email: string }) =>
    browser.send(updateProfileCall, { body: { cellphone, ...person, current_password: password } })
  expect(await change({ name: 'Maria Aparecida Souza', email })).toMatchObject({ status: 200 })
  expect(await notices()).toEqual([])
  expect(await change({ name, email: 'maria.nova@exemplo.com.br' })).toMatchObject({ status: 200 })
  expect(await notices()).toEqual([
    'contact-changed email maria.aparecida@exemplo.com.br',
    'contact-changed email maria.nova@exemplo.com.br',
    'contact-changed sms 11987654321',
  ])
})

test('a changed name follows the rules for people, or for companies', async () => {
  const { padaria } = club.personas
  const rename = async (persona: typeof maria | typeof padaria, current_password: string, name: string) => {
    const { document_id, email, cellphone } = persona
    const browser = await signIn(document_id, current_password)
    return browser.send(updateProfileCall, { body: { name, email, cellphone, current_password } })
  }
  expect(await rename(maria, password, 'Natura')).toMatchObject({
    status: 422,
    errors: [{ path: 'name', message: 'Nome deve conter pelo menos 2 palavras' }],
  })
  expect(await rename(padaria, padaria.password, 'Pão & Cia 24h')).toMatchObject({
    status: 200,
    data: { name: 'Pão & Cia 24h' },
  })
})

test('after 10 changes in a day further changes are refused and send no notices', async () => {
  club.advanceSeconds(24 * 3600)
  const browser = await signIn()
  const responses = []
  for (let i = 0; i < 11; i++) {
    const { name, cellphone } = maria
    const body = { name, cellphone, email: `maria${i}@exemplo.com.br`, current_password: password }
    responses.push((await browser.send(updateProfileCall, { body })).status)
  }
  expect(responses).toEqual([...Array.from({ length: 10 }, () => 200), 429])
  const { rows } = await sql`select id from message`.execute(club.database.db)
  expect(rows).toHaveLength(10 * 3)
})
