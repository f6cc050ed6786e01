import { beforeAll, describe, expect, test } from 'vitest'
import { captchaChallengeCall } from '@clube/contract/captcha/calls.ts'
import {
  signInWithPasswordCall,
  checkAccountCall,
  verifyIdentityCall,
} from '@clube/contract/identity/sign-in-calls.ts'
import { verifyResetCodeCall } from '@clube/contract/recovery/code-calls.ts'
import { seedCustomer, type Hashing, type PasswordHasher } from '../modules/identity/index.ts'
import type { TestBrowser } from '../testing/browser.ts'
import { freshCpfs } from '../testing/joining.ts'
import { awaitingCode, wrongCode } from '../testing/recovery-codes.ts'
import { useRecovery, type TestRecovery } from '../testing/recovery.ts'

const terms_id = 'shd_auth_terms'
const password = 'Jabuticaba-9'
const mallIp = '203.0.113.7'
const guestCount = 2_000

/** Compares passwords as plain text, so that thousands of sign-ins take seconds. */
const hash = async (text: string): Promise<string> => `$argon2id$v=19$m=19456,t=2,p=1$${text}`
const hashing: Hashing = { hash, verify: async (stored, text) => stored === (await hash(text)) }
const hasher: PasswordHasher = { admit: (work) => work(hashing) }
const limits = { own_networks: ['203.0.113.0/24'], overrides: {} }

/** Inserts customers who all have the same password. */
const seedGuests = async (club: TestRecovery, documents: readonly string[]): Promise<void> => {
  const { db, vault, clock } = club.deps
  await Promise.all(
    documents.map((document_id, index) =>
      seedCustomer({
        db,
        vault,
        hash,
        persona: {
          document_type: 'cpf',
          document_id,
          name: 'Ana Lúcia Pereira',
          birth_date: '1990-03-20',
          cellphone: `119${10_000_000 + index}`,
          email: `guest-${index}@exemplo.com.br`,
          password,
        },
        now: clock(),
      }),
    ),
  )
}

/** Looks up the document, then tries the password, from one IP. @returns the last status */
const trySigningIn = async (
  browser: TestBrowser,
  attempt: { document_id: string; password: string; ip: string },
): Promise<number> => {
  const from = { 'x-forwarded-for': attempt.ip }
  const { document_id } = attempt
  const send = async (path: string, fields: object) =>
    (
      await browser.raw(
        'POST',
        path,
        { document_id, terms_id, ...fields, ...(await browser.captchaFields()) },
        from,
      )
    ).status
  const checked = await send(checkAccountCall.path, {})
  return checked === 200 ? send(signInWithPasswordCall.path, { password: attempt.password }) : checked
}

describe('two thousand guests behind one IP', () => {
  const club = useRecovery({ limits, hasher })
  const documents = freshCpfs(guestCount + 3, 500_000_000)
  const guests = documents.slice(0, guestCount)
  const targets = documents.slice(guestCount)

  beforeAll(() => seedGuests(club, documents))

  test('2,000 guests behind one IP sign in within ten minutes, some after a typo, while an attacker behind it is blocked', async () => {
    const guesses: number[] = []
    const rejected: number[] = []
    const signIn = async (document_id: string, index: number): Promise<void> => {
      const browser = club.browser()
      const attempt = { document_id, password, ip: mallIp }
      if (index % 20 === 0) await trySigningIn(browser, { ...attempt, password: 'jabuticaba-9' })
      const status = await trySigningIn(browser, attempt)
      if (status !== 200) rejected.push(status)
    }
    const concurrency = 10
    for (let index = 0; index < guestCount; index += concurrency) {
      club.advanceSeconds((600 / guestCount) * concurrency)
      const batch = guests.slice(index, index + concurrency)
      await Promise.all(batch.map((document_id, place) => signIn(document_id, index + place)))
      // The attacker deletes the cookies before every attempt.
      const document_id = targets[(index / concurrency) % targets.length] ?? ''
      guesses.push(
        await trySigningIn(club.browser(), { document_id, password: `Guess-${index}-xy`, ip: mallIp }),
      )
    }
    expect(rejected).toEqual([])
    // Five per account, then one after each pause: 30 s, 1, 2 and 4 minutes.
    expect(guesses.filter((status) => status === 401).length).toBeLessThanOrEqual(3 * 9)
    expect(guesses.filter((status) => status === 429).length).toBeGreaterThan(150)
  }, 300_000)
})

