import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkAccountCall, signInWithPasswordCall } from '@clube/contract/identity/sign-in-calls.ts'
import { readProfileCall } from '@clube/contract/identity/profile-call.ts'
import { TestBrowser } from '../../testing/browser.ts'
import { testRootKey, useClub } from '../../testing/club.ts'
import { freshCpfs, registerCustomer } from '../../testing/joining.ts'
import { startServerProcess, type ServerProcess } from '../../testing/server-process.ts'
import { documentLabel, findByDocument } from '../identity/index.ts'
import { createVault } from '../vault/index.ts'

/** This process runs the job; the other one serves sign-ins. Both share database and key. */
const club = useClub()
let server: ServerProcess
beforeAll(async () => {
  server = await startServerProcess({
    env: {
      DATABASE_URL: club.database.url,
      CLUB_SECRET: testRootKey.toString('base64'),
      CLUB_CONFIG: new URL('../../testing/quick-club.ts', import.meta.url).pathname,
      SEED: 'no',
    },
  })
})
afterAll(() => server.kill('SIGKILL'))

const vault = createVault(testRootKey)
const cpfs = freshCpfs(6, 640_000_000)
const terms_id = 'shd_auth_terms'
const password = 'Jabuticaba-9'
const dayMs = 24 * 3_600_000

/** A customer whose deletion was requested 31 days ago, with a browser at the password step in the other process. */
const accountToErase = async (document_id: string) => {
  await registerCustomer(club.browser(), document_id)
  const customer = await findByDocument(club.database.db, vault.indexOf(documentLabel, document_id))
  const id = customer?.id ?? ''
  // The state after a request, without the slow password hash.
  await sql`delete from session where customer_id = ${id}`.execute(club.database.db)
  await sql`update customer set account_status = 'deletion_pending',
    deletion_requested_at = ${new Date(club.now().getTime() - 31 * dayMs)} where id = ${id}`.execute(
    club.database.db,
  )
  const returning = new TestBrowser(server.url)
  await returning.send(checkAccountCall, { body: { document_id, terms_id } })
  await returning.captchaFields()
  return { id, document_id, returning }
}

/** A snapshot of an account. */
const snapshotOf = async (id: string) => {
  const { rows } = await sql<{ status: string; name: string | null; passwords: number; sessions: number }>`
    select account_status as status, name,
      (select count(*) from customer_password where customer_id = c.id) as passwords,
      (select count(*) from customer_address where customer_id = c.id) as addresses,
      (select count(*) from session where customer_id = c.id) as sessions,
      (select count(*) from audit_line where subject_id = c.id::text and action = 'privacy.anonymise') as anonymizations,
      (select count(*) from audit_line where subject_id = c.id::text and action = 'privacy.give-up-deletion') as cancellations
    from customer c where id = ${id}`.execute(club.database.db)
  return rows[0]
}

test('when a sign-in and the anonymization run concurrently, exactly one takes effect, completely', async () => {
  const accounts = await Promise.all(cpfs.map(accountToErase))
  const signIn = ({ document_id, returning }: (typeof accounts)[number]) =>
    returning.send(signInWithPasswordCall, { body: { document_id, terms_id, password } })
  // The job runs three times concurrently with the sign-ins.
  const [responses] = await Promise.all([
    Promise.all(accounts.map(signIn)),
    club.purge(),
    club.purge(),
    club.purge(),
  ])
  const keptIds = []
  for (const [i, { id, returning }] of accounts.entries()) {
    const response = responses[i]
    const snapshot = await snapshotOf(id)
    if (response?.ok) {
      keptIds.push(id)
      expect(response.message).toBe('O pedido de exclusão foi cancelado. Bom ter você de volta.')
      expect(snapshot).toEqual({
        status: 'active',
        name: 'Ana Lúcia Pereira',
        passwords: 1,
        addresses: 1,
        sessions: 1,
        anonymizations: 0,
        cancellations: 1,
      })
      expect((await returning.send(readProfileCall)).status).toBe(200)
    } else {
      // The password of an anonymized account, or a step of its deleted flow.
      expect([401, 409]).toContain(response?.status)
      expect(snapshot).toEqual({
        status: 'anonymized',
        name: null,
        passwords: 0,
        addresses: 0,
        sessions: 0,
        anonymizations: 1,
        cancellations: 0,
      })
      expect((await returning.send(readProfileCall)).status).toBe(401)
    }
  }
  await club.purge()
  for (const id of keptIds)
    expect(await snapshotOf(id)).toMatchObject({ status: 'active', anonymizations: 0 })
})

test('concurrent sign-ins on many devices cancel a pending deletion once', async () => {
  const [document_id = ''] = freshCpfs(1, 650_000_000)
  const { id } = await accountToErase(document_id)
  const browsers = await Promise.all(
    Array.from({ length: 6 }, async (_, i) => {
      const browser = new TestBrowser(i % 2 === 0 ? server.url : club.url)
      await browser.send(checkAccountCall, { body: { document_id, terms_id } })
      await browser.captchaFields()
      return browser
    }),
  )
  const responses = await Promise.all(
    browsers.map((browser) =>
      browser.send(signInWithPasswordCall, { body: { document_id, terms_id, password } }),
    ),
  )
  const succeeded = responses.filter((response) => response.ok)
  expect(succeeded.length).toBeGreaterThan(0)
  expect(succeeded.filter(({ message }) => message !== undefined)).toHaveLength(1)
  expect(await snapshotOf(id)).toMatchObject({ status: 'active', anonymizations: 0, cancellations: 1 })
})
