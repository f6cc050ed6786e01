import { randomBytes, randomUUID } from 'node:crypto'
import { redeemPartnerPointsCall } from '@clube/contract/partner-points/calls.ts'
import type { PartnerPointsSettings } from '@clube/contract/partner-points/settings.ts'
import { sql } from 'kysely'
import { testCredentials } from '../../server/counterparts/counterparts.testing.ts'
import {
  signatureOf,
  createHttpPartnerProgramme,
} from '../../server/src/adapters/outside/http-partner-programme.ts'
import { systemRandom } from '../../server/src/adapters/random/system-random.ts'
import type { Db } from '../../server/src/db/database.ts'
import {
  createParticipants,
  type Participant,
} from '../../server/src/modules/event-tickets/event-fixtures.testing.ts'
import { createVault } from '../../server/src/modules/vault/index.ts'
import { withParticipations } from '../rush/participations.ts'
import { memberOf } from './partner-member.ts'

export const rootKey = Buffer.alloc(32, 'k')
const partner = 'voe-mais'
const points = 2_000
const dayMs = 24 * 3_600_000

const settings: PartnerPointsSettings = {
  partner,
  minimum: 1_000,
  maximum: 20_000,
  step: 500,
  limit_per_day: null,
  password_from_points: null,
}

/** A signed-in customer with a linked account at the partner. */
export type Member = Participant & { readonly link_id: string; readonly member_number: string }

/** Creates a campaign and customers with linked accounts, inserted directly. */
export const createMembers = async (
  db: Db,
  count: number,
): Promise<{ campaign_id: string; members: readonly Member[] }> => {
  const now = new Date()
  const { rows } = await sql<{ id: string }>`
    insert into campaign (slug, kind, state, title, summary, description, starts_at, ends_at, redeem_until, audience,
      legal, settings, edited_by, approved_by, created_at, updated_at)
    values ('trocas', 'partner_points', 'active', 'Trocas', 'Trocas.', 'Trocas.', now() - interval '1 day',
      now() + interval '9 days', now() + interval '9 days', '{"document_types":["cpf"],"minimum_age":null}',
      '{"certificate_number":null,"authority":null,"prize_list":[]}', ${JSON.stringify(settings)}, '{ana}', 'bia',
      now(), now())
    returning id`.execute(db)
  const campaign_id = rows[0]?.id ?? ''
  await sql`insert into partner (slug, is_on) values (${partner}, true)`.execute(db)
  const customers = await createParticipants(db, { campaign_id, people: count, now })
  // Each run opens a participation for everyone.
  await sql`delete from promotion_transaction`.execute(db)
  const vault = createVault(rootKey)
  const members: Member[] = []
  for (const [index, customer] of customers.entries()) {
    const { member_number } = memberOf(index)
    const { id } = await db
      .insertInto('partner_link')
      .values({
        partner,
        customer_id: customer.customer_id,
        member_sealed: vault.seal('partner-link.member', member_number),
        member_index: randomBytes(32),
        member_end: member_number.slice(-4),
        consent_version: 'bench',
        linked_at: now,
        unlinked_at: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    members.push({ ...customer, link_id: id, member_number })
  }
  return { campaign_id, members }
}

const programmeOf = (base_url: string) =>
  createHttpPartnerProgramme({ ...testCredentials, base_url, clock: () => new Date(), random: systemRandom })

/** A new quote of the partner for each member, in their order. */
const quoteAll = async (
  base_url: string,
  members: readonly Member[],
): Promise<readonly { reference: string; club_points: number }[]> => {
  const programme = programmeOf(base_url)
  const quotes: { reference: string; club_points: number }[] = []
  for (const { member_number } of members) {
    const answer = await programme.quote({ member_number, points })
    if (answer.kind !== 'quoted') throw new Error('The partner refused a quote')
    quotes.push(answer.quote)
  }
  return quotes
}

/** Opens a participation with a new quote for each member. @returns the requests that redeem them */
export const withQuotes = async (
  db: Db,
  { base_url, members, campaign_id }: { base_url: string; members: readonly Member[]; campaign_id: string },
) => {
  const quotes = await quoteAll(base_url, members)
  const participants = await withParticipations(db, members, campaign_id, 'partner_points')
  const expires_at = new Date(Date.now() + 240_000)
  const { rows } = await sql<{ id: string; link_id: string }>`
    insert into partner_quote (link_id, campaign_id, partner_points, club_points, reference, quoted_at, expires_at)
    select link_id, ${campaign_id}::uuid, ${points}::int, club_points, reference, now(), ${expires_at}
    from unnest(${members.map(({ link_id }) => link_id)}::uuid[], ${quotes.map(({ club_points }) => club_points)}::int[],
      ${quotes.map(({ reference }) => reference)}::text[]) as q (link_id, club_points, reference)
    returning id, link_id`.execute(db)
  const ids = new Map(rows.map(({ id, link_id }) => [link_id, id]))
  return participants.map(({ token, transaction_id, link_id }) => ({
    token,
    path: redeemPartnerPointsCall.path
      .replace(':partner', partner)
      .replace(':transaction_id', transaction_id),
    body: { campaign_id, points, quote_id: ids.get(link_id), service_channel: 'site' },
  }))
}

/** Signed requests to debit each member once. */
export const debitRequests = async (base_url: string, members: readonly Member[]): Promise<Buffer[]> => {
  const quotes = await quoteAll(base_url, members)
  const { client_id, client_secret, signing_secret } = testCredentials
  const response = await fetch(`${base_url}/oauth2/token`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: 'grant_type=client_credentials',
  })
  const { access_token } = (await response.json()) as { access_token: string }
  const { host, pathname } = new URL(`${base_url}/debits`)
  const timestamp = String(Math.floor(Date.now() / 1000))
  return members.map(({ member_number }, index) => {
    const key = randomUUID()
    const body = JSON.stringify({
      key,
      member_number,
      points,
      quote_reference: quotes[index]?.reference,
      valid_until: new Date(Date.now() + dayMs).toISOString(),
    })
    const signature = signatureOf(signing_secret, { method: 'POST', target: pathname, timestamp, body })
    return Buffer.from(
      `POST ${pathname} HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${access_token}\r\n` +
        `x-timestamp: ${timestamp}\r\nx-signature: ${signature}\r\nidempotency-key: ${key}\r\n` +
        `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    )
  })
}
