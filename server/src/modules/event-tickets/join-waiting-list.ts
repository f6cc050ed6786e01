import type { WaitingEntry } from '@clube/contract/event-tickets/session.ts'
import { inTransaction, type Tx } from '../../db/database.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { EventTicketDeps } from './deps.ts'
import { quantityRefusal } from './grant-places.ts'
import { freeUp } from './release-expired.ts'
import { findAges, findStandings } from './reservation-store.ts'
import { ageRefusal, freePlaces, salesRefusal, type Session } from './session.ts'
import { lockSession } from './session-store.ts'
import { viewEntry } from './waiting-entry.ts'
import { findEntry, insertEntry, listOpenEntries } from './waiting-store.ts'

type JoinInput = {
  readonly customer_id: string
  readonly session_id: string
  readonly quantity: number
  readonly service_channel: string
}

/**
 * Puts a person on the waiting list of a session that has not so many free places; who is on it stays where they are.
 * @throws {Refusal} event-tickets.unknown-session, the refusals of reserving, event-tickets.still-available
 */
export const joinWaitingList = (deps: EventTicketDeps, input: JoinInput): Promise<WaitingEntry> =>
  inTransaction(deps.db, async (tx) => {
    const { customer_id, session_id } = input
    const now = deps.clock()
    const locked = await lockSession(tx, session_id)
    if (!locked) throw new Refusal('event-tickets.unknown-session')
    const session = await freeUp(deps, tx, locked, now)
    const [existing] = await listOpenEntries(tx, { customer_id, session_ids: [session_id] })
    if (existing) return viewEntry(existing, now)
    const refusal = salesRefusal(session, now) ?? (await personRefusal(tx, session, input))
    if (refusal) throw refusal
    if (freePlaces(session) >= input.quantity) throw new Refusal('event-tickets.still-available')
    const id = await insertEntry(tx, { ...input, now })
    const entry = id === null ? undefined : await findEntry(tx, id)
    if (!entry) throw new Error('An entry of a locked waiting list was lost')
    return viewEntry(entry, now)
  })

const personRefusal = async (tx: Tx, session: Session, input: JoinInput): Promise<Refusal | null> => {
  const { customer_id, quantity } = input
  const standings = await findStandings(tx, session.id, [customer_id])
  const refusal = quantityRefusal(session, quantity, standings.get(customer_id)?.quantity ?? 0)
  if (refusal || session.minimum_age === null) return refusal
  const person = (await findAges(tx, [customer_id])).get(customer_id)
  return person ? ageRefusal(session, person) : new Refusal('session.required')
}
