import { updatePasswordCall } from '@clube/contract/identity/account-calls.ts'
import {
  checkAccountCall,
  sessionEndCall,
  sessionInfoCall,
  signInWithPasswordCall,
  signOutCall,
} from '@clube/contract/identity/sign-in-calls.ts'
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
  return { document_id, browser: await registerCustomer(club, document_id) }
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

test('a valid session, a browser without one and an unknown token have no reason for an end', async () => {
  const { browser } = await join()
  expect(await endOf(browser)).toBeNull()
  expect(await endOf(club.browser())).toBeNull()
})

test('a session that was not used for too long ended as idle, also after the purge, and only for a day', async () => {
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
  'a new password ends the sessions of other devices with that reason, remembered: %s',
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

test('a deletion request ends all sessions with that reason', async () => {
  const { document_id, browser } = await join()
  const other = await signIn(document_id)
  await browser.send(requestDeletionCall, { body: { current_password } })
  expect(await endOf(other)).toBe('deletion')
})

test('a session that was signed out has no reason, and a recorded end names no account', async () => {
  const { browser } = await join()
  await browser.send(signOutCall, { body: {} })
  expect(await endOf(browser)).toBeNull()
  const { db } = club.database
  const [row] = await db.selectFrom('ended_session').selectAll().limit(1).execute()
  expect(Object.keys(row ?? {}).sort()).toEqual(['ended_at', 'reason', 'token_hash'])
})
