import type { EventTicketDeps } from './deps.ts'
import { confirmReservation } from './confirm-reservation.ts'
import { joinWaitingList } from './join-waiting-list.ts'
import { createReserveTickets } from './reserve-tickets.ts'
import type { SessionPlan } from './session.ts'
import { insertSession } from './session-store.ts'
import { inTransaction } from '../../db/database.ts'

/** A session of a seed with who has bought and who waits; everybody acts as people would. */
export type SessionSeed = {
  readonly campaign_id: string
  readonly plan: SessionPlan
  readonly buyers: readonly {
    readonly customer_id: string
    readonly name: string
    readonly quantity: number
    /** A fresh participation of theirs. */
    readonly transaction_id: string
  }[]
  readonly waiting: readonly { readonly customer_id: string; readonly quantity: number }[]
}

/** @returns the session's id */
export const seedSession = async (deps: EventTicketDeps, seed: SessionSeed): Promise<string> => {
  const { campaign_id, plan } = seed
  const session_id = await inTransaction(deps.db, (tx) =>
    insertSession(tx, { campaign_id, plan, now: deps.clock() }),
  )
  const reserve = createReserveTickets(deps)
  const channel = { service_channel: 'site' }
  for (const { name, ...buyer } of seed.buyers) {
    const { customer_id, quantity } = buyer
    const { reservation_id } = await reserve({ ...buyer, ...channel, session_id })
    const participants = Array.from({ length: quantity }, () => ({ name, birth_date: null }))
    const origin = { terms_version: null, address: '127.0.0.1' }
    await confirmReservation(deps, { customer_id, reservation_id, participants, ...origin })
  }
  for (const person of seed.waiting) await joinWaitingList(deps, { ...person, ...channel, session_id })
  return session_id
}
