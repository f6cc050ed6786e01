import { shortCodeOf } from '../../campaigns/index.ts'
import type { EventTicketDeps } from '../deps.ts'
import { offlineSalt, shortOfflineHash, ticketCodes } from './ticket.ts'
import { saveShortOfflineHash, type TicketRow } from './ticket-store.ts'

/**
 * Tickets with the hashes of their short codes for the offline list. Each hash is computed once: when the ticket is
 * issued, or here if it is missing, outside transactions and one at a time, so that neither session locks nor password
 * hashing waits for thousands of them.
 */
export const withShortHashes = async (
  { db, vault }: Pick<EventTicketDeps, 'db' | 'vault'>,
  tickets: readonly TicketRow[],
): Promise<(TicketRow & { short_offline_hash: Buffer })[]> => {
  const hashed: (TicketRow & { short_offline_hash: Buffer })[] = []
  for (const ticket of tickets) {
    const { id, session_id, code_sealed, short_offline_hash: stored } = ticket
    const code = () => shortCodeOf(ticketCodes.open(vault, code_sealed))
    const short_offline_hash = stored ?? (await shortOfflineHash(offlineSalt(vault, session_id), code()))
    if (!stored) await saveShortOfflineHash(db, { id, short_offline_hash })
    hashed.push({ ...ticket, short_offline_hash })
  }
  return hashed
}
