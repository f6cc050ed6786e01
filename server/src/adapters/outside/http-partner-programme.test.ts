import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { startTestPartner, testCredentials } from '../../../counterparts/counterparts.testing.ts'
import { PartnerUnavailable } from '../../ports/partner-programme.ts'
import { createFakeClock } from '../../testing/fake-clock.ts'
import { loopbackCertificate, loopbackKey } from '../../testing/loopback-certificate.ts'
import { systemRandom } from '../random/system-random.ts'
import { createHttpPartnerProgramme, signatureOf } from './http-partner-programme.ts'

const stops: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

const member_number = '70001234'
const member = { member_number, document_id: '52998224725', proof: '246810', balance: 10_000 }

const start = async (options: Parameters<typeof startTestPartner>[0] = {}) => {
  const clock = createFakeClock()
  const partner = await startTestPartner({ clock: clock.now, timeoutMs: 60_000, ...options })
  stops.push(partner.stop)
  partner.addMember({ ...member, is_authorized: true })
  const { programme } = partner
  const quote = async (points: number) => {
    const quoted = await programme.quote({ member_number, points })
    if (quoted.kind !== 'quoted') throw new Error('The quote was refused')
    return quoted.quote
  }
  const debitOf = async (key: string, points = 500) => ({
    key,
    member_number,
    points,
    quote_reference: (await quote(points)).reference,
    valid_until: new Date(clock.now().getTime() + 300_000),
  })
  return { clock, partner, programme, quote, debitOf }
}

describe('linking a member', () => {
  test('a member is linked with the proof and the document that the partner has registered', async () => {
    const { partner, programme } = await start()
    const { document_id, proof } = member
    const link = (change: object) => programme.link({ member_number, document_id, proof, ...change })
    expect(await link({})).toEqual({ kind: 'linked' })
    expect(await link({ member_number: '79999999' })).toEqual({ kind: 'refused', reason: 'unknown-member' })
    expect(await link({ proof: '000000' })).toEqual({ kind: 'refused', reason: 'wrong-proof' })
    expect(await link({ document_id: '11144477735' })).toEqual({ kind: 'refused', reason: 'other-document' })
    partner.revoke(member_number)
    expect(await programme.quote({ member_number, points: 1 })).toEqual({
      kind: 'refused',
      reason: 'not-authorized',
    })
  })

  test.each(['../debits', 'a b', '\u0000', '\ud800', '"', 'x'.repeat(200), ''])(
    'the hostile member number %j never links and causes no other error',
    async (hostile) => {
      const { programme } = await start()
      const outcome = await programme
        .link({ member_number: hostile, proof: hostile, document_id: hostile })
        .catch((error: unknown) => error)
      if (outcome instanceof PartnerUnavailable)
        expect(outcome.message).toMatch(/^(status-400|malformed|contradiction)$/)
      else expect(outcome).toEqual({ kind: 'refused', reason: 'unknown-member' })
    },
  )
})

