import { readProfileCall } from '@clube/contract/identity/profile-call.ts'
import { updatePasswordCall, updateProfileCall } from '@clube/contract/identity/account-calls.ts'
import { sessionInfoCall } from '@clube/contract/identity/session-calls.ts'
import { checkAccountCall, signInWithPasswordCall } from '@clube/contract/identity/sign-in-calls.ts'
import { requestDeletionCall } from '@clube/contract/privacy/deletion-calls.ts'
import { describe, expect, test, vi } from 'vitest'
import { personas } from '../../seeds/demonstration/personas.ts'
import type { TestBrowser } from '../testing/browser.ts'
import { fingerprint } from '../modules/vault/index.ts'
import { useDemonstrationServers } from '../testing/demonstration-servers.ts'

const servers = useDemonstrationServers()
const { browserAt } = servers
const terms_id = 'shd_auth_terms'

type Person = { document_id: string; password: string }

/** A browser at the password step, with a solved captcha. */
const atPassword = async ({ document_id }: Person, index: number): Promise<TestBrowser> => {
  const browser = browserAt(index)
  await browser.send(checkAccountCall, { body: { document_id, terms_id } })
  return browser
}

const signIn = (browser: TestBrowser, person: Person, remember_me: 'yes' | 'no' = 'no') =>
  browser.send(signInWithPasswordCall, { body: { ...person, terms_id, remember_me } })

const signInSilently = (browser: TestBrowser, { document_id }: Person, credential: string) =>
  browser.send(signInWithPasswordCall, { body: { document_id, password: credential, remember_me: 'yes' } })

const changePassword = (browser: TestBrowser, current_password: string, password: string) =>
  browser.send(updatePasswordCall, { body: { current_password, password, password_confirmation: password } })

const statusAt = async (browser: TestBrowser) => (await browser.send(sessionInfoCall)).status

const credentialOf = (response: Awaited<ReturnType<typeof signIn>>): string =>
  (response.ok && response.data.device_credential) || ''

/** Contacts at which an attacker would receive recovery codes. */
const stolen = { name: 'Padaria do Ipê', email: 'ladrao@exemplo.com.br', cellphone: '11999990000' }

/** Holds a lock. @returns a function that releases it */
const lock = async (statement: string): Promise<() => Promise<void>> => {
  const client = await servers.database.pool.connect()
  await client.query('begin')
  await client.query(statement)
  return async () => {
    await client.query('commit')
    client.release()
  }
}

/** Waits until the given number of statements are waiting for a lock. */
const untilBlocked = (count: number) =>
  vi.waitFor(async () => {
    const { rows } = await servers.database.pool.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    expect(rows).toHaveLength(count)
  }, 60_000)

