import type { SessionPlan } from '@clube/contract/event-tickets/session-plan.ts'
import type { EventTicketDeps } from './deps.ts'
import { createConfirmReservation } from './reservations/confirm-reservation.ts'
import { joinWaitingList } from './waiting-list/join-waiting-list.ts'
import { createReserveTickets } from './reservations/reserve-tickets.ts'
import { insertSession } from './event-session-store.ts'
import { inTransaction } from '../../db/database.ts'

/** Demonstration data: an event session with ticket holders and a waiting list, created through the use cases. */
export type EventSessionSeed = {
  readonly campaign_id: string
  readonly plan: SessionPlan
  readonly ticket_holders: readonly {
    readonly customer_id: string
    readonly name: string
    readonly quantity: number
    /** A new participation of the customer. */
    readonly transaction_id: string
  }[]
  /** Version of the event terms that the ticket holders accept; null when the club has none. */
  readonly terms_version: string | null
  readonly waiting: readonly { readonly customer_id: string; readonly quantity: number }[]
}

/** @returns the session's id */
export const seedEventSession = async (deps: EventTicketDeps, seed: EventSessionSeed): Promise<string> => {
  const { campaign_id, plan, terms_version } = seed
  const session_id = await inTransaction(deps.db, (tx) =>
    insertSession(tx, { campaign_id, plan, now: deps.clock() }),
  )
  const reserve = createReserveTickets(deps)
  const confirm = createConfirmReservation(deps)
  const channel = { service_channel: 'site' }
  for (const { name, ...holder } of seed.ticket_holders) {
    const actor = { customer_id: holder.customer_id, identified_session_id: null }
    const { quantity } = holder
    const { reservation_id } = await reserve({ ...holder, ...actor, ...channel, session_id, has_proof: true })
    const participants = Array.from({ length: quantity }, () => ({ name, birth_date: null }))
    const evidence = { terms_version, seen_session: null, ip: '127.0.0.1' }
    await confirm({ ...actor, reservation_id, participants, ...evidence })
  }
  for (const person of seed.waiting) {
    const actor = { ...person, identified_session_id: null }
    await joinWaitingList(deps, { ...actor, ...channel, session_id, has_proof: true })
  }
  return session_id
}