describe('quotes and debits', () => {
  test('a quote states the points of both, the balance and its expiry five minutes later', async () => {
    const { quote } = await start()
    expect(await quote(500)).toEqual({
      reference: 'Q00000001',
      points: 500,
      club_points: 250,
      balance: 10_000,
      expires_at: new Date('2026-11-21T12:05:00Z'),
    })
  })

  test('a debit with the same key is made once', async () => {
    const { partner, programme, debitOf } = await start()
    const debit = await debitOf('a1')
    const first = await programme.debit(debit)
    expect(first).toMatchObject({
      kind: 'done',
      result: { reference: 'D00000001', member_number, points: 500 },
    })
    expect(await Promise.all([programme.debit(debit), programme.debit(debit)])).toEqual([first, first])
    expect(await programme.findDebit('a1')).toEqual(first)
    expect(partner.books()).toHaveLength(1)
    expect(partner.findMember(member_number)?.balance).toBe(9_500)
  })

  test('a key that was refused stays refused', async () => {
    const { partner, programme, debitOf } = await start()
    const all = await debitOf('a1', 10_000)
    await programme.debit(await debitOf('a2'))
    const refused = { kind: 'refused', reason: 'insufficient-balance' }
    expect(await programme.debit(all)).toEqual(refused)
    expect(await programme.refund('a2')).toMatchObject({ kind: 'done' })
    expect(partner.findMember(member_number)?.balance).toBe(10_000)
    expect(await programme.debit(all)).toEqual(refused)
    expect(await programme.findDebit('a1')).toEqual({ kind: 'absent' })
  })

  test('a key used for another amount has an unknown outcome', async () => {
    const { programme, debitOf } = await start()
    await programme.debit(await debitOf('a1'))
    expect(await programme.debit(await debitOf('a1', 600))).toEqual({ kind: 'unknown', cause: 'status-409' })
  })

  test('a debit after the quote or its own validity is refused', async () => {
    const { clock, programme, debitOf } = await start()
    const expired = { kind: 'refused', reason: 'quote-expired' }
    const short = { ...(await debitOf('a1')), valid_until: new Date(clock.now().getTime() + 10_000) }
    const long = { ...(await debitOf('a2')), valid_until: new Date(clock.now().getTime() + 900_000) }
    clock.advance(10_000)
    expect(await programme.debit(short)).toEqual(expired)
    clock.advance(290_000)
    expect(await programme.debit(long)).toEqual(expired)
  })

  test('a refund returns the points once, and its debit is absent afterwards', async () => {
    const { clock, partner, programme, debitOf } = await start()
    await programme.debit(await debitOf('a1'))
    const first = await programme.refund('a1')
    expect(first).toEqual({ kind: 'done', result: { refunded_at: clock.now() } })
    clock.advance(1_000)
    expect(await programme.refund('a1')).toEqual(first)
    expect(partner.findMember(member_number)?.balance).toBe(10_000)
    expect(await programme.findDebit('a1')).toEqual({ kind: 'absent' })
    expect(await programme.refund('never')).toEqual({ kind: 'refused', reason: 'unknown-debit' })
  })

  test.each([
    ['40200001', { kind: 'refused', reason: 'insufficient-balance' }],
    ['40300001', { kind: 'refused', reason: 'not-authorized' }],
    ['41000001', { kind: 'refused', reason: 'quote-expired' }],
    ['50000001', { kind: 'unknown', cause: 'status-500' }],
  ])('the debit of the sample member %s has its documented outcome', async (sample, outcome) => {
    const { clock, programme } = await start()
    await programme.link({ member_number: sample, proof: '123456', document_id: '52998224725' })
    const quoted = await programme.quote({ member_number: sample, points: 10 })
    if (quoted.kind !== 'quoted') throw new Error('The quote was refused')
    const debit = { key: 'a1', member_number: sample, points: 10, quote_reference: quoted.quote.reference }
    const valid_until = new Date(clock.now().getTime() + 60_000)
    expect(await programme.debit({ ...debit, valid_until })).toEqual(outcome)
  })
})

describe('lost and late answers', () => {
  test('a debit whose answer is lost is repeated with its key, and made once', async () => {
    const { partner, programme, debitOf } = await start()
    const debit = await debitOf('a1')
    partner.misbehave('loses-answer', { operation: 'debit' })
    expect(await programme.debit(debit)).toMatchObject({ kind: 'done' })
    expect(partner.requests().filter((operation) => operation === 'debit')).toHaveLength(2)
    expect(partner.books()).toHaveLength(1)
  })

  test('a debit whose answers are all lost is unknown, and found by its key', async () => {
    const { partner, programme, debitOf } = await start()
    const debit = await debitOf('a1')
    partner.misbehave('loses-answer', { operation: 'debit', requests: 'always' })
    expect(await programme.debit(debit)).toEqual({ kind: 'unknown', cause: 'no-connection' })
    expect(await programme.findDebit('a1')).toMatchObject({ kind: 'done', result: { points: 500 } })
  })

  test('a debit that the partner makes after the time limit is unknown, then absent, then found', async () => {
    let work = (): void => {}
    const waiting = new Promise<void>((resolve) => {
      work = resolve
    })
    const { partner, programme, debitOf } = await start({ wait: () => waiting })
    const debit = await debitOf('a1')
    partner.misbehave('late', { operation: 'debit' })
    expect(await partner.connect({ timeoutMs: 100 }).debit(debit)).toEqual({
      kind: 'unknown',
      cause: 'timeout',
    })
    expect(await programme.findDebit('a1')).toEqual({ kind: 'absent' })
    work()
    await expect.poll(() => partner.books().length).toBe(1)
    expect(await programme.findDebit('a1')).toMatchObject({ kind: 'done' })
  })

  test('the second of two answers is not taken for the answer to another request', async () => {
    const { partner, programme, debitOf } = await start()
    partner.misbehave('answers-twice', { requests: 'always' })
    for (const key of ['a1', 'a2', 'a3'])
      expect(await programme.debit(await debitOf(key))).toMatchObject({
        kind: 'done',
        result: { points: 500 },
      })
    expect(await programme.findDebit('never')).toEqual({ kind: 'absent' })
  })

  test('a partner that refuses connections is unavailable, and available again after its restart', async () => {
    const { clock, partner, programme, debitOf } = await start()
    const debit = await debitOf('a1')
    await partner.stop()
    expect(await programme.debit(debit)).toEqual({ kind: 'unknown', cause: 'no-connection' })
    await partner.start()
    clock.advance(30_000)
    expect(await programme.debit(debit)).toMatchObject({ kind: 'done' })
  })
})

