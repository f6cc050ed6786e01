import type { PromotionKind } from '@clube/contract/kernel/promotion-kinds.ts'
import { spendRuleOf } from '@clube/contract/campaigns/spend-rule.ts'
import { listCreditCall } from '@clube/contract/campaigns/credit-calls.ts'
import { filePath } from '@clube/contract/kernel/served-file.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { listCampaignsCall, readCampaignCall } from '@clube/contract/campaigns/campaign-calls.ts'
import {
  cancelTransactionCall,
  listTransactionsCall,
  readTransactionCall,
  startTransactionCall,
} from '@clube/contract/campaigns/transaction-calls.ts'
import {
  reservationCalendarFile,
  reservationTicketsFile,
  cancelReservationCall,
  confirmReservationCall,
  listMyTicketsCall,
  listSessionsCall,
  readReservationCall,
  reserveCall,
} from '@clube/contract/event-tickets/calls.ts'
import {
  joinWaitingListCall,
  leaveWaitingListCall,
  lowerWaitingQuantityCall,
  listMyWaitingEntriesCall,
} from '@clube/contract/event-tickets/waiting-list-calls.ts'
import { readProfileCall } from '@clube/contract/identity/profile-call.ts'
import { sessionInfoCall, signOutCall } from '@clube/contract/identity/session-calls.ts'
import { confirmPasswordCall, signInPasswordlessCall } from '@clube/contract/identity/sign-in-calls.ts'
import type { Call } from '@clube/contract/kernel/call.ts'
import { clubDayOf } from '@clube/contract/kernel/club-time.ts'
import { pointsStatementFile, readPointsCall } from '@clube/contract/points/calls.ts'
import { requestDeletionCall } from '@clube/contract/privacy/deletion-calls.ts'
import {
  appealReceiptCall,
  listReceiptsCall,
  registerReceiptCall,
} from '@clube/contract/receipts/receipt-calls.ts'
import { shops } from '../../../seeds/demonstration/shops.ts'
import { readPdf } from '../../testing/read-pdf.ts'
import type { TestBrowser } from '../../testing/browser.ts'
import { useClub, type TestClub } from '../../testing/club.ts'
import { contractCalls } from '../../testing/contract-calls.ts'
import { freshCpfs, registerCustomer } from '../../testing/joining.ts'
import { receiptKeyOf } from '../../testing/receipts.ts'

const passwordless = { passwordless: 'yes', access_key: 'chave-do-totem' }
const password = 'Jabuticaba-9'
const passwordRequired = { status: 403, code: 'session.password-required' }
const cpfs = freshCpfs(40, 710_000_000)
let receipts = 0

const signInIdentified = async (club: TestClub, document_id: string): Promise<TestBrowser> => {
  const browser = club.browser()
  const body = { document_id, terms_id: 'shd_auth_terms', access_key: 'chave-do-totem' }
  expect(await browser.send(signInPasswordlessCall, { body })).toMatchObject({ status: 200 })
  return browser
}

/** A registered customer: the browser that registered, and two passwordless ones. */
const person = async (club: TestClub) => {
  const document_id = cpfs.pop() ?? ''
  const owner = await registerCustomer(club.browser(), document_id)
  return {
    document_id,
    owner,
    one: await signInIdentified(club, document_id),
    other: await signInIdentified(club, document_id),
  }
}

const dataOf = <Data>(response: { ok: true; data: Data } | { ok: false; message: string }): Data => {
  if (!response.ok) throw new Error(response.message)
  return response.data
}

const event = async (browser: TestBrowser, title = 'Orquestra do bairro') => {
  const campaigns = dataOf(await browser.send(listCampaignsCall))
  const campaign_id = campaigns.find(({ slug }) => slug === 'natal-no-ipe')?.campaign_id ?? ''
  const sessions = dataOf(await browser.send(listSessionsCall, { query: { campaign_id } }))
  const session = sessions.find((session) => session.title === title)
  if (!session) throw new Error('The demonstration has no such session')
  return { campaign_id, session_id: session.session_id, mine: session.mine }
}

