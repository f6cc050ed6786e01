import { updatePasswordCall } from '@clube/contract/identity/account-calls.ts'
import { sessionEndCall, sessionInfoCall, signOutCall } from '@clube/contract/identity/session-calls.ts'
import { checkAccountCall, signInWithPasswordCall } from '@clube/contract/identity/sign-in-calls.ts'
import { requestDeletionCall } from '@clube/contract/privacy/deletion-calls.ts'
import { expect, test } from 'vitest'
import type { TestBrowser } from '../../testing/browser.ts'
import { useClub } from '../../testing/club.ts'
import { freshCpfs, registerCustomer } from '../../testing/joining.ts'
import { purgeSessions } from '../sessions/index.ts'

const club = useClub()
const cpfs = freshCpfs(10, 350_000_000)
const current_password = 'Jabuticaba-9'

const join = async () => {
  const document_id = cpfs.pop() ?? ''
  return { document_id, browser: await registerCustomer(club.browser(), document_id) }
}
/** Signs in on another device. */
const signIn = async (document_id: string, remember_me: 'yes' | 'no' = 'no'): Promise<TestBrowser> => {
  const browser = club.browser()
  const terms_id = 'shd_auth_terms'
  await browser.send(checkAccountCall, { body: { document_id, terms_id } })
  await browser.send(signInWithPasswordCall, {
    body: { document_id, terms_id, password: current_password, remember_me },
  })
  return browser
}
const endOf = async (browser: TestBrowser) => {
  const response = await browser.send(sessionEndCall)
  return response.ok ? response.data.reason : response.status
}

test('no end reason is given for a valid session, a browser without a session or an unknown token', async () => {
  const { browser } = await join()
  expect(await endOf(browser)).toBeNull()
  expect(await endOf(club.browser())).toBeNull()
  const unknown = club.browser()
  unknown.cookies.set('sid', 'unknown')
  expect(await endOf(unknown)).toBeNull()
})

test('an idle session has the end reason idle for a day, even after the purge', async () => {
  const { browser } = await join()
  club.advanceSeconds(3_601)
  expect(await browser.send(sessionInfoCall)).toMatchObject({ status: 401 })
  expect(await endOf(browser)).toBe('idle')
  await purgeSessions(club.database.db, club.now())
  expect(await endOf(browser)).toBe('idle')
  club.advanceSeconds(86_400)
  await purgeSessions(club.database.db, club.now())
  expect(await endOf(browser)).toBeNull()
})

test.each(['no', 'yes'] as const)(
  'a new password is the end reason of the account’s sessions on other devices (remembered: %s)',
  async (remembered) => {
    const { document_id, browser } = await join()
    const other = await signIn(document_id, remembered)
    const body = { current_password, password: 'Pitangueira-41', password_confirmation: 'Pitangueira-41' }
    expect(await browser.send(updatePasswordCall, { body })).toMatchObject({ status: 200 })
    expect(await other.send(sessionInfoCall)).toMatchObject({ status: 401 })
    expect(await endOf(other)).toBe('password')
    expect(await endOf(browser)).toBeNull()
  },
)

test('a new password is not the end reason of a session that had ended before', async () => {
  const { document_id } = await join()
  const other = await signIn(document_id)
  club.advanceSeconds(3_601)
  expect(await endOf(other)).toBe('idle')
  const body = { current_password, password: 'Pitangueira-41', password_confirmation: 'Pitangueira-41' }
  expect(await (await signIn(document_id)).send(updatePasswordCall, { body })).toMatchObject({ status: 200 })
  expect(await endOf(other)).toBeNull()
})

test('a deletion request is the end reason of the account’s other sessions', async () => {
  const { document_id, browser } = await join()
  const other = await signIn(document_id)
  await browser.send(requestDeletionCall, { body: { current_password } })
  expect(await endOf(other)).toBe('deletion')
})

test('a session that was signed out has no end reason, and a recorded end contains no account', async () => {
  const { browser } = await join()
  await browser.send(signOutCall, { body: {} })
  expect(await endOf(browser)).toBeNull()
  const { db } = club.database
  const [row] = await db.selectFrom('ended_session').selectAll().limit(1).execute()
  expect(Object.keys(row ?? {}).sort()).toEqual(['ended_at', 'reason', 'token_hash'])
})
