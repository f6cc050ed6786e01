import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { PromotionKind } from '@clube/contract/kernel/promotion-kinds.ts'
import type { CounterpartRequest, CounterpartServer } from '../../../counterparts/counterpart-server.ts'
import { parseJson } from '../../../counterparts/local-partner.ts'
import type { Db } from '../../db/database.ts'
import { findByDocument, seedCustomer } from '../../modules/identity/index.ts'
import { createVault, fingerprint } from '../../modules/vault/index.ts'
import { TestBrowser, type ApiResponse } from '../browser.ts'
import { freshCpfs } from '../joining.ts'
import { pairRootKey } from './server-pair.ts'
import type { SpendRule } from '@clube/contract/campaigns/spend-rule.ts'
import type { OutsideRefusal } from './crash-plan.ts'

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
  readonly makeOutsideRefuse: (refusal: OutsideRefusal) => void
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

export const hourMs = 3_600_000
const dayMs = 24 * hourMs

type Person = { readonly customer_id: string; readonly document_id: string; readonly token: string }

/** Customers with a session, inserted directly. */
export const createPeople = (db: Db, firstCpf: number) => {
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

export const createCampaign = async (
  db: Db,
  kind: PromotionKind,
  settings: object,
  spend_rule: SpendRule | null = null,
): Promise<string> => {
  const from = new Date(Date.now() - dayMs)
  const until = new Date(Date.now() + 30 * dayMs)
  const { rows } = await sql<{ id: string }>`
    insert into campaign (slug, kind, state, title, summary, description, starts_at, ends_at, redeem_until, audience,
      legal, settings, spend_rule, edited_by, approved_by, created_at, updated_at)
    values (${`outside-${randomBytes(6).toString('hex')}`}, ${kind}, 'active', 'Trocas do clube', 'Trocas.', 'Trocas.',
      ${from}, ${until}, ${until}, '{"document_types":["cpf"],"minimum_age":null}',
      '{"certificate_number":null,"authority":null,"prize_list":[]}', ${JSON.stringify(settings)},
      ${spend_rule && JSON.stringify(spend_rule)}, '{ana}', 'bia',
      ${from}, ${from})
    returning id`.execute(db)
  return rows[0]?.id ?? ''
}

export const as = (url: string, cookie: 'sid' | 'staff', token: string): TestBrowser => {
  const browser = new TestBrowser(url)
  browser.cookies.set(cookie, token)
  return browser
}

/** Repeats a call until a server accepts it, while servers are killed and circuits open. */
export const sendUntilAccepted = async <Data>(
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
export const sendOnce = async (
  send: () => Promise<ApiResponse<{ readonly status: string }>>,
): Promise<Reply> => {
  const response = await send().catch(() => null)
  return response === null ? { kind: 'repeat', cause: 'lost' } : replyOf(response)
}

type States = { participation: string; inquiry: string | null; outcome: string | null; postings: number }

export const difference = (what: string, expected: unknown, found: unknown): readonly string[] =>
  JSON.stringify(expected) === JSON.stringify(found)
    ? []
    : [`${what}: expected ${JSON.stringify(expected)}, found ${JSON.stringify(found)}`]

export const readStates = async (
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

export const fieldOf = (body: string, name: string): string | null => {
  const parsed = parseJson(body)
  const value: unknown =
    typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>)[name] : null
  return typeof value === 'string' ? value : null
}