const start = async (browser: TestBrowser, campaign_id: string) =>
  browser.send(startTransactionCall, {
    body: { campaign_id, kind: 'event_tickets', service_channel: 'totem' },
  })

const hold = async (browser: TestBrowser, quantity = 2) => {
  const { campaign_id, session_id } = await event(browser)
  const { transaction_id } = dataOf(await start(browser, campaign_id))
  const body = { transaction_id, session_id, quantity, service_channel: 'totem' as const }
  return { ...dataOf(await browser.send(reserveCall, { body })), body }
}

const confirm = (browser: TestBrowser, reservation_id: string, quantity = 2) =>
  browser.send(confirmReservationCall, {
    body: {
      reservation_id,
      accepted_terms: 'yes',
      terms_version: '1.0',
      participants: Array.from({ length: quantity }, () => ({ name: 'Beatriz Lima' })),
    },
  })

const loadFile = (club: TestClub, browser: TestBrowser, path: string) => {
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  return fetch(club.url + path, { headers: { cookie } })
}
const fileOf = async (...request: Parameters<typeof loadFile>) => (await loadFile(...request)).status

const callsOf = async (session: Call['session']): Promise<Call[]> =>
  (await contractCalls()).filter((call) => call.session === session)
const nameOf = ({ method, path }: Pick<Call, 'method' | 'path'>): string => `${method} ${path}`
const sendRaw = (browser: TestBrowser, { method, path }: Call) =>
  browser.raw(
    method,
    path.replaceAll(/:\w+/g, '0197f0a0-0000-7000-8000-000000000000'),
    method === 'POST' ? {} : undefined,
  )

