import { Readable } from 'node:stream'
import type { TimeZone } from '@clube/contract/kernel/club-time.ts'
import type { EventTicketDeps } from '../deps.ts'
import { eachTicketRow, type TicketFileRow } from './list-reservations.ts'
import { ticketFileHeader, ticketFileLine } from './ticket-file.ts'

/**
 * The tickets of a session as a CSV file, row by row.
 * @throws {Refusal} event-tickets.unknown-session, before the first row is sent
 */
export const readTicketFile = async (
  deps: EventTicketDeps,
  input: { session_id: string; staff_id: string },
): Promise<Readable> => {
  const rows = eachTicketRow(deps, input)
  // Read first, so that an unknown session is a refusal instead of a truncated file.
  return Readable.from(linesOf(deps.time_zone, await rows.next(), rows))
}

async function* linesOf(
  time_zone: TimeZone,
  first: IteratorResult<TicketFileRow, unknown>,
  rest: AsyncGenerator<TicketFileRow>,
): AsyncGenerator<string> {
  yield ticketFileHeader
  if (first.done === true) return
  yield ticketFileLine(first.value, time_zone)
  for await (const row of rest) yield ticketFileLine(row, time_zone)
}
