import { listTransactionsCall } from '@clube/contract/campaigns/transaction-calls.ts'
import { listAcceptancesCall } from '@clube/contract/consent/acceptance-calls.ts'
import { listMyTicketsCall } from '@clube/contract/event-tickets/calls.ts'
import { listMyWaitingCall } from '@clube/contract/event-tickets/waiting-list-calls.ts'
import { readProfileCall } from '@clube/contract/identity/account-calls.ts'
import { pointsStatementCall, readPointsCall } from '@clube/contract/points/calls.ts'
import { listDataLooksCall } from '@clube/contract/privacy/look-calls.ts'
import { listReceiptsCall } from '@clube/contract/receipts/receipt-calls.ts'
import { dataOf, pageOf } from '../../../parts/call-failed.ts'
import type { Send } from '../../../platform/api/client.ts'

/**
 * Everything the club shows a person of themselves, as one object for a file: each part under the name of its data, as
 * the server gave it.
 * @throws {CallFailed} when a part did not come: half of it is not "my data"
 */
export async function collectOwnData(send: Send): Promise<Record<string, unknown>> {
  return {
    profile: await dataOf(send(readProfileCall, {})),
    acceptances: await dataOf(send(listAcceptancesCall, {})),
    points: await dataOf(send(readPointsCall, {})),
    points_statement: await allPages((cursor) => pageOf(send(pointsStatementCall, { query: { cursor } }))),
    receipts: await allPages((cursor) => pageOf(send(listReceiptsCall, { query: { cursor } }))),
    participations: await allPages((cursor) => pageOf(send(listTransactionsCall, { query: { cursor } }))),
    reservations: await dataOf(send(listMyTicketsCall, {})),
    waiting_lists: await dataOf(send(listMyWaitingCall, {})),
    data_looks: await allPages((cursor) => pageOf(send(listDataLooksCall, { query: { cursor } }))),
  }
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