test('every customer call declares the expected session level', async () => {
  expect((await callsOf('participant')).map(nameOf).sort()).toEqual([
    'GET /api/marketing/credit',
    'GET /api/marketing/event-tickets/mine',
    'GET /api/marketing/event-tickets/reservation/:reservation_id',
    'GET /api/marketing/event-tickets/waiting-list',
    'GET /api/marketing/loyalty-club/parking/mine',
    'GET /api/marketing/loyalty-club/parking/voucher/:transaction_id',
    'GET /api/marketing/points',
    'GET /api/marketing/promotion/free-gifts/mine',
    'GET /api/marketing/promotion/free-gifts/voucher/:voucher_id',
    'GET /api/marketing/promotion/new-project/mine',
    'GET /api/marketing/promotion/scratch-card/award/:award_id',
    'GET /api/marketing/promotion/scratch-card/awards',
    'GET /api/marketing/promotion/scratch-card/mine',
    'GET /api/marketing/purchase',
    'GET /api/marketing/purchase/rating',
    'GET /api/marketing/purchase/ratings',
    'GET /api/marketing/transaction',
    'GET /api/marketing/transaction/:transaction_id',
    'POST /api/legacy/autoatendimentoRasgadinha',
    'POST /api/marketing/event-tickets/cancel',
    'POST /api/marketing/event-tickets/confirm',
    'POST /api/marketing/event-tickets/reserve',
    'POST /api/marketing/event-tickets/waiting-list/accept',
    'POST /api/marketing/event-tickets/waiting-list/join',
    'POST /api/marketing/event-tickets/waiting-list/leave',
    'POST /api/marketing/event-tickets/waiting-list/lower',
    'POST /api/marketing/loyalty-club/parking/redeem-voucher/:ticket_number',
    'POST /api/marketing/loyalty-club/parking/ticket',
    'POST /api/marketing/promotion/:brand-new-project/register',
    'POST /api/marketing/promotion/free-gifts/cancel',
    'POST /api/marketing/promotion/free-gifts/print',
    'POST /api/marketing/promotion/free-gifts/queue',
    'POST /api/marketing/promotion/new-project/cancel',
    'POST /api/marketing/promotion/new-project/file',
    'POST /api/marketing/promotion/purchase/save-nps-rating',
    'POST /api/marketing/purchase/appeal',
    'POST /api/marketing/purchase/photo',
    'POST /api/marketing/purchase/register',
    'POST /api/marketing/transaction/cancel',
    'POST /api/marketing/transaction/start',
  ])
  expect((await callsOf('identified')).map(nameOf).sort()).toEqual([
    'GET /api/auth/shd/external/info',
    'GET /api/batch',
    'POST /api/auth/shd/external/confirm-password',
  ])
  expect((await callsOf('customer')).map(nameOf).sort()).toEqual([
    'GET /api/marketing/consent/acceptances',
    'GET /api/marketing/consent/needed',
    'GET /api/marketing/loyalty-club/partners',
    'GET /api/marketing/loyalty-club/partners/redemptions',
    'GET /api/marketing/loyalty-club/partners/redemptions/:transaction_id',
    'GET /api/marketing/points/statement',
    'GET /api/marketing/privacy/data-accesses',
    'GET /api/marketing/privacy/promotions',
    'GET /api/marketing/profile',
    'GET /api/marketing/profile/contact-code-delivery',
    'GET /api/marketing/promotion/customer-service/changes',
    'GET /api/marketing/promotion/customer-service/ticket',
    'GET /api/marketing/promotion/customer-service/ticket/:ticket_id',
    'GET /api/marketing/promotion/customer-service/ticket/options',
    'GET /api/marketing/promotion/customer-service/unread',
    'GET /api/marketing/purchase/own-ratings',
    'POST /api/auth/shd/update-password',
    'POST /api/marketing/consent/accept',
    'POST /api/marketing/consent/revoke',
    'POST /api/marketing/loyalty-club/partners/link',
    'POST /api/marketing/loyalty-club/partners/quote',
    'POST /api/marketing/loyalty-club/partners/unlink',
    'POST /api/marketing/loyalty-club/redeem-:partner-points/:transaction_id',
    'POST /api/marketing/privacy/request-deletion',
    'POST /api/marketing/profile',
    'POST /api/marketing/profile/address',
    'POST /api/marketing/profile/confirm-contact',
    'POST /api/marketing/profile/contact-code',
    'POST /api/marketing/profile/email-marketing',
    'POST /api/marketing/profile/expiring-points-email',
    'POST /api/marketing/profile/purchase-ratings-email',
    'POST /api/marketing/profile/sms-notices',
    'POST /api/marketing/promotion/customer-service/attachment/discard',
    'POST /api/marketing/promotion/customer-service/attachment/upload',
    'POST /api/marketing/promotion/customer-service/ticket/new',
    'POST /api/marketing/promotion/customer-service/ticket/rate',
    'POST /api/marketing/promotion/customer-service/ticket/read',
    'POST /api/marketing/promotion/customer-service/ticket/reopen',
    'POST /api/marketing/promotion/customer-service/ticket/reply',
    'POST /api/marketing/promotion/customer-service/ticket/similar',
  ])
})

