import { createHmac } from 'node:crypto'
import * as z from 'zod/mini'
import {
  PartnerUnavailable,
  type PartnerDebit,
  type PartnerProgramme,
} from '../../ports/partner-programme.ts'
import type { Clock } from '../../ports/clock.ts'
import { requestJson } from '../fetch-json.ts'
import { amount, isoInstant, reference } from './answer-schemas.ts'
import {
  createOutsideClient,
  OutsideFailure,
  rethrowAsFailure,
  urlOf,
  type Credentials,
  type OutsideOptions,
} from './outside-client.ts'

/** Secrets of the club at a partner. */
export type PartnerSecrets = { readonly client_secret: string; readonly signing_secret: string }

const points = amount.check(z.minimum(1))
const debitSchema = z.object({
  key: z.string(),
  reference,
  member_number: reference,
  points,
  debited_at: isoInstant,
})
const refusalSchema = z.object({ error: reference, member_number: z.string() })
const keyedRefusalSchema = z.object({ error: reference, key: z.string() })

const linkRefusals = ['unknown-member', 'wrong-proof', 'other-document'] as const
const quoteRefusals = ['insufficient-balance', 'not-authorized'] as const
const debitRefusals = [...quoteRefusals, 'quote-expired'] as const
/** @throws {OutsideFailure} for a reason that the interface does not define */
const refusal = <Reason extends string>(reasons: readonly Reason[], error: string) => {
  const reason = reasons.find((known) => known === error)
  if (reason === undefined) throw new OutsideFailure('unknown-refusal')
  return { kind: 'refused', reason } as const
}

/**
 * A partner with the documented HTTP interface (docs/how-to/connect-a-partner.md): OAuth 2.0 client credentials, signed
 * requests, and an `Idempotency-Key` for debits. A response about another member, key or amount is `unknown`.
 */
export const createHttpPartnerProgramme = (
  options: OutsideOptions & PartnerSecrets & { client_id: string },
): PartnerProgramme => {
  const run = createOutsideClient({ ...options, credentials: signedRequests(options) })
  const debitOf = (debit: z.infer<typeof debitSchema>, key: string): PartnerDebit => {
    const { key: returned, ...result } = debit
    requireSame(returned, key)
    return result
  }

  return {
    link: ({ member_number, proof, document_id }) =>
      run(async (send) => {
        const { status, body } = await send({
          method: 'POST',
          path: '/links',
          body: { member_number, proof, document_id },
          answers: {
            200: z.object({ member_number: z.string(), state: z.literal('linked') }),
            422: refusalSchema,
          },
        })
        requireSame(body.member_number, member_number)
        return status === 200 ? ({ kind: 'linked' } as const) : refusal(linkRefusals, body.error)
      }).catch(throwUnavailable),

    quote: (asked) =>
      run(async (send) => {
        const { status, body } = await send({
          method: 'POST',
          path: '/quotes',
          body: { member_number: asked.member_number, points: asked.points },
          answers: {
            200: z.object({
              reference,
              member_number: z.string(),
              points,
              club_points: points,
              balance: amount,
              expires_at: isoInstant,
            }),
            422: refusalSchema,
          },
        })
        requireSame(body.member_number, asked.member_number)
        if (status === 422) return refusal(quoteRefusals, body.error)
        requireSame(body.points, asked.points)
        const { club_points, balance, expires_at } = body
        const quote = { reference: body.reference, points: asked.points, club_points, balance, expires_at }
        return { kind: 'quoted', quote } as const
      }).catch(throwUnavailable),

    debit: ({ key, member_number, points: asked, quote_reference, valid_until }) =>
      run(async (send) => {
        const { status, body } = await send({
          method: 'POST',
          path: '/debits',
          headers: { 'idempotency-key': key },
          body: {
            key,
            member_number,
            points: asked,
            quote_reference,
            valid_until: valid_until.toISOString(),
          },
          answers: {
            200: debitSchema,
            422: keyedRefusalSchema,
          },
        })
        if (status === 422) {
          requireSame(body.key, key)
          return refusal(debitRefusals, body.error)
        }
        const result = debitOf(body, key)
        requireSame(result.member_number, member_number)
        requireSame(result.points, asked)
        return { kind: 'done', result } as const
      }).catch(unknown),

    findDebit: (key) =>
      run(async (send) => {
        const { status, body } = await send({
          method: 'GET',
          path: '/debits',
          query: { key },
          // A 404 without our key may come from a proxy or a wrong address.
          answers: { 200: debitSchema, 404: keyedRefusalSchema },
        })
        if (status === 200) return { kind: 'done', result: debitOf(body, key) } as const
        requireSame(body.key, key)
        refusal(['unknown-debit'], body.error)
        return { kind: 'absent' } as const
      }).catch(unknown),

    refund: (key) =>
      run(async (send) => {
        const { status, body } = await send({
          method: 'POST',
          path: '/refunds',
          headers: { 'idempotency-key': key },
          body: { key },
          answers: {
            200: z.object({ key: z.string(), refunded_at: isoInstant }),
            404: keyedRefusalSchema,
          },
        })
        requireSame(body.key, key)
        return status === 200
          ? ({ kind: 'done', result: { refunded_at: body.refunded_at } } as const)
          : refusal(['unknown-debit'], body.error)
      }).catch(unknown),
  }
}

