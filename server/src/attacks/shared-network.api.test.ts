import { beforeAll, describe, expect, test } from 'vitest'
import { signInWithPasswordCall, checkAccountCall } from '@clube/contract/identity/sign-in-calls.ts'
import { seedCustomer, type Hashing, type PasswordHasher } from '../modules/identity/index.ts'
import type { TestBrowser } from '../testing/browser.ts'
import { freshCpfs } from '../testing/joining.ts'
import { useRecovery, type TestRecovery } from '../testing/recovery.ts'

const terms_id = 'shd_auth_terms'
const password = 'Jabuticaba-9'
const mallIp = '203.0.113.7'
const guestCount = 2_000

/** Compares passwords as plain text, so that thousands of sign-ins take seconds. */
const hash = async (text: string): Promise<string> => `$argon2id$v=19$m=19456,t=2,p=1$${text}`
const hashing: Hashing = { hash, verify: async (stored, text) => stored === (await hash(text)) }
const hasher: PasswordHasher = { admit: (work) => work(hashing) }
const limits = { own_networks: ['203.0.113.0/24'], amounts: {} }

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

  test('2,000 guests behind one IP sign in within ten minutes, some after a typing error, while an attacker behind it is blocked', async () => {
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

  test('password spraying blocks only browsers unknown to the account, in the same network, for ten minutes', async () => {
    startWindow()
    const known = club.browser()
    const attempt = { document_id: regular, password, ip: mallIp }
    expect(await trySigningIn(known, attempt)).toBe(200)

    const statuses: number[] = []
    for (const document_id of others.slice(0, 410))
      statuses.push(await trySigningIn(club.browser(), { document_id, password: 'Verao-2027', ip: mallIp }))
    expect(statuses.slice(0, 400)).toEqual(Array.from({ length: 400 }, () => 401))
    expect(statuses.slice(400)).toEqual(Array.from({ length: 10 }, () => 429))

    const newcomer = { document_id: others[420] ?? '', password, ip: mallIp }
    expect(await trySigningIn(club.browser(), newcomer)).toBe(429)
    known.forgetProof()
    expect(await trySigningIn(known, attempt)).toBe(200)
    expect(await trySigningIn(club.browser(), { ...newcomer, ip: '198.51.100.7' })).toBe(200)
    club.advanceSeconds(600)
    expect(await trySigningIn(club.browser(), { ...newcomer, document_id: others[421] ?? '' })).toBe(200)
  }, 300_000)

  test('outside the club’s own networks an IPv6 /64 counts as one IP and a /48 as one network', async () => {
    startWindow()
    const guess = (ip: string, index: number) =>
      trySigningIn(club.browser(), { document_id: others[index] ?? '', password: 'Verao-2028', ip })
    const fromOneLine: number[] = []
    for (let index = 0; index < 21; index += 1)
      fromOneLine.push(await guess(`2001:db8:1:2::${index + 1}`, index))
    expect(fromOneLine.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 401))
    expect(fromOneLine[20]).toBe(429)

    const fromOneCustomer: number[] = []
    for (let index = 0; index < 81; index += 1)
      fromOneCustomer.push(await guess(`2001:db8:1:${(index + 16).toString(16)}::1`, 100 + index))
    expect(fromOneCustomer.slice(0, 80)).toEqual(Array.from({ length: 80 }, () => 401))
    expect(fromOneCustomer[80]).toBe(429)
  }, 300_000)
})