describe('a session opened with the document alone', () => {
  const club = useClub({}, passwordless)

  test('a passwordless session gets password-required from every call that needs it, before input validation', async () => {
    const { one } = await person(club)
    for (const call of await callsOf('customer'))
      expect.soft(await sendRaw(one, call), nameOf(call)).toMatchObject(passwordRequired)
    expect(await fileOf(club, one, pointsStatementFile.path)).toBe(403)
  })

  test('a passwordless session may use every call of a participant', async () => {
    const { one } = await person(club)
    for (const call of await callsOf('participant')) {
      const { status } = await sendRaw(one, call)
      expect.soft([401, 403], nameOf(call)).not.toContain(status)
    }
  })

  test('a passwordless session can register receipts, earn points, receive tickets with codes but masked names, and cancel', async () => {
    const { one } = await person(club)
    const body = {
      receipt_key: receiptKeyOf({ now: club.now(), cnpj: shops[0].cnpj, number: (receipts += 1) }),
      amount_cents: 12_300,
      issued_on: clubDayOf(club.now(), 'America/Sao_Paulo'),
    }
    expect(await one.send(registerReceiptCall, { body })).toMatchObject({ data: { points: 123 } })
    expect(dataOf(await one.send(listReceiptsCall))).toHaveLength(1)
    expect(dataOf(await one.send(readPointsCall))).toMatchObject({ balance: 123 })

    const { reservation_id, campaign_id } = await hold(one)
    const confirmed = dataOf(await confirm(one, reservation_id))
    expect(confirmed.tickets.map(({ participant_name }) => participant_name)).toEqual([
      'B••• L•••',
      'B••• L•••',
    ])
    expect(confirmed.tickets[0]?.qr_code).toMatch(/\S{20,}/)
    expect(dataOf(await one.send(listMyTicketsCall))).toMatchObject([
      { reservation_id, tickets: confirmed.tickets },
    ])
    expect(dataOf(await one.send(listTransactionsCall))).toMatchObject([{ state: 'completed' }])
    for (const file of [reservationCalendarFile, reservationTicketsFile])
      expect(await fileOf(club, one, filePath(file, { reservation_id }))).toBe(200)
    const cancel = { body: { reservation_id, campaign_id } }
    expect(await one.send(cancelReservationCall, cancel)).toMatchObject({ status: 200 })
  })

  test('responses to a passwordless session contain no personal data of the customer', async () => {
    const { one, document_id } = await person(club)
    const { reservation_id } = await hold(one)
    await confirm(one, reservation_id)
    const { campaign_id } = await event(one)
    const pdf = await loadFile(club, one, filePath(reservationTicketsFile, { reservation_id }))
    const { elements } = await readPdf(Buffer.from(await pdf.arrayBuffer()))
    expect(elements.map(({ text }) => text)).toContain('B••• L•••')
    const responses = JSON.stringify([
      elements,
      await one.send(sessionInfoCall),
      await one.send(listTransactionsCall),
      await one.send(listMyTicketsCall),
      await one.send(listMyWaitingEntriesCall),
      await one.send(readPointsCall),
      await one.send(readReservationCall, { params: { reservation_id } }),
      await one.send(listSessionsCall, { query: { campaign_id } }),
      await one.send(readCampaignCall, { params: { slug: 'natal-no-ipe' } }),
    ])
    for (const secret of ['Ana', 'Pereira', 'Beatriz', 'Lima', 'exemplo.com.br', '98888', document_id])
      expect(responses).not.toContain(secret)
  })

  test('a passwordless session cannot list, read, use or cancel what another session of the customer created', async () => {
    const { one, other } = await person(club)
    const { reservation_id, campaign_id, body } = await hold(one)
    const { transaction_id } = body
    for (const state of ['held', 'confirmed']) {
      if (state === 'confirmed') dataOf(await confirm(one, reservation_id))
      const attempts = [
        other.send(readReservationCall, { params: { reservation_id } }),
        other.send(cancelReservationCall, { body: { reservation_id, campaign_id } }),
        confirm(other, reservation_id),
        other.send(reserveCall, { body }),
        other.send(readTransactionCall, { params: { transaction_id } }),
        other.send(cancelTransactionCall, { body: { transaction_id } }),
      ]
      for (const response of await Promise.all(attempts))
        expect.soft(response, state).toMatchObject(passwordRequired)
      for (const file of [reservationCalendarFile, reservationTicketsFile])
        expect(await fileOf(club, other, filePath(file, { reservation_id }))).toBe(403)
      expect(dataOf(await other.send(listMyTicketsCall))).toEqual([])
      expect(dataOf(await other.send(listTransactionsCall))).toEqual([])
      expect((await event(other)).mine).toEqual({ quantity: 0, hold: null, waiting: null })
    }
    expect(dataOf(await one.send(listMyTicketsCall))).toMatchObject([{ state: 'confirmed' }])
  })

  test('another customer’s reservation is not found in a passwordless session', async () => {
    const { one } = await person(club)
    const { reservation_id, campaign_id } = await hold(one)
    const otherCustomer = (await person(club)).one
    for (const response of [
      await otherCustomer.send(readReservationCall, { params: { reservation_id } }),
      await otherCustomer.send(cancelReservationCall, { body: { reservation_id, campaign_id } }),
    ])
      expect(response).toMatchObject({ status: 404, code: 'event-tickets.unknown-reservation' })
  })

  test('a passwordless session cannot obtain a hold of another session by reserving again; a session with the password can', async () => {
    const { owner, one, other } = await person(club)
    const { reservation_id, session_id, campaign_id } = await hold(one)
    const { transaction_id } = dataOf(await start(other, campaign_id))
    const body = { transaction_id, session_id, quantity: 1, service_channel: 'totem' as const }
    expect(await other.send(reserveCall, { body })).toMatchObject(passwordRequired)
    expect(dataOf(await one.send(listMyTicketsCall))).toMatchObject([{ reservation_id, state: 'held' }])
    const mine = { ...body, transaction_id }
    expect(dataOf(await owner.send(reserveCall, { body: mine }))).toMatchObject({ reservation_id })
  })

  test('when two passwordless sessions use one participation concurrently, only the session that opened it holds places', async () => {
    const { owner, one, other } = await person(club)
    const { campaign_id, session_id } = await event(one)
    const { transaction_id } = dataOf(await start(one, campaign_id))
    const body = { transaction_id, session_id, quantity: 1, service_channel: 'totem' as const }
    const [theirs, mine] = await Promise.all([
      other.send(reserveCall, { body }),
      one.send(reserveCall, { body }),
    ])
    expect(mine).toMatchObject({ status: 200 })
    expect(theirs).toMatchObject(passwordRequired)
    expect(dataOf(await owner.send(listMyTicketsCall))).toHaveLength(1)
  })

  test('a passwordless session cannot continue or replace an open participation of another session; a session with the password can continue it', async () => {
    const { owner, one, other } = await person(club)
    const { campaign_id } = await event(one)
    const { transaction_id } = dataOf(await start(one, campaign_id))
    expect(await start(other, campaign_id)).toMatchObject(passwordRequired)
    expect(dataOf(await one.send(readTransactionCall, { params: { transaction_id } })).state).toBe('open')
    expect(dataOf(await start(owner, campaign_id))).toMatchObject({ transaction_id })
  })

  test('a passwordless session cannot access an outcome that was completed with the password', async () => {
    const { owner, one } = await person(club)
    const { reservation_id } = await hold(one)
    const confirmed = dataOf(await confirm(owner, reservation_id))
    expect(confirmed.tickets[0]?.participant_name).toBe('Beatriz Lima')
    expect(await one.send(readReservationCall, { params: { reservation_id } })).toMatchObject(
      passwordRequired,
    )
    expect(await confirm(one, reservation_id)).toMatchObject(passwordRequired)
    expect(dataOf(await one.send(listMyTicketsCall))).toEqual([])
  })

  test('a passwordless session cannot list, appeal or use a receipt of another session', async () => {
    const { owner, one, other } = await person(club)
    const body = {
      receipt_key: receiptKeyOf({ now: club.now(), cnpj: shops[1].cnpj, number: (receipts += 1) }),
      amount_cents: 12_300,
      issued_on: clubDayOf(club.now(), 'America/Sao_Paulo'),
    }
    const { purchase_id } = dataOf(await one.send(registerReceiptCall, { body }))
    expect(dataOf(await other.send(listReceiptsCall))).toEqual([])
    const appeal = { body: { purchase_id, message: 'Por favor, olhem de novo.' } }
    expect(await other.send(appealReceiptCall, appeal)).toMatchObject(passwordRequired)
    const { campaign_id } = await event(other)
    // A kind that uses receipts.
    const kind = 'free_gifts'
    const spend_rule = JSON.stringify(spendRuleOf({ every_cents: 20_000, participations: 1 }))
    const change = (to: { kind: PromotionKind; spend_rule: string | null }) =>
      club.database.db.updateTable('campaign').set(to).where('id', '=', campaign_id).execute()
    await change({ kind, spend_rule })
    const credit = (browser: TestBrowser) => browser.send(listCreditCall).then(dataOf)
    expect((await credit(one)).find((each) => each.campaign_id === campaign_id)).toMatchObject({
      reached_cents: 12_300,
      receipts: [{ purchase_id }],
    })
    expect((await credit(other)).flatMap((each) => each.receipts)).toEqual([])
    const use = (browser: TestBrowser) =>
      browser.send(startTransactionCall, {
        body: {
          campaign_id,
          kind,
          purchase_ids: [purchase_id],
          service_channel: 'totem',
        },
      })
    expect(await use(other)).toMatchObject({ status: 409, code: 'campaigns.purchase-unusable' })
    expect(await use(one)).toMatchObject({ status: 200 })
    expect(dataOf(await one.send(listTransactionsCall))).toMatchObject([
      { receipts: [{ shop_name: shops[1].name, amount_cents: 12_300, issued_on: body.issued_on }] },
    ])
    expect(dataOf(await owner.send(listReceiptsCall))).toHaveLength(1)
    await change({ kind: 'event_tickets', spend_rule: null })
  })

  test('a waiting-list entry is accessible only to its passwordless session and to sessions with the password', async () => {
    const { owner, one, other } = await person(club)
    const { session_id } = await event(one, 'Coral das crianças')
    const body = { session_id, quantity: 1, service_channel: 'totem' as const }
    const { entry_id } = dataOf(await one.send(joinWaitingListCall, { body }))
    expect(dataOf(await other.send(listMyWaitingEntriesCall))).toEqual([])
    expect(await other.send(joinWaitingListCall, { body })).toMatchObject(passwordRequired)
    expect(await other.send(leaveWaitingListCall, { body: { entry_id } })).toMatchObject(passwordRequired)
    const fewer = { entry_id, quantity: 1 }
    expect(await other.send(lowerWaitingQuantityCall, { body: fewer })).toMatchObject(passwordRequired)
    expect(await one.send(lowerWaitingQuantityCall, { body: fewer })).toMatchObject({ status: 200 })
    expect(dataOf(await owner.send(listMyWaitingEntriesCall))).toMatchObject([{ entry_id }])
    expect(await one.send(leaveWaitingListCall, { body: { entry_id } })).toMatchObject({ status: 200 })
  })
})

