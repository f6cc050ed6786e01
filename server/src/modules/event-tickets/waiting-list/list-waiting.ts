import type { ListedWaitingEntry } from '@clube/contract/event-tickets/staff-calls.ts'
import { inTransaction } from '../../../db/database.ts'
import type { EventTicketDeps } from '../deps.ts'
import { requireSession, findHolders, auditReading } from '../reservations/list-reservations.ts'
import { firstNameOf } from '../reservations/ticket.ts'
import { listSessionWaiting } from './waiting-store.ts'

/** The waiting list, offers first; reading it is audited. @throws {Refusal} event-tickets.unknown-session */
export const listWaitingPeople = (
  deps: EventTicketDeps,
  input: { session_id: string; staff_id: string },
): Promise<ListedWaitingEntry[]> =>
  inTransaction(deps.db, async (tx) => {
    await requireSession(tx, input.session_id)
    const entries = await listSessionWaiting(tx, input.session_id)
    const holders = await findHolders(deps, tx, entries)
    await auditReading(deps, tx, {
      ...input,
      action: 'list-waiting',
      sentence: 'Consultou a lista de espera de uma sessão.',
    })
    return entries.map((entry) => ({
      entry_id: entry.id,
      customer_name: firstNameOf(holders.get(entry.customer_id)?.name ?? ''),
      customer_id: entry.customer_id,
      document: holders.get(entry.customer_id)?.document ?? '',
      quantity: entry.quantity,
      state: entry.state,
      joined_at: entry.joined_at.toISOString(),
      offer_expires_at: entry.offer_expires_at?.toISOString() ?? null,
    }))
  })
