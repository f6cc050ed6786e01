import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  listRedemptionsCall,
  quotePartnerPointsCall,
  readRedemptionCall,
  redeemPartnerPointsCall,
} from '@clube/contract/partner-points/calls.ts'
import {
  askAgainCall,
  decideCaseCall,
  listCasesCall,
  switchPartnerCall,
} from '@clube/contract/partner-points/desk-calls.ts'
import { misbehaviors } from '../../../counterparts/misbehavior.ts'
import { proveNow } from '../proofs/index.ts'
import { partnerDepsOf } from './deps.ts'
import { dataOf, partnerSlug, rightPassword, usePartnerClub, type Person } from './partner-club.testing.ts'
import { createRedemptionSaga, redeemPoints } from './redemptions/redeem-points.ts'

const club = usePartnerClub()
const desk = () => club.staff('ivo', 'reconciler')
/** The cases of a participation at the desk. */
const casesOf = async (id: string) =>
  dataOf(await desk().send(listCasesCall, { query: { partner: partnerSlug } })).filter(
    ({ transaction_id }) => transaction_id === id,
  )

beforeEach(() => {
  club.replaceProgramme(null)
  club.partner().behave()
  club.notices.length = 0
})
afterEach(async () => {
  for (const proof of club.promotion.proofs) {
    const findings = await proveNow(proof, club.clock.now())
    if (findings.length > 0) throw new Error(`The proof failed: ${JSON.stringify(findings)}`)
  }
})

/** Runs what is due for 16 minutes, until every quote and its margins have expired. */
const settleAll = async () => {
  for (const seconds of [20, 20, 30, 60, 120, 300, 400]) {
    club.clock.advance(seconds * 1000)
    await club.promotion.purge()
  }
}

const debitsOf = (transaction_id: string) =>
  club
    .partner()
    .books()
    .filter(({ key }) => key === transaction_id)

/** Sends a redemption while the partner misbehaves. */
const redeemWhile = async (misbehave: () => void) => {
  const { id: campaign_id } = await club.partnerCampaign()
  const person = await club.linked()
  const request = await club.quoted(person, campaign_id)
  misbehave()
  const response = await club.redeem(person, request)
  return { person, request, response }
}

/** The partner debits, but its answers are lost; the adapter gives up after a few attempts. */
const loseAnswers = () => club.partner().misbehave('loses-answer', { operation: 'debit', requests: 'always' })

test('quoted points of a partner are debited there and credited in the club', async () => {
  const { id: campaign_id } = await club.partnerCampaign()
  const person = await club.linked(10_000)
  const { request, response } = await club.send(person, campaign_id)
  expect(dataOf(response)).toMatchObject({
    status: 'completed',
    transaction_id: request.transaction_id,
    partner_points: 2_000,
    club_points: 1_000,
  })
  expect(await club.balanceOf(person.customer_id)).toEqual({ balance: 1_000, debt: 0 })
  const member = club.partner().findMember(person.member_number)
  expect(member?.balance).toBe(8_000)
  expect(dataOf(await club.redeem(person, request))).toEqual(dataOf(response))
  expect(dataOf(await person.browser.send(listRedemptionsCall))).toMatchObject([
    { state: 'completed', partner_name: 'Voe Mais', partner_points: 2_000, club_points: 1_000, note: null },
  ])
})

test.each(misbehaviors)(
  'when the partner is %s while debiting, points are credited exactly when they were debited',
  async (misbehavior) => {
    const { person, request, response } = await redeemWhile(() =>
      club.partner().misbehave(misbehavior, { operation: 'debit' }),
    )
    expect([200, 409]).toContain(response.status)
    await settleAll()
    const debits = debitsOf(request.transaction_id)
    const { state } = await club.read(person, request.transaction_id)
    expect(state).toBe(debits.length === 1 ? 'completed' : 'failed')
    expect(debits.length).toBeLessThanOrEqual(1)
    expect((await club.balanceOf(person.customer_id)).balance).toBe(debits.length * 1_000)
    expect(await casesOf(request.transaction_id)).toEqual([])
  },
)

