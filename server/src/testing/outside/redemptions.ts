import { randomBytes, randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { Call } from '@clube/contract/kernel/call.ts'
import type { PromotionKind } from '@clube/contract/kernel/promotion-kinds.ts'
import { startTransactionCall } from '@clube/contract/campaigns/transaction-calls.ts'
import { redeemParkingVoucherCall } from '@clube/contract/parking-voucher/calls.ts'
import { askCarParkAgainCall } from '@clube/contract/parking-voucher/reconciliation-calls.ts'
import type { ParkingVoucherSettings } from '@clube/contract/parking-voucher/settings.ts'
import {
  linkPartnerCall,
  listPartnersCall,
  quotePartnerPointsCall,
  redeemPartnerPointsCall,
} from '@clube/contract/partner-points/calls.ts'
import { askAgainCall } from '@clube/contract/partner-points/desk-calls.ts'
import { partnerConsentVersion } from '@clube/contract/partner-points/partner.ts'
import type { PartnerPointsSettings } from '@clube/contract/partner-points/settings.ts'
import type { CounterpartRequest, CounterpartServer } from '../../../counterparts/counterpart-server.ts'
import type { LocalCarPark } from '../../../counterparts/local-car-park.ts'
import { parseJson, type LocalPartner } from '../../../counterparts/local-partner.ts'
import { inTransaction, type Db } from '../../db/database.ts'
import { createStaffToken } from '../../modules/event-tickets/event-fixtures.testing.ts'
import { findByDocument, seedCustomer } from '../../modules/identity/index.ts'
import { earnPoints, readBalance } from '../../modules/points/index.ts'
import { createVault, fingerprint } from '../../modules/vault/index.ts'
import { TestBrowser, type ApiResponse } from '../browser.ts'
import { freshCpfs } from '../joining.ts'
import { pairRootKey } from './server-pair.ts'

/** What a client learned from a response. */
export type Reply =
  /** The same body gets this response from now on. */
  | { readonly kind: 'final'; readonly text: string }
  /** To be repeated: no response, an outage, or still being processed. */
  | { readonly kind: 'repeat'; readonly cause: string }

/** One redemption that a customer is about to request, and its traces on both sides. */
export type Redemption = {
  /** The participation, which is the key of all requests to the external service. */
  readonly key: string
  /** Sends the request; its body is always the same. @throws when the response is an error of the server */
  readonly send: (url: string) => Promise<Reply>
  /** From now on, the external service refuses a request with the key unless it knows the key. */
  readonly makeOutsideRefuse: () => void
  /** Whether the external service acted on it, by its own books. */
  readonly isDone: () => boolean
  /** Differences between the books of the club and of the external service; empty when they agree. */
  readonly compare: (urlOf: () => Promise<string>) => Promise<readonly string[]>
  /** Staff ask the external service again about a case at the desk. */
  readonly askAgain: (url: string) => Promise<void>
}

/** A promotion kind whose outcome an external service decides. */
export type OutsideKind = {
  readonly name: PromotionKind
  readonly server: CounterpartServer
  /** The table that a server reads first when it asks the external service. */
  readonly table: string
  /** The operation that does what the customer asks for. */
  readonly act: string
  /** The key of the redemption that a request is about. */
  readonly keyOf: (request: CounterpartRequest) => string | null
  /** A new customer with a redemption that can be requested. */
  readonly prepare: (urlOf: () => Promise<string>) => Promise<Redemption>
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs

type Person = { readonly customer_id: string; readonly document_id: string; readonly token: string }

/** Customers with a session, inserted directly. */
const createPeople = (db: Db, firstCpf: number) => {
  const vault = createVault(pairRootKey)
  const cpfs = freshCpfs(5_000, firstCpf)
  return async (): Promise<Person> => {
    const document_id = cpfs.pop() ?? ''
    const persona = {
      document_type: 'cpf' as const,
      document_id,
      name: 'Ana Lúcia Pereira',
      birth_date: '1990-03-20',
      cellphone: '11988887777',
      email: `${document_id}@exemplo.com.br`,
      password: 'x',
    }
    // No password sign-in happens here.
    await seedCustomer({ db, vault, hash: async () => 'not a hash', now: new Date(), persona })
    const customer = await findByDocument(db, vault.indexOf('customer.document', document_id))
    if (!customer) throw new Error('The customer was not found')
    const token = randomBytes(32).toString('base64url')
    const expires_at = new Date(Date.now() + dayMs)
    await sql`
      insert into session (token_hash, customer_id, level, access_version, created_at, last_seen_at,
        idle_expires_at, absolute_expires_at)
      select ${fingerprint(token)}, id, 'customer', access_version, now(), now(), ${expires_at}, ${expires_at}
      from customer where id = ${customer.id}`.execute(db)
    return { customer_id: customer.id, document_id, token }
  }
}

const createCampaign = async (db: Db, kind: PromotionKind, settings: object): Promise<string> => {
  const from = new Date(Date.now() - dayMs)
  const until = new Date(Date.now() + 30 * dayMs)
  const { rows } = await sql<{ id: string }>`
    insert into campaign (slug, kind, state, title, summary, description, starts_at, ends_at, redeem_until, audience,
      legal, settings, edited_by, approved_by, created_at, updated_at)
    values (${`outside-${randomBytes(6).toString('hex')}`}, ${kind}, 'active', 'Trocas do clube', 'Trocas.', 'Trocas.',
      ${from}, ${until}, ${until}, '{"document_types":["cpf"],"minimum_age":null}',
      '{"certificate_number":null,"authority":null,"prize_list":[]}', ${JSON.stringify(settings)}, '{ana}', 'bia',
      ${from}, ${from})
    returning id`.execute(db)
  return rows[0]?.id ?? ''
}

const as = (url: string, cookie: 'sid' | 'staff', token: string): TestBrowser => {
  const browser = new TestBrowser(url)
  browser.cookies.set(cookie, token)
  return browser
}

/** Repeats a call until a server accepts it, while servers are killed and circuits open. */
const sendUntilAccepted = async <Data>(
  urlOf: () => Promise<string>,
  send: (url: string) => Promise<ApiResponse<Data>>,
): Promise<Data> => {
  let cause = 'not sent'
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const response = await send(await urlOf()).catch((error: unknown) => String(error))
    if (typeof response !== 'string' && response.ok) return response.data
    cause = typeof response === 'string' ? response : `${response.status} ${response.code ?? ''}`
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error(`No server accepts the call: ${cause}`)
}

/** Refusals before the participation is processed, after which the same request may succeed. */
const retryableCodes = ['parking-voucher.no-answer', 'campaigns.transaction-processing']

const replyOf = (response: ApiResponse<{ readonly status: string }>): Reply => {
  if (response.ok)
    return response.data.status === 'processing'
      ? { kind: 'repeat', cause: 'processing' }
      : // Stored as JSON, the fields have another order.
        { kind: 'final', text: JSON.stringify(response.data, Object.keys(response.data).toSorted()) }
  const { status, code = '' } = response
  if (status === 503 || retryableCodes.includes(code))
    return { kind: 'repeat', cause: code || String(status) }
  if (status >= 500 || status === 429) throw new Error(`Response ${status}: ${response.message}`)
  return { kind: 'final', text: `${status} ${code}` }
}

/** A request whose connection is lost is repeated; an invalid response of the server is an error. */
const sendOnce = async (send: () => Promise<ApiResponse<{ readonly status: string }>>): Promise<Reply> => {
  const response = await send().catch(() => null)
  return response === null ? { kind: 'repeat', cause: 'lost' } : replyOf(response)
}

type States = { participation: string; inquiry: string | null; outcome: string | null; postings: number }

const difference = (what: string, expected: unknown, found: unknown): readonly string[] =>
  JSON.stringify(expected) === JSON.stringify(found)
    ? []
    : [`${what}: expected ${JSON.stringify(expected)}, found ${JSON.stringify(found)}`]

const readStates = async (
  db: Db,
  key: string,
  outcome: 'partner_redemption' | 'parking_voucher',
): Promise<States | undefined> => {
  const { rows } = await sql<States>`
    select t.state as participation, i.state as inquiry, o.state as outcome,
      (select count(*)::int from points_posting where source_id = t.id::text) as postings
    from promotion_transaction t
    left join external_inquiry i on i.transaction_id = t.id
    left join ${sql.table(outcome)} o on o.transaction_id = t.id
    where t.id = ${key}`.execute(db)
  return rows[0]
}

const fieldOf = (body: string, name: string): string | null => {
  const parsed = parseJson(body)
  const value: unknown =
    typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>)[name] : null
  return typeof value === 'string' ? value : null
}

const partnerSlug = 'voe-mais'
const memberPoints = 10_000
const redeemedPoints = 2_000
const creditedPoints = 1_000
const partnerSettings: PartnerPointsSettings = {
  partner: partnerSlug,
  minimum: 1_000,
  maximum: 20_000,
  step: 500,
  limit_per_day: 1,
  password_from_points: null,
}

/** Redemptions of a partner's points. */
export const partnerKind = async (db: Db, partner: LocalPartner): Promise<OutsideKind> => {
  const campaign_id = await createCampaign(db, 'partner_points', partnerSettings)
  const staffToken = await createStaffToken(db, 'reconciler', new Date())
  const createPerson = createPeople(db, 300_000_000)
  let members = randomInt(700_000, 800_000) * 100_000

  const prepare: OutsideKind['prepare'] = async (urlOf) => {
    const { customer_id, document_id, token } = await createPerson()
    const member_number = String((members += 1))
    const proof = '1234'
    partner.addMember({ member_number, document_id, proof, balance: memberPoints, is_authorized: true })
    const sent = <C extends Call>(call: C, body: Parameters<TestBrowser['send']>[1]) =>
      sendUntilAccepted(urlOf, (url) => as(url, 'sid', token).send(call, body as object))
    await sent(linkPartnerCall, {
      body: { partner: partnerSlug, member_number, proof, consent_version: partnerConsentVersion },
    })
    const { transaction_id: key } = await sent(startTransactionCall, {
      body: { campaign_id, kind: 'partner_points' },
    })
    const { quote_id } = await sent(quotePartnerPointsCall, { body: { campaign_id, points: redeemedPoints } })
    const isDone = () => partner.books().some((debit) => debit.key === key && debit.refunded_at === null)
    return {
      key,
      send: (url) =>
        sendOnce(() =>
          as(url, 'sid', token).send(redeemPartnerPointsCall, {
            params: { partner: partnerSlug, transaction_id: key },
            body: { campaign_id, points: redeemedPoints, quote_id },
          }),
        ),
      makeOutsideRefuse: () => partner.revoke(member_number),
      isDone,
      askAgain: async (url) => {
        const body = { transaction_id: key, reason: 'O parceiro confirmou por telefone.' }
        const response = await as(url, 'staff', staffToken).send(askAgainCall, { body })
        if (!response.ok) throw new Error(`The desk refused: ${JSON.stringify(response)}`)
      },
      compare: async (urlOf) => {
        const done = isDone()
        const state = done ? 'completed' : 'failed'
        const found = await readStates(db, key, 'partner_redemption')
        const partners = await sendUntilAccepted(urlOf, (url) => as(url, 'sid', token).send(listPartnersCall))
        const campaign = partners[0]?.campaigns.find((each) => each.campaign_id === campaign_id)
        return [
          ...difference(
            'states',
            { participation: state, inquiry: 'settled', outcome: state, postings: done ? 1 : 0 },
            found,
          ),
          ...difference(
            'club points',
            done ? creditedPoints : 0,
            (await readBalance(db, customer_id)).balance,
          ),
          ...difference(
            'points at the partner',
            memberPoints - (done ? redeemedPoints : 0),
            partner.findMember(member_number)?.balance,
          ),
          ...difference('redemptions left today', done ? 0 : 1, campaign?.left_today),
        ]
      },
    }
  }

  return {
    name: 'partner_points',
    server: partner,
    table: 'partner_redemption',
    act: 'debit',
    keyOf: ({ method, query, body }) => (method === 'GET' ? query.get('key') : fieldOf(body, 'key')),
    prepare,
  }
}

const voucherPoints = 50
const earnedPoints = 80
const parkingSettings: ParkingVoucherSettings = {
  value: { kind: 'amount', cents: 5_00 },
  price: { kind: 'points', points: voucherPoints },
  promotion_id: 'CLUBE',
  garages: [{ garage_id: 'G1', name: 'Subsolo' }],
  vehicles: ['car', 'motorcycle'],
  valid_hours: 12,
  courtesies_per_day: 0,
}

/** Parking vouchers for points. */
export const parkingKind = async (db: Db, carPark: LocalCarPark): Promise<OutsideKind> => {
  const campaign_id = await createCampaign(db, 'parking_voucher', parkingSettings)
  const staffToken = await createStaffToken(db, 'reconciler', new Date())
  const createPerson = createPeople(db, 400_000_000)
  const keys = new Map<string, string>()
  let tickets = randomInt(900_000, 999_999) * 1_000_000

  const prepare: OutsideKind['prepare'] = async (urlOf) => {
    const { customer_id, token } = await createPerson()
    const ticket_number = String((tickets += 1))
    carPark.enter({ ticket_number, entered_at: new Date(Date.now() - 2 * hourMs).toISOString() })
    const source = { kind: 'test', id: customer_id }
    await inTransaction(db, (tx) =>
      earnPoints(tx, { customer_id, points: earnedPoints, source, lifetime_days: 365, now: new Date() }),
    )
    const { transaction_id: key } = await sendUntilAccepted(urlOf, (url) =>
      as(url, 'sid', token).send(startTransactionCall, { body: { campaign_id, kind: 'parking_voucher' } }),
    )
    keys.set(ticket_number, key)
    const applied = () => carPark.books().filter((each) => each.key === key && each.undone_at === null)
    return {
      key,
      send: (url) =>
        sendOnce(() =>
          as(url, 'sid', token).send(redeemParkingVoucherCall, {
            params: { ticket_number },
            body: { campaign_id, transaction_id: key },
          }),
        ),
      makeOutsideRefuse: () => carPark.pay(ticket_number),
      isDone: () => applied().length > 0,
      askAgain: async (url) => {
        const body = { transaction_id: key, kind: 'application' } as const
        const response = await as(url, 'staff', staffToken).send(askCarParkAgainCall, { body })
        if (!response.ok) throw new Error(`The desk refused: ${JSON.stringify(response)}`)
      },
      compare: async () => {
        const done = applied().length > 0
        const { rows } = await sql<{ discount_cents: number | null }>`
          select discount_cents from parking_voucher where transaction_id = ${key}`.execute(db)
        return [
          ...difference(
            'states',
            {
              participation: done ? 'completed' : 'failed',
              inquiry: 'settled',
              outcome: done ? 'applied' : 'failed',
              // Spent, and returned when it failed.
              postings: done ? 1 : 2,
            },
            await readStates(db, key, 'parking_voucher'),
          ),
          ...difference(
            'club points',
            earnedPoints - (done ? voucherPoints : 0),
            (await readBalance(db, customer_id)).balance,
          ),
          ...difference(
            'discounts',
            applied().map(({ discount_cents }) => discount_cents),
            rows.flatMap(({ discount_cents }) => discount_cents ?? []),
          ),
          ...difference(
            'discounts of the ticket',
            done ? 1 : 0,
            carPark.books().filter((each) => each.ticket_number === ticket_number && each.undone_at === null)
              .length,
          ),
        ]
      },
    }
  }

  return {
    name: 'parking_voucher',
    server: carPark,
    table: 'parking_voucher',
    act: 'apply',
    keyOf: ({ method, query, body }) =>
      method === 'GET'
        ? (query.get('idTransacao') ?? keys.get(query.get('numeroTicket') ?? '') ?? null)
        : fieldOf(body, 'idTransacao'),
    prepare,
  }
}