/** @throws {OutsideFailure} when the response is about something that was not asked */
const requireSame = (returned: string | number, asked: string | number): void => {
  if (returned !== asked) throw new OutsideFailure('contradiction')
}

const unknown = (error: unknown) => {
  if (error instanceof OutsideFailure) return { kind: 'unknown', cause: error.code } as const
  throw error
}

const throwUnavailable = (error: unknown): never => {
  throw error instanceof OutsideFailure ? new PartnerUnavailable(error.code) : error
}

/** The text that a request's signature covers. */
export const signedText = (request: {
  method: string
  target: string
  timestamp: string
  body: string
}): string => [request.method, request.target, request.timestamp, request.body].join('\n')

/** HMAC-SHA-256 of a request, in hexadecimal. */
export const signatureOf = (secret: string, request: Parameters<typeof signedText>[0]): string =>
  createHmac('sha256', secret).update(signedText(request)).digest('hex')

const tokenSchema = z.object({
  access_token: z.string().check(z.regex(/^[\x21-\x7e]{1,2048}$/)),
  token_type: z.string().check(z.regex(/^bearer$/i)),
  expires_in: z.int().check(z.minimum(1), z.maximum(86_400)),
})
/** A token is not used in its last seconds, which a request may take. */
const tokenMarginMs = 10_000

type Token = { readonly value: string; readonly expires_at: number }

/** The access token, requested once for concurrent requests and kept until shortly before it expires, and the signature. */
const signedRequests = (
  options: PartnerSecrets & { base_url: string; client_id: string; clock: Clock },
): Credentials => {
  const { clock, signing_secret } = options
  let token: Token | null = null
  let pending: Promise<Token> | null = null

  const tokenFor = async (signal: AbortSignal): Promise<Token> => {
    if (token && clock().getTime() < token.expires_at) return token
    pending ??= requestToken(options, signal).finally(() => {
      pending = null
    })
    token = await pending
    return token
  }

  return {
    headersFor: async ({ signal, ...request }) => {
      const timestamp = String(Math.floor(clock().getTime() / 1000))
      return {
        authorization: `Bearer ${(await tokenFor(signal)).value}`,
        'x-timestamp': timestamp,
        'x-signature': signatureOf(signing_secret, { ...request, timestamp }),
      }
    },
    discard: (headers) => {
      if (headers['authorization'] === `Bearer ${token?.value}`) token = null
    },
  }
}

const requestToken = async (
  options: PartnerSecrets & { base_url: string; client_id: string; clock: Clock },
  signal: AbortSignal,
): Promise<Token> => {
  const { base_url, client_id, client_secret, clock } = options
  const identification = [client_id, client_secret].map(encodeURIComponent).join(':')
  const requested_at = clock().getTime()
  const { status, body } = await requestJson(urlOf(base_url, '/oauth2/token', {}).href, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(identification).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: 'grant_type=client_credentials',
    signal,
    reads: (code) => code === 200,
  }).catch(rethrowAsFailure)
  if (status !== 200)
    throw new OutsideFailure(status >= 500 ? `status-${status}` : 'credentials-rejected', {
      isTransient: status >= 500,
    })
  const parsed = z.safeParse(tokenSchema, body)
  if (!parsed.success) throw new OutsideFailure('malformed')
  const { access_token, expires_in } = parsed.data
  const lifetimeMs = expires_in * 1000
  return {
    value: access_token,
    expires_at: requested_at + Math.max(lifetimeMs - tokenMarginMs, lifetimeMs / 2),
  }
}
