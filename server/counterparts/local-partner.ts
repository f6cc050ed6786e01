import { createHash, timingSafeEqual } from 'node:crypto'
import * as z from 'zod/mini'
import { signatureOf, type PartnerSecrets } from '../src/adapters/outside/http-partner-programme.ts'
import type { Clock } from '../src/ports/clock.ts'
import {
  createCounterpartServer,
  type CounterpartRequest,
  type CounterpartRules,
  type CounterpartServer,
  type Observe,
  type Reply,
  type Wait,
} from './counterpart-server.ts'
import { openJournal } from './journal.ts'
import type { Misbehavior } from './misbehavior.ts'
import {
  createPartnerBooks,
  type BookedDebit,
  type PartnerBooks,
  type PartnerCommand,
  type PartnerMember,
  type PartnerResult,
} from './partner-books.ts'

export type LocalPartner = CounterpartServer & {
  /** Base URL of its interface. */
  readonly base_url: () => string
  readonly addMember: (member: PartnerMember) => void
  /** The member withdraws the permission to quote and debit points. */
  readonly revoke: (member_number: string) => void
  /** The member's quotes expire now. */
  readonly expireQuotes: (member_number: string) => void
  readonly findMember: (member_number: string) => PartnerMember | null
  readonly members: () => readonly PartnerMember[]
  /** Every debit in order, with refunded ones, for comparing with the club's. */
  readonly books: () => readonly BookedDebit[]
  /** Makes issued tokens invalid. */
  readonly expireTokens: () => void
}

export type LocalPartnerOptions = PartnerSecrets & {
  readonly client_id: string
  readonly clock: Clock
  /** Journal file; null keeps everything in memory. */
  readonly file: string | null
  /** Journal of the misbehavior that is switched on; by default it is kept in memory. */
  readonly misbehaviorFile?: string | null
  readonly wait?: Wait
  readonly observe?: Observe
}

/** Tolerated difference of a signature's timestamp. */
const timestampMs = 300_000
const tokenSeconds = 900

/** Debits of member numbers with these first digits make the partner misbehave. */
const sentinels: Readonly<Record<string, Misbehavior>> = { '500': 'error-500', '504': 'silent' }

const text = z.string().check(z.minLength(1), z.maxLength(100))
const points = z.int().check(z.minimum(1), z.maximum(1_000_000_000))
const linkSchema = z.object({ member_number: text, proof: text, document_id: text })
const quoteSchema = z.object({ member_number: text, points })
const debitSchema = z.object({
  key: text,
  member_number: text,
  points,
  quote_reference: text,
  valid_until: z.iso.datetime(),
})
const refundSchema = z.object({ key: text })

/** A partner programme as a real HTTP server on loopback; not started yet. */
export const createLocalPartner = (options: LocalPartnerOptions): LocalPartner => {
  const { clock } = options
  const books = createPartnerBooks()
  const journal = openJournal<PartnerCommand, PartnerResult>(options.file, books.execute)
  const tokens = createTokens(options)
  const execute = (command: PartnerCommand): PartnerResult => journal.execute(command)
  const now = () => clock().toISOString()

  const handle = (request: CounterpartRequest): Reply => {
    const operation = operationOf(request)
    if (operation === 'token') return tokens.issue(request)
    if (!tokens.isValid(request) || !isSigned(request, options))
      return { status: 401, body: { error: 'unauthorized' } }
    switch (operation) {
      case 'link':
        return answer(linkSchema, request, (input) => {
          const result = execute({ kind: 'link', ...input })
          const { member_number } = input
          return result.kind === 'refused'
            ? refusal(result, { member_number })
            : { status: 200, body: { member_number, state: 'linked' } }
        })
      case 'quote':
        return answer(quoteSchema, request, (input) => {
          const result = execute({ kind: 'quote', ...input, at: now() })
          return result.kind === 'quoted'
            ? { status: 200, body: { ...result.quote, balance: result.balance } }
            : refusal(result, { member_number: input.member_number })
        })
      case 'debit':
        return answer(debitSchema, request, (input) =>
          request.headers['idempotency-key'] === input.key
            ? debitReply(execute({ kind: 'debit', ...input, at: now() }), input.key)
            : { status: 400, body: { error: 'invalid' } },
        )
      case 'find-debit':
        return findReply(books, request.query.get('key') ?? '')
      case 'refund':
        return answer(refundSchema, request, ({ key }) => {
          const result = execute({ kind: 'refund', key, at: now() })
          return result.kind === 'refunded'
            ? { status: 200, body: { key, refunded_at: result.refunded_at } }
            : { status: 404, body: { error: 'unknown-debit', key } }
        })
      default:
        return { status: 404, body: { error: 'not-found' } }
    }
  }

  const server = createCounterpartServer(
    {
      operationOf,
      handle: (request) => {
        journal.refresh()
        return handle(request)
      },
      sentinelOf: (request) =>
        operationOf(request) === 'debit' ? (sentinels[memberPrefixOf(request.body)] ?? null) : null,
      contradict: replace({ member_number: () => '70009999', key: () => 'another-key' }),
      changeAmount: replace({ points: (value) => Number(value) + 1 }),
    } satisfies CounterpartRules,
    options,
  )

  return {
    ...server,
    base_url: () => `${server.url()}/v1`,
    addMember: (member) => void execute({ kind: 'add-member', member }),
    revoke: (member_number) => void execute({ kind: 'revoke', member_number }),
    expireQuotes: (member_number) =>
      void execute({ kind: 'expire-quotes', member_number, at: clock().toISOString() }),
    findMember: books.findMember,
    members: () => {
      journal.refresh()
      return books.members()
    },
    books: () => {
      journal.refresh()
      return books.debits()
    },
    expireTokens: tokens.expire,
  }
}