describe('two servers on one database', () => {
  test('30 silent sign-ins and 30 sign-ins with the old password, concurrent with a password change, leave no valid session', async () => {
    const person = { document_id: personas.padaria.document_id, password: personas.padaria.password }
    const owner = await atPassword(person, 0)
    expect((await signIn(owner, person)).ok).toBe(true)
    const devices = []
    for (let index = 0; index < 30; index += 1)
      devices.push(credentialOf(await signIn(await atPassword(person, index), person, 'yes')))
    const silent = await Promise.all(
      devices.map(async (credential, index) => {
        const browser = browserAt(index)
        await browser.captchaFields()
        return { browser, signIn: () => signInSilently(browser, person, credential) }
      }),
    )
    const withPassword = await Promise.all(
      devices.map(async (_, index) => {
        const browser = await atPassword(person, index)
        return { browser, signIn: () => signIn(browser, person, 'yes') }
      }),
    )
    const attackers = [...silent, ...withPassword]
    const [changed, ...signedIn] = await Promise.all([
      changePassword(owner, person.password, 'Broa-de-Milho-7'),
      ...attackers.map((attacker) => attacker.signIn()),
    ])
    expect(changed.status).toBe(200)
    expect(await statusAt(owner)).toBe(200)
    const statuses = await Promise.all(attackers.map(({ browser }) => statusAt(browser)))
    expect(statuses).toEqual(attackers.map(() => 401))
    // A credential issued during the change opens no session, either.
    for (const credential of signedIn.map(credentialOf).filter(Boolean))
      expect((await signInSilently(browserAt(0), person, credential)).status).toBe(401)
  })

  test('a password sign-in verified before a password change and stored after it opens no session', async () => {
    const { document_id, password } = personas.maria
    const person: Person = { document_id, password }
    const owner = await atPassword(person, 0)
    await signIn(owner, person)
    const attacker = await atPassword(person, 1)
    // The sign-in ends the flow in the statement that stores the session: it waits for this lock.
    const release = await lock('select from sign_in_flow for update')
    const signingIn = signIn(attacker, person, 'yes')
    await untilBlocked(1)
    const changed = await changePassword(owner, password, 'Lampiao-Aceso-3')
    await release()
    expect(changed.status).toBe(200)
    const credential = credentialOf(await signingIn)
    expect(await statusAt(attacker)).toBe(401)
    expect((await signInSilently(browserAt(0), person, credential)).status).toBe(401)
    expect(await statusAt(owner)).toBe(200)
  })

  test('a silent sign-in that begins before a password change and ends after it opens no session', async () => {
    const person: Person = { document_id: personas.maria.document_id, password: 'Lampiao-Aceso-3' }
    const owner = await atPassword(person, 0)
    const copied = credentialOf(await signIn(await atPassword(person, 0), person, 'yes'))
    await signIn(owner, person)
    const attacker = await atPassword(person, 1)
    await signIn(attacker, person)
    // A silent sign-in deletes the session that it replaces, after exchanging the credential: it waits for this lock.
    const replaced = fingerprint(attacker.cookies.get('sid') ?? '').toString('hex')
    const release = await lock(`select from session where token_hash = '\\x${replaced}' for update`)
    const signingIn = signInSilently(attacker, person, copied)
    await untilBlocked(1)
    const changing = changePassword(owner, person.password, 'Lampiao-de-Gas-4')
    await untilBlocked(2)
    await release()
    expect((await changing).status).toBe(200)
    const credential = credentialOf(await signingIn)
    expect(await statusAt(attacker)).toBe(401)
    expect((await signInSilently(browserAt(0), person, credential)).status).toBe(401)
    expect(await statusAt(owner)).toBe(200)
  })

  test.each([
    {
      title: 'a change of contacts',
      from: 'Broa-de-Milho-7',
      to: 'Broa-de-Fuba-8',
      act: (browser: TestBrowser, current_password: string) =>
        browser.send(updateProfileCall, { body: { ...stolen, current_password } }),
      refused: { status: 422, code: 'identity.wrong-current-password' },
    },
    {
      title: 'a deletion request',
      from: 'Broa-de-Fuba-8',
      to: 'Broa-de-Coco-9',
      act: (browser: TestBrowser, current_password: string) =>
        browser.send(requestDeletionCall, { body: { current_password } }),
      refused: { status: 401 },
    },
  ])(
    '$title confirmed before a password change and stored after it changes nothing',
    async ({ from, to, act, refused }) => {
      const { document_id } = personas.padaria
      const owner = await atPassword({ document_id, password: from }, 0)
      await signIn(owner, { document_id, password: from })
      const attacker = await atPassword({ document_id, password: from }, 1)
      await signIn(attacker, { document_id, password: from })
      // Both update the customer's row, in the order in which they wait for it.
      const release = await lock(`select from customer where document_type = 'cnpj' for update`)
      const changing = changePassword(owner, from, to)
      await untilBlocked(1)
      const acting = act(attacker, from)
      await untilBlocked(2)
      await release()
      expect((await changing).status).toBe(200)
      expect(await acting).toMatchObject(refused)
      expect(await owner.send(readProfileCall)).toMatchObject({
        status: 200,
        data: { email: personas.padaria.email, cellphone: personas.padaria.cellphone },
      })
    },
  )

  test('only one of four concurrent password changes with the same old password succeeds, and it ends all other sessions', async () => {
    const person: Person = { document_id: personas.maria.document_id, password: 'Lampiao-de-Gas-4' }
    const browsers = await Promise.all([0, 1, 2, 3].map((index) => atPassword(person, index)))
    for (const browser of browsers) await signIn(browser, person)
    const responses = await Promise.all(
      browsers.map((browser, i) => changePassword(browser, person.password, `Lampiao-Apagado-${i}`)),
    )
    expect(responses.filter(({ ok }) => ok)).toHaveLength(1)
    const sessions = await Promise.all(browsers.map(statusAt))
    expect(sessions).toEqual(responses.map(({ ok }) => (ok ? 200 : 401)))
  })
})