test('a redemption without an answer is in processing, its repeats change nothing, and the result is sent by e-mail when it took more than a minute', async () => {
  const { person, request, response } = await redeemWhile(loseAnswers)
  club.partner().behave()
  expect(response).toMatchObject({
    status: 200,
    data: { status: 'processing', partner_points: 2_000, club_points: 1_000 },
    message: 'Resgate em processamento. Não repita a operação.',
  })
  expect(await club.redeem(person, request)).toMatchObject({ data: { status: 'processing' } })
  expect(await club.read(person, request.transaction_id)).toMatchObject({
    state: 'processing',
    note: 'Resgate em processamento. Não repita a operação.',
    finished_at: null,
  })
  club.clock.advance(61_000)
  await club.promotion.purge()
  expect(dataOf(await club.redeem(person, request))).toMatchObject({ status: 'completed' })
  expect(club.notices).toMatchObject([{ template: 'partner-redeemed', customer_id: person.customer_id }])
  expect(debitsOf(request.transaction_id)).toHaveLength(1)
})

test('a debit that never reached the partner is sent again while the partner would accept it', async () => {
  const { person, request } = await redeemWhile(() =>
    club.partner().misbehave('closed', { operation: 'debit', requests: 'always' }),
  )
  expect(debitsOf(request.transaction_id)).toEqual([])
  club.partner().behave()
  club.clock.advance(40_000)
  await club.promotion.purge()
  expect(await club.read(person, request.transaction_id)).toMatchObject({ state: 'completed' })
  expect(club.notices).toEqual([])
})

test('a debit that the partner does not know after its quote has failed, with a notice', async () => {
  const { person, request } = await redeemWhile(() =>
    club.partner().misbehave('closed', { requests: 'always' }),
  )
  club.clock.advance(7 * 60_000 + 1_000)
  await club.promotion.purge()
  expect(await club.read(person, request.transaction_id)).toMatchObject({ state: 'processing' })
  club.partner().behave()
  club.clock.advance(60_000)
  await club.promotion.purge()
  expect(await club.read(person, request.transaction_id)).toMatchObject({
    state: 'failed',
    note: 'O Voe Mais não respondeu. Nada foi feito: tente de novo em alguns minutos.',
  })
  expect(club.notices).toMatchObject([{ template: 'partner-refused' }])
  expect(debitsOf(request.transaction_id)).toEqual([])
})

test('a partner that is switched off gets no new debits, and those in processing are still settled', async () => {
  const switchTo = (is_on: boolean) =>
    desk().send(switchPartnerCall, { body: { partner: partnerSlug, is_on, reason: 'Suspeita de fraude.' } })
  const lost = await redeemWhile(loseAnswers)
  club.partner().behave()
  const unsent = await redeemWhile(() =>
    club.partner().misbehave('error-500', { operation: 'debit', requests: 'always' }),
  )
  club.partner().behave()
  const { id: campaign_id } = await club.partnerCampaign()
  const person = await club.linked()
  const request = await club.quoted(person, campaign_id)
  expect(dataOf(await switchTo(false))).toMatchObject({
    is_on: false,
    switched: { reason: 'Suspeita de fraude.' },
  })
  try {
    expect(await club.redeem(person, request)).toMatchObject({
      status: 409,
      code: 'partner-points.switched-off',
      message: 'As trocas com o Voe Mais estão suspensas no momento.',
    })
    expect(await club.quote(person, campaign_id)).toMatchObject({ code: 'partner-points.switched-off' })
    await settleAll()
    expect(await club.read(lost.person, lost.request.transaction_id)).toMatchObject({ state: 'completed' })
    expect(await club.read(unsent.person, unsent.request.transaction_id)).toMatchObject({ state: 'failed' })
    expect(debitsOf(unsent.request.transaction_id)).toEqual([])
  } finally {
    dataOf(await switchTo(true))
  }
})

test('a confirmed debit of another amount waits at the desk, and is settled when staff ask again', async () => {
  const { person, request } = await redeemWhile(() => {
    loseAnswers()
    club.partner().misbehave('other-amount', { operation: 'find-debit' })
  })
  club.clock.advance(20_000)
  await club.promotion.purge()
  const { transaction_id } = request
  expect(await casesOf(transaction_id)).toMatchObject([
    { transaction_id, cause: 'other-points', partner_points: 2_000, line: null },
  ])
  expect(await club.read(person, transaction_id)).toMatchObject({ state: 'processing' })
  const body = { transaction_id, reason: 'O parceiro corrigiu.' }
  dataOf(await desk().send(askAgainCall, { body }))
  expect(await desk().send(askAgainCall, { body })).toMatchObject({ code: 'partner-points.unknown-case' })
  club.clock.advance(1_000)
  await club.promotion.purge()
  expect(await casesOf(transaction_id)).toEqual([])
  expect(await club.read(person, transaction_id)).toMatchObject({ state: 'completed' })
})