const operations: Readonly<Record<string, string>> = {
  'POST /v1/oauth2/token': 'token',
  'POST /v1/links': 'link',
  'POST /v1/quotes': 'quote',
  'POST /v1/debits': 'debit',
  'GET /v1/debits': 'find-debit',
  'POST /v1/refunds': 'refund',
}
export const partnerOperations = Object.values(operations)
const operationOf = ({ method, path }: CounterpartRequest): string =>
  operations[`${method} ${path}`] ?? (path.startsWith('/elsewhere/') ? 'elsewhere' : 'unknown')

const debitReply = (result: PartnerResult, key: string): Reply => {
  switch (result.kind) {
    case 'debited':
      return debitBody(result.debit)
    case 'conflict':
      return { status: 409, body: { error: 'key-reused', key } }
    default:
      return refusal(result, { key })
  }
}

const findReply = (books: PartnerBooks, key: string): Reply => {
  const debit = books.findDebit(key)
  return debit ? debitBody(debit) : { status: 404, body: { error: 'unknown-debit', key } }
}

const debitBody = ({ key, reference, member_number, points: debited, debited_at }: BookedDebit): Reply => ({
  status: 200,
  body: { key, reference, member_number, points: debited, debited_at },
})

const refusal = (result: PartnerResult, about: object): Reply => ({
  status: 422,
  body: { error: result.kind === 'refused' ? result.error : 'invalid', ...about },
})

const answer = <Schema extends z.ZodMiniType>(
  schema: Schema,
  { body }: CounterpartRequest,
  reply: (input: z.infer<Schema>) => Reply,
): Reply => {
  const parsed = z.safeParse(schema, parseJson(body))
  return parsed.success ? reply(parsed.data) : { status: 400, body: { error: 'invalid' } }
}

/** The parsed JSON; null if it is invalid. */
export const parseJson = (value: string): unknown => {
  try {
    return JSON.parse(value)
  } catch {
    return null
  }
}

const memberPrefixOf = (body: string): string => {
  const parsed = z.safeParse(z.object({ member_number: z.string() }), parseJson(body))
  return parsed.success ? parsed.data.member_number.slice(0, 3) : ''
}

/** Replaces fields of a reply that has them. */
export const replace =
  (changes: Readonly<Record<string, (value: unknown) => unknown>>) =>
  ({ status, body }: Reply): Reply => ({
    status,
    body: Object.fromEntries(
      Object.entries(body).map(([name, value]) => [name, changes[name]?.(value) ?? value]),
    ),
  })

const isSigned = (
  { method, target, headers, body }: CounterpartRequest,
  { clock, signing_secret }: LocalPartnerOptions,
): boolean => {
  const { 'x-timestamp': timestamp, 'x-signature': signature } = headers
  if (typeof timestamp !== 'string' || typeof signature !== 'string') return false
  const differenceMs = Math.abs(clock().getTime() - Number(timestamp) * 1000)
  return (
    differenceMs <= timestampMs &&
    isEqual(signature, signatureOf(signing_secret, { method, target, timestamp, body }))
  )
}

/** Compares two secrets in constant time. */
export const isEqual = (left: string, right: string): boolean => {
  const [a, b] = [left, right].map((value) => createHash('sha256').update(value).digest())
  return a !== undefined && b !== undefined && timingSafeEqual(a, b)
}

/** Access tokens of the OAuth 2.0 client credentials grant: signed expiry instants. */
const createTokens = ({ client_id, client_secret, clock }: LocalPartnerOptions) => {
  let generation = 0
  const tokenOf = (expires_at: string): string => {
    const signature = createHash('sha256').update(`${client_secret} ${generation} ${expires_at}`)
    return `${expires_at}.${signature.digest('hex')}`
  }
  return {
    expire: () => {
      generation += 1
    },
    issue: ({ headers, body }: CounterpartRequest): Reply => {
      const identification = Buffer.from(
        `${encodeURIComponent(client_id)}:${encodeURIComponent(client_secret)}`,
      )
      const expected = `Basic ${identification.toString('base64')}`
      if (!isEqual(headers.authorization ?? '', expected))
        return { status: 401, body: { error: 'invalid_client' } }
      if (new URLSearchParams(body).get('grant_type') !== 'client_credentials')
        return { status: 400, body: { error: 'unsupported_grant_type' } }
      const access_token = tokenOf(String(clock().getTime() + tokenSeconds * 1000))
      return { status: 200, body: { access_token, token_type: 'Bearer', expires_in: tokenSeconds } }
    },
    isValid: ({ headers }: CounterpartRequest): boolean => {
      const token = (headers.authorization ?? '').replace(/^Bearer /, '')
      const [expires_at = ''] = token.split('.')
      return isEqual(token, tokenOf(expires_at)) && clock().getTime() < Number(expires_at)
    },
  }
}
