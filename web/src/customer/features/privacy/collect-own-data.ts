import { listCreditCall } from '@clube/contract/campaigns/credit-calls.ts'
import { listTransactionsCall } from '@clube/contract/campaigns/transaction-calls.ts'
import { listAcceptancesCall } from '@clube/contract/consent/acceptance-calls.ts'
import {
  listOwnTicketsCall,
  readConversationCall,
  type Conversation,
} from '@clube/contract/customer-service/calls.ts'
import { readProfileCall } from '@clube/contract/identity/profile-call.ts'
import { pointsStatementCall, readPointsCall } from '@clube/contract/points/calls.ts'
import { listDataAccessesCall, readOwnPromotionDataCall } from '@clube/contract/privacy/data-access-calls.ts'
import { listOwnRatingsCall } from '@clube/contract/ratings/calls.ts'
import { listReceiptsCall } from '@clube/contract/receipts/receipt-calls.ts'
import { dataOf, pageOf } from '../../../parts/call-failed.ts'
import type { Send } from '../../../platform/api/client.ts'
import type { Sent } from '../../../platform/api/failure.ts'

/**
 * Collects everything the club shows a person about themselves into one object for a file, each part as sent by the
 * server, keyed by name.
 * @throws {CallFailed} when a part fails to load: the file must be complete
 */
export async function collectOwnData(send: Send): Promise<Sent<Record<string, unknown>>> {
  const own = await send(readOwnPromotionDataCall, {})
  if (!own.ok) return own
  const data = {
    profile: await dataOf(send(readProfileCall, {})),
    acceptances: await dataOf(send(listAcceptancesCall, {})),
    points: await dataOf(send(readPointsCall, {})),
    points_statement: await allPages((cursor) => pageOf(send(pointsStatementCall, { query: { cursor } }))),
    receipts: await allPages((cursor) => pageOf(send(listReceiptsCall, { query: { cursor } }))),
    purchase_ratings: await dataOf(send(listOwnRatingsCall, {})),
    receipt_credit: await dataOf(send(listCreditCall, {})),
    service_tickets: await collectConversations(send),
    participations: await allPages((cursor) => pageOf(send(listTransactionsCall, { query: { cursor } }))),
    ...own.data,
    data_accesses: await allPages((cursor) => pageOf(send(listDataAccessesCall, { query: { cursor } }))),
  }
  return { ...own, data }
}

/** Every conversation with customer service, without internal notes, which are not the person's. */
async function collectConversations(send: Send): Promise<Conversation[]> {
  const tickets = await allPages((cursor) => pageOf(send(listOwnTicketsCall, { query: { cursor } })))
  const conversations: Conversation[] = []
  for (const { ticket_id } of tickets)
    conversations.push(await dataOf(send(readConversationCall, { params: { ticket_id } })))
  return conversations
}

async function allPages<Item>(
  read: (cursor: string | undefined) => Promise<{ data: Item[]; next_cursor: string | null }>,
): Promise<Item[]> {
  const all: Item[] = []
  let cursor: string | undefined
  do {
    const page = await read(cursor)
    all.push(...page.data)
    cursor = page.next_cursor ?? undefined
  } while (cursor !== undefined)
  return all
}