test('a debit that the partner both refuses and makes waits at the desk, and is credited with the line of its file', async () => {
  const { programme } = club.partner()
  club.replaceProgramme({
    ...programme,
    debit: async (input) => {
      await programme.debit(input)
      return { kind: 'refused', reason: 'not-authorized' }
    },
  })
  const { person, request, response } = await redeemWhile(() => {})
  const { transaction_id } = request
  expect(response).toMatchObject({ data: { status: 'processing' } })
  expect(await casesOf(transaction_id)).toMatchObject([
    { transaction_id, cause: 'refused-debit', line: null },
  ])
  const decide = (outcome: 'credit' | 'fail') =>
    desk().send(decideCaseCall, { body: { transaction_id, outcome, reason: 'Conferido com o parceiro.' } })
  expect(await decide('credit')).toMatchObject({ status: 409, code: 'partner-points.no-evidence' })
  club.clock.advance(24 * 3_600_000)
  await club.importFile(club.settlementOf([transaction_id]))
  expect(await casesOf(transaction_id)).toMatchObject([{ line: { points: 2_000 } }])
  expect(await decide('fail')).toMatchObject({ status: 409, code: 'partner-points.debit-in-file' })
  expect(dataOf(await decide('credit'))).toEqual({ state: 'completed' })
  expect(await decide('credit')).toMatchObject({ status: 404, code: 'partner-points.unknown-case' })
  expect((await club.balanceOf(person.customer_id)).balance).toBe(1_000)
  expect(club.notices).toMatchObject([{ template: 'partner-redeemed' }])
})

test('a partner that repeats the number of another debit is credited once', async () => {
  const { programme } = club.partner()
  const first = await club.completed()
  const reference = debitsOf(first.transaction_id)[0]?.reference ?? ''
  const repeat = <Answer extends { kind: string }>(answer: Answer): Answer =>
    answer.kind === 'done' && 'result' in answer
      ? { ...answer, result: { ...(answer.result as object), reference } }
      : answer
  club.replaceProgramme({ ...programme, debit: async (input) => repeat(await programme.debit(input)) })
  const { person, request } = await redeemWhile(() => {})
  expect((await club.balanceOf(person.customer_id)).balance).toBe(0)
  const { transaction_id } = request
  expect(await casesOf(transaction_id)).toMatchObject([{ transaction_id, cause: 'reused-reference' }])
  const body = { transaction_id, outcome: 'fail' as const, reason: 'O parceiro cancelou o débito.' }
  expect(dataOf(await desk().send(decideCaseCall, { body }))).toEqual({ state: 'failed' })
  expect(await club.read(person, transaction_id)).toMatchObject({
    state: 'failed',
    note: 'O Voe Mais não autorizou o resgate.',
  })
})

test('a partner that gives no usable answer for hours leaves the redemption to staff', async () => {
  const { person, request } = await redeemWhile(() =>
    club.partner().misbehave('closed', { requests: 'always' }),
  )
  for (let hour = 0; hour < 16; hour += 1) {
    club.clock.advance(3_601_000)
    await club.promotion.purge()
  }
  const { transaction_id } = request
  expect(await casesOf(transaction_id)).toMatchObject([{ transaction_id, cause: 'no-answer', attempts: 14 }])
  club.partner().behave()
  dataOf(await desk().send(askAgainCall, { body: { transaction_id, reason: 'Voltou ao ar.' } }))
  club.clock.advance(1_000)
  await club.promotion.purge()
  expect(await club.read(person, transaction_id)).toMatchObject({ state: 'failed' })
})

test('an answer that arrives after staff have decided changes nothing', async () => {
  const { person, request } = await redeemWhile(() => {
    loseAnswers()
    club.partner().misbehave('other-amount', { operation: 'find-debit', requests: 'always' })
  })
  club.clock.advance(20_000)
  await club.promotion.purge()
  const { transaction_id } = request
  const body = { transaction_id, outcome: 'fail' as const, reason: 'Valor errado.' }
  dataOf(await desk().send(decideCaseCall, { body }))
  club.partner().behave()
  await settleAll()
  expect(await club.read(person, transaction_id)).toMatchObject({ state: 'failed' })
  expect((await club.balanceOf(person.customer_id)).balance).toBe(0)
})

