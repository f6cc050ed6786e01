import { availableParallelism } from 'node:os'
import { sessionInfoCall } from '@clube/contract/identity/session-calls.ts'
import {
  confirmPasswordCall,
  checkAccountCall,
  signInPasswordlessCall,
  signInWithPasswordCall,
} from '@clube/contract/identity/sign-in-calls.ts'
import { registerCall, updatePasswordCall } from '@clube/contract/identity/account-calls.ts'
import { staffSignInCall } from '@clube/contract/staff/sign-in-calls.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { hashPassword, seedCustomer } from '../modules/identity/index.ts'
import { createVault } from '../modules/vault/index.ts'
import { testRootKey, useClub } from '../testing/club.ts'
import { freshCpfs, registrationOf } from '../testing/joining.ts'
import { staffEmail, staffPersonas } from '../testing/staff.ts'

/** While it is closed, hashing starts but does not finish. */
const gate = vi.hoisted(() => {
  // Test files share modules: this one needs its own, with the mock.
  vi.resetModules()
  return { opened: Promise.resolve(), open: () => {} }
})
vi.mock('@node-rs/argon2', async (importOriginal) => {
  const argon2 = await importOriginal<typeof import('@node-rs/argon2')>()
  return {
    ...argon2,
    verify: async (stored: string, password: string) => {
      await gate.opened
      return argon2.verify(stored, password)
    },
  }
})
const closeGate = () => {
  gate.opened = new Promise((resolve) => {
    gate.open = resolve
  })
}

const club = useClub({}, { passwordless: 'yes', access_key: 'chave-do-totem' })
const { maria } = club.personas
const terms_id = 'shd_auth_terms'
afterEach(() => gate.open())
afterAll(() => vi.resetModules())

const capacity = availableParallelism() + 64

const atPassword = async (document_id: string) => {
  const browser = club.browser()
  await browser.send(checkAccountCall, { body: { document_id, terms_id } })
  await browser.captchaFields()
  return browser
}
const { document_id, password } = maria
const signIn = { document_id, terms_id, password }
const wrong = { ...signIn, password: 'Nao-e-esta-1' }

/** Counters of failures and locks. */
const readCounts = async () => {
  const { rows } = await sql`
    select scope, sum(spent)::int as spent from attempt_counter group by scope
    union all select 'locks', count(*)::int from attempt_lock order by 1`.execute(club.database.db)
  return rows
}

test('while the hash queue is full, rejected calls do not count as failed attempts of any account', async () => {
  const victim = await atPassword(document_id)
  await victim.send(signInWithPasswordCall, { body: signIn })
  const identified = club.browser()
  await identified.send(signInPasswordlessCall, {
    body: { document_id, terms_id, access_key: 'chave-do-totem' },
  })
  const atSignIn = await atPassword(document_id)
  const [newCustomer = '', ...attacked] = freshCpfs(capacity + 1, 330_000_000)
  const joining = await atPassword(newCustomer)
  await Promise.all([victim.captchaFields(), identified.captchaFields()])
  const { db } = club.database
  const vault = createVault(testRootKey)
  const stored = await hashPassword(password)
  const attackers = []
  for (const other of attacked) {
    const persona = { ...maria, document_id: other }
    await seedCustomer({ db, vault, hash: async () => stored, persona, now: club.now() })
    attackers.push({ other, browser: await atPassword(other) })
  }

  closeGate()
  const attack = attackers.map(({ other, browser }) =>
    browser.send(signInWithPasswordCall, { body: { ...wrong, document_id: other } }),
  )
  await vi.waitFor(
    async () => expect(await readCounts()).toContainEqual({ scope: 'locks', spent: capacity }),
    20_000,
  )
  const before = await readCounts()

  const staff = {
    email: staffEmail(staffPersonas.administrator),
    password: staffPersonas.administrator.password,
  }
  const change = {
    current_password: password,
    password: 'Ipe-Roxo-2030',
    password_confirmation: 'Ipe-Roxo-2030',
  }
  const calls = [
    () => atSignIn.send(signInWithPasswordCall, { body: signIn }),
    () => identified.send(confirmPasswordCall, { body: { password } }),
    () => victim.send(updatePasswordCall, { body: change }),
    () => club.browser().send(staffSignInCall, { body: staff }),
    () => joining.send(registerCall, { body: registrationOf(newCustomer) }),
  ]
  for (let round = 0; round < 6; round += 1)
    for (const call of calls) {
      const response = await call()
      expect(response).toMatchObject({ status: 503, code: 'request.unavailable' })
      expect(response.headers.get('retry-after')).toBe('2')
      for (const browser of [atSignIn, identified, joining]) browser.discardProof()
    }
  expect(await readCounts()).toEqual(before)
  // Calls that need no hash are answered while the queue is full.
  const outOfStep = { ...registrationOf(newCustomer), document_id: attacked[0] ?? '' }
  expect(await joining.send(registerCall, { body: outOfStep })).toMatchObject({ code: 'flow.wrong-step' })
  expect((await victim.send(sessionInfoCall)).status).toBe(200)

  gate.open()
  expect((await Promise.all(attack)).map(({ status }) => status)).toEqual(attack.map(() => 401))
  for (const call of calls) expect((await call()).status).toBe(200)
})

test('a locked account is refused without hashing', async () => {
  const browser = await atPassword(club.personas.padaria.document_id)
  const body = { ...wrong, document_id: club.personas.padaria.document_id }
  const attempt = () => {
    browser.discardProof()
    return browser.send(signInWithPasswordCall, { body })
  }
  for (let failure = 0; failure < 5; failure += 1)
    expect(await attempt()).toMatchObject({ code: 'identity.wrong-password' })
  closeGate()
  expect(await attempt()).toMatchObject({ code: 'identity.throttled' })
})
