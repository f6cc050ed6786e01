import { beforeEach, expect, test } from 'vitest'
import { checkAccountCall, signInWithPasswordCall } from '@clube/contract/identity/sign-in-calls.ts'
import { forgotPasswordCall, recoveryOptionsCall } from '@clube/contract/recovery/code-calls.ts'
import { personas } from '../../seeds/demonstration/personas.ts'
import { seedCustomer } from '../modules/identity/index.ts'
import { reserveSendingSlot } from '../modules/messaging/index.ts'
import type { TestBrowser } from '../testing/browser.ts'
import { freshCpfs } from '../testing/joining.ts'
import { resetRecovery, useRecovery } from '../testing/recovery.ts'
import { submissionOf, submit } from '../testing/recovery-submission.ts'

/** The default limits, without overrides. */
const recovery = useRecovery({ limits: { overrides: {}, own_networks: [] } })
const terms_id = 'shd_auth_terms'
const password = 'Jabuticaba-9'
const days = 24 * 3_600

beforeEach(() => resetRecovery(recovery))

/** Creates fake accounts, each with a browser that has just signed in to it. */
const createFakeAccounts = async (
  count: number,
): Promise<{ document_id: string; browser: TestBrowser }[]> => {
  const { db, vault, clock } = recovery.deps
  const accounts = []
  for (const [index, document_id] of freshCpfs(count, 740_000_000).entries()) {
    const contacts = { cellphone: `1195555${1000 + index}`, email: `fake-${index}@exemplo.com.br` }
    const persona = { ...personas.maria, ...contacts, document_id, password }
    await seedCustomer({ db, vault, persona, now: clock() })
    const browser = recovery.browser()
    await browser.send(checkAccountCall, { body: { document_id, terms_id } })
    const signedIn = await browser.send(signInWithPasswordCall, {
      body: { document_id, terms_id, password },
    })
    expect(signedIn.status).toBe(200)
    accounts.push({ document_id, browser })
  }
  await recovery.database.db.deleteFrom('attempt_counter').execute()
  return accounts
}

/** Requests a text message with a code. */
const requestSms = async ({ browser, document_id }: { browser: TestBrowser; document_id: string }) => {
  const body = { document_id, terms_id }
  browser.discardProof()
  await browser.send(checkAccountCall, { body })
  await browser.send(forgotPasswordCall, { body: { ...body, recovery_method: 'email' } })
  await browser.send(recoveryOptionsCall)
  browser.discardProof()
  const response = await browser.send(forgotPasswordCall, { body: { ...body, recovery_method: 'sms' } })
  return response.ok ? 'ok' : response.code
}

const submitPhotos = async ({ browser, document_id }: { browser: TestBrowser; document_id: string }) => {
  const body = { document_id, terms_id }
  browser.discardProof()
  await browser.send(checkAccountCall, { body })
  await browser.send(forgotPasswordCall, { body: { ...body, recovery_method: 'email' } })
  await browser.send(recoveryOptionsCall)
  const response = await submit(recovery, browser, await submissionOf({ document_id }))
  return response.ok ? 'ok' : response.code
}

/** Processes the items in order and returns their outcomes. */
const runSequentially = async <Item>(
  items: readonly Item[],
  use: (item: Item) => Promise<string | undefined>,
) => {
  const outcomes: (string | undefined)[] = []
  for (const item of items) outcomes.push(await use(item))
  return outcomes
}
const times = (count: number, outcome: string) => Array.from({ length: count }, () => outcome)

test('browsers known only to accounts created today share their IP’s limit on text messages', async () => {
  expect(await runSequentially(await createFakeAccounts(12), requestSms)).toEqual([
    ...times(10, 'ok'),
    ...times(2, 'recovery.sending-paused'),
  ])
})

test('browsers known only to accounts created today share their IP’s limit on recovery requests', async () => {
  expect(await runSequentially(await createFakeAccounts(7), submitPhotos)).toEqual([
    ...times(5, 'ok'),
    ...times(2, 'recovery.requests-exhausted'),
  ])
})

test('a device known to an account for three days has its own limits, which are also per IP', async () => {
  const prepared = await createFakeAccounts(11)
  recovery.advanceSeconds(3 * days)
  expect(await runSequentially(prepared, submitPhotos)).toEqual([
    ...times(10, 'ok'),
    'recovery.requests-exhausted',
  ])
  const { limits } = recovery.deps
  const ip = '127.0.0.1'
  for (const limit of ['sms.ip', 'sms.network'] as const)
    while (await limits.spend(limit, ip, recovery.now())) expect(limit).toContain('sms')
  expect(await runSequentially(prepared.slice(0, 1), requestSms)).toEqual(['ok'])
})

test.each([
  ['recovery-photos.network', 0],
  ['recovery-photos-known.network', 3 * days],
] as const)(
  'recovery photos count toward the limit of their network, regardless of the IP: %s',
  async (limit, known_for) => {
    const prepared = await createFakeAccounts(1)
    recovery.advanceSeconds(known_for)
    const { limits } = recovery.deps
    while (await limits.spend(limit, '127.0.0.2', recovery.now())) expect(limit).toContain('photos')
    expect(await runSequentially(prepared, submitPhotos)).toEqual(['request.rate-limited'])
  },
)

test('devices known for days share their network’s limit on text messages, whichever of its IPs they use', async () => {
  const request = (index: number) =>
    reserveSendingSlot(recovery.deps, {
      channel: 'sms',
      account_key: `known ${index}`,
      contact: `119${20_000_000 + index}`,
      is_verified: true,
      customer_id: null,
      code_for: 'password',
      ip: `2001:db8:7:${index.toString(16)}::1`,
      is_established: true,
      now: recovery.now(),
    })
  for (let index = 0; index < 60; index += 1) expect(await request(index)).toEqual({ kind: 'ok' })
  expect(await request(60)).toMatchObject({ kind: 'exhausted', limit: 'sms-known.network' })
})

test.each([
  ['new devices', { is_established: false, is_verified: true }],
  [
    'accounts that were prepared three days earlier without confirming a cellphone',
    { is_established: true, is_verified: false },
  ],
])(
  '%s, from many networks, leave a third of the club’s text messages to confirmed cellphones and known devices',
  async (_, attacker) => {
    const request = (index: number, requester: { is_established: boolean; is_verified: boolean }) =>
      reserveSendingSlot(recovery.deps, {
        channel: 'sms',
        account_key: `fake ${index}`,
        contact: `119${10_000_000 + index}`,
        customer_id: null,
        code_for: 'password',
        ip: `10.${index}.0.1`,
        ...requester,
        now: recovery.now(),
      })
    let sent = 0
    while ((await request(sent, attacker)).kind === 'ok') sent += 1
    expect(sent).toBe(200)
    const owner = { is_established: true, is_verified: true }
    for (let index = 0; index < 100; index += 1)
      expect(await request(300 + index, owner)).toEqual({ kind: 'ok' })
    expect(await request(400, owner)).toMatchObject({ kind: 'exhausted', limit: 'sms.club' })
  },
)