describe('confirming the password in a passwordless session', () => {
  const club = useClub({}, passwordless)
  const confirmWith = (browser: TestBrowser, given = password) =>
    browser.send(confirmPasswordCall, { body: { password: given } })

  test('confirming the password opens a full session and invalidates the old token', async () => {
    const { owner, one, other } = await person(club)
    await confirm(owner, (await hold(owner)).reservation_id)
    const before = one.cookies.get('sid') ?? ''
    expect(await confirmWith(one)).toMatchObject({
      status: 200,
      data: { customer_name: 'Ana', account_id: expect.any(String) },
    })
    expect(one.cookies.get('sid')).not.toBe(before)
    expect(await one.send(sessionInfoCall)).toMatchObject({ data: { level: 'customer' } })
    expect(await one.send(readProfileCall)).toMatchObject({ data: { name: 'Ana Lúcia Pereira' } })
    expect(dataOf(await one.send(listMyTicketsCall))).toHaveLength(1)

    const attacker = club.browser()
    attacker.cookies.set('sid', before)
    expect(await attacker.send(sessionInfoCall)).toMatchObject({ status: 401 })
    expect(await other.send(readProfileCall)).toMatchObject(passwordRequired)
  })

  test('the password confirmation accepts only the password of the session’s customer, and returns 401 without a session', async () => {
    const { one } = await person(club)
    const maria = club.personas.maria
    expect(await confirmWith(one, maria.password)).toMatchObject({
      status: 401,
      code: 'identity.wrong-password',
      errors: [{ path: 'password', message: 'Senha incorreta. Confira e tente novamente.' }],
    })
    expect(await confirmWith(club.browser())).toMatchObject({ status: 401, code: 'session.required' })
    await one.send(signOutCall, { body: {} })
    expect(await confirmWith(one)).toMatchObject({ status: 401, code: 'session.required' })
  })

  test('the password confirmation shares the failure lock of sign-in: after five failures even the correct password is refused', async () => {
    const { one, other } = await person(club)
    for (let attempt = 0; attempt < 5; attempt += 1) {
      one.discardProof()
      expect(await confirmWith(one, 'Errada-123')).toMatchObject({ code: 'identity.wrong-password' })
    }
    one.discardProof()
    expect(await confirmWith(one)).toMatchObject({ status: 429, code: 'identity.throttled' })
    expect(await confirmWith(other)).toMatchObject({ status: 429, code: 'identity.throttled' })
  })

  test('the password confirmation requires a captcha', async () => {
    const { one } = await person(club)
    expect(await one.raw('POST', confirmPasswordCall.path, { password })).toMatchObject({
      status: 422,
      errors: [{ path: 'altcha_challenge' }],
    })
  })

  test('the password confirmation cancels a pending deletion; passwordless sign-in does not', async () => {
    const { document_id, owner } = await person(club)
    dataOf(await owner.send(requestDeletionCall, { body: { current_password: password } }))
    const browser = await signInIdentified(club, document_id)
    expect(await browser.send(readProfileCall)).toMatchObject(passwordRequired)
    expect(await confirmWith(browser)).toMatchObject({
      status: 200,
      message: 'O pedido de exclusão foi cancelado. Bom ter você de volta.',
    })
  })
})