describe('password spraying', () => {
  const club = useRecovery({ limits, hasher })
  const documents = freshCpfs(450, 600_000_000)
  const [regular = '', ...others] = documents

  beforeAll(() => seedGuests(club, documents))

  /** Advances the clock to the next window of ten minutes. */
  const startWindow = (): void => club.advanceSeconds(600 - ((club.now().getTime() / 1000) % 600))

  /** The captcha difficulty for an IP. */
  const workOf = async (ip: string): Promise<number> => {
    const { method, path } = captchaChallengeCall
    const from = { 'x-forwarded-for': ip }
    const response = await club.browser().raw<{ maxnumber: number }>(method, path, undefined, from)
    return response.ok ? response.data.maxnumber : 0
  }

  test('password spraying in the club’s own network makes its captchas harder for ten minutes and blocks nobody', async () => {
    startWindow()
    const statuses: number[] = []
    for (const document_id of others.slice(0, 400))
      statuses.push(await trySigningIn(club.browser(), { document_id, password: 'Verao-2027', ip: mallIp }))
    expect(new Set(statuses)).toEqual(new Set([401]))
    expect([await workOf(mallIp), await workOf('198.51.100.7')]).toEqual([4000, 1000])
    const newCustomer = { document_id: others[420] ?? '', password, ip: mallIp }
    expect(await trySigningIn(club.browser(), newCustomer)).toBe(200)
    club.advanceSeconds(600)
    expect(await workOf(mallIp)).toBe(1000)
  }, 300_000)

  test('attempts that are refused without a comparison, after codes or hints are exhausted, do not count as failures of their network', async () => {
    startWindow()
    const { db, limits, clock } = club.deps
    const from = { 'x-forwarded-for': mallIp }
    const send = async (browser: TestBrowser, path: string, fields: object) => {
      browser.discardProof()
      const body = { terms_id, ...fields, ...(await browser.captchaFields()) }
      const response = await browser.raw('POST', path, body, from)
      return response.ok ? 'ok' : response.code
    }
    const spent = () => limits.spentOf('auth-failures.network', mallIp, clock())

    const waiting = await awaitingCode(club, regular)
    const codes: (string | undefined)[] = []
    for (let attempt = 0; attempt < 9; attempt += 1)
      codes.push(await send(waiting, verifyResetCodeCall.path, { verification_code: wrongCode(club) }))
    expect(codes.filter((code) => code === 'recovery.code-exhausted').length).toBeGreaterThanOrEqual(4)
    expect(await spent()).toBe(5)

    const [incomplete = ''] = others.slice(440)
    const email = `guest-${documents.indexOf(incomplete)}@exemplo.com.br`
    await db
      .updateTable('customer')
      .set({ account_status: 'incomplete' })
      .where('email', '=', email)
      .execute()
    const hintBrowser = club.browser()
    await send(hintBrowser, checkAccountCall.path, { document_id: incomplete })
    // This club hides incomplete accounts; others let their owners answer hints.
    await db
      .updateTable('sign_in_flow')
      .set({ state: JSON.stringify({ at: 'verifyIdentity', hints: {} }) })
      .execute()
    const hints: (string | undefined)[] = []
    for (let attempt = 0; attempt < 9; attempt += 1) {
      const answers = { document_id: incomplete, birth_date: '01/01/1990' }
      hints.push(await send(hintBrowser, verifyIdentityCall.path, answers))
    }
    expect(hints.filter((code) => code === 'identity.hints-exhausted')).toHaveLength(4)
    expect(await spent()).toBe(10)
  })

  test('lookups of documents in the club’s own network make its captchas harder and block nobody', async () => {
    startWindow()
    const { limits, clock } = club.deps
    const lookUp = () => limits.spend('account-checks.network', mallIp, clock())
    expect((await Promise.all(Array.from({ length: 3_001 }, lookUp))).every(Boolean)).toBe(true)
    expect([await workOf(mallIp), await workOf('198.51.100.7')]).toEqual([4000, 1000])
  })

  test('a sign-in refunds the charge for its lookup once, and refunds nothing to a known device, which was not charged', async () => {
    startWindow()
    const { limits, clock } = club.deps
    const ip = '198.51.100.40'
    const spent = () => limits.spentOf('account-checks.ip', ip, clock())
    const owner = club.browser()
    const attempt = { document_id: others[430] ?? '', password, ip }
    expect(await trySigningIn(owner, attempt)).toBe(200)
    expect(await spent()).toBe(0)

    // Lookups of other people's documents count.
    for (const document_id of others.slice(431, 434)) {
      const body = { document_id, terms_id }
      const browser = club.browser()
      const fields = await browser.captchaFields()
      await browser.raw('POST', checkAccountCall.path, { ...body, ...fields }, { 'x-forwarded-for': ip })
    }
    expect(await spent()).toBe(3)
    // The known device is not charged for its lookup, and the same flow signs in without the device cookie.
    owner.discardProof()
    const body = { document_id: attempt.document_id, terms_id }
    const lookup = { ...body, ...(await owner.captchaFields()) }
    await owner.raw('POST', checkAccountCall.path, lookup, { 'x-forwarded-for': ip })
    const anonymous = club.browser()
    anonymous.cookies.set('flow', owner.cookies.get('flow') ?? '')
    const signIn = { ...body, password, ...(await owner.captchaFields()) }
    const response = await anonymous.raw('POST', signInWithPasswordCall.path, signIn, {
      'x-forwarded-for': ip,
    })
    expect(response.status).toBe(200)
    expect(await spent()).toBe(3)
  })

  test.each([
    ['a port after the IP', (index: number) => `198.18.0.1:${20_000 + index}`],
    ['a port after an IPv6 address', (index: number) => `[2001:db8:9::1]:${20_000 + index}`],
    ['a string that is not an IP', (index: number) => `unknown-${index}`],
  ])('a client cannot make one IP count as many with forged forwarding headers: %s', async (_, ipOf) => {
    startWindow()
    const statuses: number[] = []
    for (let index = 0; index < 21; index += 1)
      statuses.push(
        await trySigningIn(club.browser(), {
          document_id: others[200 + index] ?? '',
          password: 'Verao-2029',
          ip: ipOf(index),
        }),
      )
    expect([...new Set(statuses.slice(0, 20)), statuses[20]]).toEqual([401, 429])
  })

  test('outside the club’s own networks an IPv6 /64 counts as one IP and a /48 as one network', async () => {
    startWindow()
    const guess = (ip: string, index: number) =>
      trySigningIn(club.browser(), { document_id: others[index] ?? '', password: 'Verao-2028', ip })
    const sameIpStatuses: number[] = []
    for (let index = 0; index < 21; index += 1)
      sameIpStatuses.push(await guess(`2001:db8:1:2::${index + 1}`, index))
    expect(sameIpStatuses.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 401))
    expect(sameIpStatuses[20]).toBe(429)

    const sameNetworkStatuses: number[] = []
    for (let index = 0; index < 81; index += 1)
      sameNetworkStatuses.push(await guess(`2001:db8:1:${(index + 16).toString(16)}::1`, 100 + index))
    expect(sameNetworkStatuses.slice(0, 80)).toEqual(Array.from({ length: 80 }, () => 401))
    expect(sameNetworkStatuses[80]).toBe(429)
  }, 300_000)
})
