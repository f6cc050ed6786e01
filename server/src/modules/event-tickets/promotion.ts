import type { Tx } from '../../db/database.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { Promotion } from '../campaigns/index.ts'
import { giveBack } from './cancel-reservation.ts'
import type { EventTicketDeps } from './deps.ts'
import { endEntry } from './leave-waiting-list.ts'
import { eraseReservations, listHeld } from './reservation-store.ts'
import { lockSession } from './session-store.ts'
import { findEntry, listOpenEntries } from './waiting-store.ts'

/** What event tickets owe the rest of the product. */
export const createEventTicketPromotion = (deps: EventTicketDeps): Promotion => ({
  // Sessions are rows of their own: staff write them at their desk, before and after the campaign begins.
  settingsFaults: () => [],
  reverse: async (tx, { transaction, now }) => {
    const reservation_id = reservationIdOf(transaction.answer)
    if (reservation_id === null) throw new Refusal('campaigns.not-reversible')
    try {
      await giveBack(deps, tx, reservation_id, now)
    } catch (error) {
      if (error instanceof Refusal) throw new Refusal('campaigns.not-reversible')
      throw error
    }
  },
  erasePersonalData: (tx, customer_id) => erase(deps, tx, customer_id),
})

/** The reservation that the answer of a participation tells of; it may be one of an earlier participation. */
const reservationIdOf = (answer: unknown): string | null => {
  const id = (answer as { reservation_id?: unknown } | null)?.reservation_id
  return typeof id === 'string' ? id : null
}

/** Holds and waiting end; tickets stay valid without a name, and stay counted. */
const erase = async (deps: EventTicketDeps, tx: Tx, customer_id: string): Promise<void> => {
  const now = deps.clock()
  for (const { id } of await listHeld(tx, customer_id)) await giveBack(deps, tx, id, now)
  for (const { id, session_id } of await listOpenEntries(tx, { customer_id })) {
    await lockSession(tx, session_id)
    const entry = await findEntry(tx, id)
    if (entry && entry.state !== 'accepted') await endEntry(deps, tx, entry, now)
  }
  await eraseReservations(tx, customer_id)
}
