import { readProfileCall } from '@clube/contract/identity/profile-call.ts'
import { updateProfileCall } from '@clube/contract/identity/account-calls.ts'
import { confirmContactCall, sendContactCodeCall } from '@clube/contract/identity/contact-calls.ts'
import { checkAccountCall } from '@clube/contract/identity/sign-in-calls.ts'
import {
  forgotPasswordCall,
  resetPasswordCall,
  verifyResetCodeCall,
} from '@clube/contract/recovery/code-calls.ts'
import { sql } from 'kysely'
import { beforeEach, expect, test, vi } from 'vitest'
import type { TestBrowser } from '../testing/browser.ts'
import { useClub } from '../testing/club.ts'
import { freshCpfs, registerCustomer } from '../testing/joining.ts'

const club = useClub()
const terms_id = 'shd_auth_terms'
const cpfs = freshCpfs(40, 300_000_000)
const victim = { email: 'vitima@exemplo.com.br', cellphone: '(11) 96666-5555' }

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

/** A new account that names the victim's contacts. */
const join = async (change: Partial<typeof victim> = {}) => {
  const document_id = cpfs.pop() ?? ''
  return {
    document_id,
    browser: await registerCustomer(club.browser(), document_id, { ...victim, ...change }),
  }
}

/** The messages that a contact received. */
const received = async (contact: string): Promise<string[]> => {
  await untilDelivered()
  const { rows } = await sql<{ text: string }>`
    select text from outbox_message where recipient = ${contact} order by created_at`.execute(
    club.database.db,
  )
  return rows.map(({ text }) => text)
}
const codeIn = (text: string | undefined): string => /\b\d{6}\b/.exec(text ?? '')?.[0] ?? ''
const sendCode = (browser: TestBrowser) => browser.send(sendContactCodeCall, { body: { channel: 'email' } })
const confirm = (browser: TestBrowser, verification_code: string) =>
  browser.send(confirmContactCall, { body: { channel: 'email', verification_code } })

test('joining sends nothing to the named e-mail, which is confirmed only with the code sent to it', async () => {
  const { browser } = await join()
  expect(await received(victim.email)).toEqual([])
  expect(await browser.send(readProfileCall)).toMatchObject({
    data: { is_email_verified: false, is_cellphone_verified: false },
  })
  expect(await sendCode(browser)).toMatchObject({ status: 200 })
  const [text] = await received(victim.email)
  expect(text).toContain('Alguém informou este e-mail no cadastro do clube.')
  const code = codeIn(text)
  const wrong = code === '111111' ? '222222' : '111111'
  expect(await confirm(browser, wrong)).toMatchObject({ status: 422 })
  const confirmed = { is_email_verified: true, is_cellphone_verified: false }
  expect(await confirm(browser, code)).toMatchObject({ status: 200, data: confirmed })
  expect(await confirm(browser, code)).toMatchObject({ status: 200, data: confirmed })
  expect(await sendCode(browser)).toMatchObject({ code: 'identity.contact-confirmed' })
})

test('a second text message that is requested too soon is refused with the seconds to wait', async () => {
  const { browser } = await join()
  const send = () => browser.send(sendContactCodeCall, { body: { channel: 'sms' } })
  expect(await send()).toMatchObject({ status: 200 })
  expect(await send()).toMatchObject({
    code: 'identity.contact-code-too-soon',
    message: 'Aguarde 120 segundos para pedir outro código.',
  })
})

test('a code sent for one account does not confirm a contact of another account', async () => {
  const [attacker, owner] = [await join(), await join({ email: 'dona@exemplo.com.br' })]
  await sendCode(attacker.browser)
  await sendCode(owner.browser)
  const code = codeIn((await received(victim.email))[0])
  const own = codeIn((await received('dona@exemplo.com.br'))[0])
  expect(await confirm(owner.browser, code === own ? '' : code)).toMatchObject({ status: 422 })
  expect(await owner.browser.send(readProfileCall)).toMatchObject({ data: { is_email_verified: false } })
})

test('a code sent to one address does not confirm the next one, and a changed contact is unverified', async () => {
  const { browser } = await join({ email: 'minha@exemplo.com.br' })
  await sendCode(browser)
  const code = codeIn((await received('minha@exemplo.com.br'))[0])
  const change = (email: string) =>
    browser.send(updateProfileCall, {
      body: { name: 'Ana Lúcia Pereira', ...victim, email, current_password: 'Jabuticaba-9' },
    })
  expect(await change(victim.email)).toMatchObject({ status: 200 })
  expect(await confirm(browser, code)).toMatchObject({ status: 422 })
  expect(await change('minha@exemplo.com.br')).toMatchObject({ status: 200 })
  expect(await confirm(browser, code)).toMatchObject({ status: 200, data: { is_email_verified: true } })
  expect(await change(victim.email)).toMatchObject({ data: { is_email_verified: false } })
  expect(await change('minha@exemplo.com.br')).toMatchObject({ data: { is_email_verified: false } })
  expect(await confirm(browser, code)).toMatchObject({ code: 'identity.contact-code-expired' })
})

const forgot = async (browser: TestBrowser, document_id: string) => {
  browser.discardProof()
  await browser.send(checkAccountCall, { body: { document_id, terms_id } })
  browser.discardProof()
  const body = { document_id, terms_id, recovery_method: 'email' } as const
  return browser.send(forgotPasswordCall, { body })
}
const verify = (browser: TestBrowser, verification_code: string) =>
  browser.send(verifyResetCodeCall, { body: { verification_code, terms_id } })

test('the owner of a mistyped address receives no code with which to take over the account', async () => {
  const { document_id } = await join()
  const shapeOf = (response: Awaited<ReturnType<typeof forgot>>) => [
    response.status,
    ...Object.keys(response.ok ? response.data : {}),
  ]
  const response = await forgot(club.browser(), document_id)
  expect(shapeOf(response)).toEqual(shapeOf(await forgot(club.browser(), club.personas.maria.document_id)))
  const [text, ...more] = await received(victim.email)
  expect(more).toEqual([])
  expect(text).toContain('mas este e-mail ainda não foi confirmado no cadastro do clube')
  expect(codeIn(text)).toBe('')
})

test('a customer with an unconfirmed e-mail can recover the password in the browser they registered with, which confirms the e-mail', async () => {
  const { document_id, browser } = await join()
  expect(await forgot(browser, document_id)).toMatchObject({ status: 200 })
  const code = codeIn((await received(victim.email))[0])
  const other = club.browser()
  await forgot(other, document_id)
  expect(await verify(other, code)).toMatchObject({ code: 'recovery.wrong-code' })
  const response = await verify(browser, code)
  if (!response.ok) throw new Error(response.message)
  browser.discardProof()
  const { recovery_token } = response.data
  const body = { recovery_token, terms_id, password: 'Girassol-do-Sul-8' }
  expect(await browser.send(resetPasswordCall, { body })).toMatchObject({ status: 200 })
  expect(await browser.send(readProfileCall)).toMatchObject({
    data: { is_email_verified: true, is_cellphone_verified: false },
  })
  await untilDelivered()
  await sql`truncate message, outbox_message`.execute(club.database.db)
  expect(await forgot(club.browser(), document_id)).toMatchObject({ status: 200 })
  expect(codeIn((await received(victim.email))[0])).toMatch(/^\d{6}$/)
})

test('an unverified contact is told at most three times a day why it receives no code, however many are requested', async () => {
  for (let i = 0; i < 5; i += 1) await forgot(club.browser(), (await join()).document_id)
  expect(await received(victim.email)).toHaveLength(3)
})