describe('a club whose passwordless sessions may only identify the customer', () => {
  const club = useClub({}, { ...passwordless, passwordless_sessions: { may: 'identify' } })

  test('if passwordless sessions may only identify the customer, every participant and customer call requires the password, and campaigns show nothing about the customer', async () => {
    const { one } = await person(club)
    expect(await one.send(sessionInfoCall)).toMatchObject({ data: { level: 'identified' } })
    for (const call of [...(await callsOf('participant')), ...(await callsOf('customer'))])
      expect.soft(await sendRaw(one, call), nameOf(call)).toMatchObject(passwordRequired)
    const slug = 'natal-no-ipe'
    expect(dataOf(await one.send(readCampaignCall, { params: { slug } })).eligibility).toBeNull()
    expect((await event(one)).mine).toBeNull()
    expect(await one.send(confirmPasswordCall, { body: { password } })).toMatchObject({ status: 200 })
    expect((await event(one)).mine).not.toBeNull()
  })
})

describe('the purge', () => {
  const club = useClub({}, passwordless)

  test('the purge deletes counters of passwordless spending after three club days', async () => {
    const { db } = club.database
    const { id: customer_id } = await db
      .selectFrom('customer')
      .select('id')
      .limit(1)
      .executeTakeFirstOrThrow()
    const dayBefore = (days: number) =>
      clubDayOf(new Date(club.now().getTime() - days * 24 * 3_600_000), 'America/Sao_Paulo')
    await db
      .insertInto('points_spent_identified')
      .values([0, 3, 4, 30].map((days) => ({ customer_id, club_day: dayBefore(days), points: 10 })))
      .execute()
    await club.purge()
    const kept = await db
      .selectFrom('points_spent_identified')
      .select(sql<string>`club_day::text`.as('club_day'))
      .orderBy('club_day')
      .execute()
    expect(kept.map(({ club_day }) => club_day)).toEqual([dayBefore(3), dayBefore(0)])
  })
})