describe('credentials', () => {
  const tokensOf = (operations: readonly string[]) => operations.filter((name) => name === 'token').length

  test('the token is requested once for concurrent requests and kept until shortly before it expires', async () => {
    const { clock, partner, programme } = await start()
    await Promise.all(['a', 'b', 'c', 'd'].map((key) => programme.findDebit(key)))
    expect(tokensOf(partner.requests())).toBe(1)
    clock.advance(889_000)
    await programme.findDebit('a')
    expect(tokensOf(partner.requests())).toBe(1)
    clock.advance(1_000)
    await programme.findDebit('a')
    expect(tokensOf(partner.requests())).toBe(2)
  })

  test('a rejected token is renewed once', async () => {
    const { partner, programme } = await start()
    await programme.findDebit('a')
    partner.expireTokens()
    expect(await programme.findDebit('a')).toEqual({ kind: 'absent' })
    expect(tokensOf(partner.requests())).toBe(2)
  })

  test.each([
    [{ client_secret: 'another-secret-of-16' }, 'credentials-rejected', 0],
    // The partner rejects the signature, so that a new token does not help.
    [{ signing_secret: 'another-secret-of-16' }, 'status-401', 2],
  ])('wrong credentials %j are not tried again and again', async (change, cause, finds) => {
    const { clock, partner } = await start()
    const programme = createHttpPartnerProgramme({
      ...testCredentials,
      ...change,
      base_url: partner.base_url(),
      clock: clock.now,
      random: systemRandom,
    })
    expect(await programme.findDebit('a1')).toEqual({ kind: 'unknown', cause })
    expect(partner.requests().filter((operation) => operation === 'find-debit')).toHaveLength(finds)
  })

  test('a replayed request is rejected after five minutes, and a changed one at once', async () => {
    const { clock, partner } = await start()
    const { client_id, client_secret, signing_secret } = testCredentials
    const identification = Buffer.from(`${client_id}:${client_secret}`).toString('base64')
    const issued = await fetch(`${partner.base_url()}/oauth2/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${identification}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    })
    const { access_token } = (await issued.json()) as { access_token: string }
    const body = JSON.stringify({ member_number, points: 500 })
    const timestamp = String(clock.now().getTime() / 1000)
    const signed = { method: 'POST', target: '/v1/quotes', timestamp, body }
    const headers = {
      authorization: `Bearer ${access_token}`,
      'x-timestamp': timestamp,
      'x-signature': signatureOf(signing_secret, signed),
    }
    const send = async (sent: string) =>
      (await fetch(`${partner.base_url()}/quotes`, { method: 'POST', headers, body: sent })).status
    expect(await send(body)).toBe(200)
    expect(await send(body.replace('500', '900'))).toBe(401)
    clock.advance(301_000)
    expect(await send(body)).toBe(401)
  })

  test('a certificate that is not trusted is refused', async () => {
    const received: string[] = []
    const server = createTlsServer({ cert: loopbackCertificate, key: loopbackKey }, (request, response) => {
      received.push(request.url ?? '')
      response.end('{}')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    stops.push(() => new Promise((resolve) => server.close(resolve)))
    const programme = createHttpPartnerProgramme({
      ...testCredentials,
      base_url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
      clock: () => new Date(),
      random: systemRandom,
      retryDelayMs: 1,
    })
    expect(await programme.findDebit('a1')).toEqual({ kind: 'unknown', cause: 'no-connection' })
    expect(received).toEqual([])
  })
})