test('redeeming points above the campaign’s value requires the password again, which a repeat does not', async () => {
  const { id: campaign_id } = await club.partnerCampaign({ password_from_points: 1_000 })
  const person = await club.linked()
  const small = await club.quote(person, campaign_id, 1_000)
  expect(dataOf(small)).toMatchObject({ club_points: 500, needs_password: false })
  const request = await club.quoted(person, campaign_id)
  expect(await club.redeem(person, request)).toMatchObject({
    status: 422,
    code: 'partner-points.password-needed',
    errors: [{ path: 'current_password' }],
  })
  expect(await club.redeem(person, { ...request, current_password: 'Senha-Errada-1' })).toMatchObject({
    code: 'identity.wrong-current-password',
  })
  const done = await club.redeem(person, { ...request, current_password: rightPassword })
  expect(dataOf(done)).toMatchObject({ status: 'completed' })
  expect(dataOf(await club.redeem(person, request))).toEqual(dataOf(done))
})

test('a quote is valid for five minutes, for its own customer, amount and campaign, and once', async () => {
  const { id: campaign_id } = await club.partnerCampaign()
  const { id: otherCampaign } = await club.partnerCampaign()
  const person = await club.linked()
  const other = await club.linked()
  const quote = dataOf(await club.quote(person, campaign_id))
  const expired = {
    status: 409,
    code: 'partner-points.quote-expired',
    message: 'A cotação expirou. Confira os novos valores.',
  }
  const attempt = async (who: Person, campaign: string, points = 2_000) =>
    club.redeem(who, {
      transaction_id: await club.start(who, campaign),
      campaign_id: campaign,
      quote_id: quote.quote_id,
      points,
    })
  expect(new Date(quote.expires_at).getTime() - club.clock.now().getTime()).toBe(300_000)
  expect(await attempt(other, campaign_id)).toMatchObject(expired)
  expect(await attempt(person, otherCampaign)).toMatchObject(expired)
  expect(await attempt(person, campaign_id, 2_500)).toMatchObject(expired)
  expect(await attempt(person, campaign_id)).toMatchObject({ status: 200 })
  expect(await attempt(person, campaign_id)).toMatchObject(expired)
  const replaced = dataOf(await club.quote(person, campaign_id))
  const current = dataOf(await club.quote(person, campaign_id))
  const transaction_id = await club.start(person, campaign_id)
  const request = { transaction_id, campaign_id, points: 2_000 }
  expect(await club.redeem(person, { ...request, quote_id: replaced.quote_id })).toMatchObject(expired)
  expect(await club.redeem(person, { ...request, quote_id: current.quote_id })).toMatchObject({ status: 200 })
})

test('the limit per day counts redemptions in processing and ends with the club’s day', async () => {
  const { id: campaign_id } = await club.partnerCampaign({ limit_per_day: 2 })
  const person = await club.linked()
  loseAnswers()
  for (let n = 0; n < 2; n += 1)
    expect(dataOf((await club.send(person, campaign_id)).response)).toMatchObject({ status: 'processing' })
  club.partner().behave()
  expect(await club.quote(person, campaign_id)).toMatchObject({
    status: 409,
    code: 'partner-points.daily-limit',
    message: 'Você já fez 2 resgates hoje, o limite por dia. Volte amanhã.',
  })
  club.clock.advance(24 * 3_600_000)
  await club.promotion.purge()
  dataOf(await club.quote(person, campaign_id))
})

test('hostile paths and bodies of customers are refused clearly', async () => {
  const { id: campaign_id } = await club.partnerCampaign()
  const person = await club.linked()
  const request = await club.quoted(person, campaign_id)
  const { transaction_id, quote_id } = request
  const base = { campaign_id, points: 2_000, quote_id }
  for (const partner of [
    '..',
    '%00',
    'VOE-MAIS',
    'voe-mais-points',
    "voe'--",
    '__proto__',
    'constructor',
    'x'.repeat(41),
  ]) {
    const response = await person.browser.send(redeemPartnerPointsCall, {
      params: { partner, transaction_id },
      body: base,
    })
    expect([404, 422]).toContain(response.status)
  }
  for (const body of [
    {},
    { ...base, points: '2000' },
    { ...base, points: 1e308 },
    { ...base, points: -2_000 },
    { ...base, points: 2_000.5 },
    { ...base, points: null },
    { ...base, quote_id: 'x' },
    { ...base, quote_id: { $gt: '' } },
    { ...base, campaign_id: `${campaign_id}'` },
    { ...base, current_password: ['a'] },
    { ...base, current_password: '\u0000' },
    { ...base, transaction_id: 7 },
  ]) {
    const response = await person.browser.send(redeemPartnerPointsCall, {
      params: { partner: partnerSlug, transaction_id },
      body: body as never,
    })
    expect(response.status).toBe(422)
  }
  for (const body of [{ campaign_id, points: 'x' }, { campaign_id: 'x', points: 1 }, { points: 1_000 }])
    expect(await person.browser.send(quotePartnerPointsCall, { body: body as never })).toMatchObject({
      status: 422,
    })
  expect(await person.browser.send(readRedemptionCall, { params: { transaction_id: 'x' } })).toMatchObject({
    status: 422,
  })
  expect(await person.browser.send(listRedemptionsCall, { query: { cursor: 'x' } })).toMatchObject({
    status: 422,
  })
  expect(await club.redeem(person, request)).toMatchObject({ status: 200 })
})

test('ids in capital letters identify the same campaign and redemption', async () => {
  const { id } = await club.partnerCampaign()
  const campaign_id = id.toUpperCase()
  const person = await club.linked()
  const { quote_id } = dataOf(await club.quote(person, campaign_id))
  const transaction_id = (await club.start(person, id)).toUpperCase()
  const request = { transaction_id, campaign_id, quote_id }
  club.partner().misbehave('silent', { operation: 'debit', requests: 'always' })
  expect(dataOf(await club.redeem(person, request))).toMatchObject({ status: 'processing' })
  expect(await club.read(person, transaction_id)).toMatchObject({ state: 'processing' })
  club.partner().behave()
  await settleAll()
  expect(dataOf(await club.redeem(person, request))).toMatchObject({ status: 'completed' })
  expect(debitsOf(transaction_id.toLowerCase())).toHaveLength(1)
})

test('another customer cannot read a redemption', async () => {
  const { transaction_id } = await club.completed()
  const other = await club.join()
  expect(await other.browser.send(readRedemptionCall, { params: { transaction_id } })).toMatchObject({
    status: 404,
  })
  expect(dataOf(await other.browser.send(listRedemptionsCall))).toEqual([])
})

test('each of the redemptions that begin in one batch is completed once or refused alone', async () => {
  const { id: campaign_id } = await club.partnerCampaign()
  const prepare = async () => {
    const person = await club.linked()
    return { person, request: await club.quoted(person, campaign_id) }
  }
  const [first, second, third, unlinked] = [
    await prepare(),
    await prepare(),
    await prepare(),
    await prepare(),
  ]
  dataOf(await club.unlink(unlinked.person))
  const deps = partnerDepsOf(club.kindDeps, club.services)
  const saga = createRedemptionSaga(deps)
  const redeem = ({ person, request }: Awaited<ReturnType<typeof prepare>>, change: object = {}) =>
    redeemPoints(deps, saga, {
      ...request,
      customer_id: person.customer_id,
      partner: partnerSlug,
      named_transaction_id: undefined,
      current_password: undefined,
      ...change,
    })
  club.jobs.length = 0
  const results = await Promise.allSettled([
    redeem(first),
    redeem(first),
    redeem(first, { points: 3_000 }),
    redeem(second),
    redeem(second, { transaction_id: first.request.transaction_id }),
    redeem(third, { quote_id: first.request.quote_id }),
    redeem(unlinked),
  ])
  expect(club.jobs).toHaveLength(1)
  const completed = { status: 'fulfilled', value: { status: 'completed', club_points: 1_000 } }
  const refused = (code: string) => ({ status: 'rejected', reason: { code } })
  expect(results).toMatchObject([
    completed,
    completed,
    refused('campaigns.transaction-reused'),
    completed,
    refused('campaigns.transaction-unknown'),
    refused('partner-points.quote-expired'),
    refused('partner-points.not-linked'),
  ])

  const failed = await Promise.allSettled([redeem(third, { quote_id: 'not-an-id' }), redeem(third)])
  expect(failed).toMatchObject([{ status: 'rejected' }, completed])
  for (const { person } of [first, second, third])
    expect(await club.countCompleted(person.customer_id)).toBe(1)
})
