import { Refusal } from '../../kernel/refusal.ts'
import type { Promotion } from '../campaigns/index.ts'
import { giveBack } from './cancel-reservation.ts'
import { eraseReservations } from './leaving-store.ts'
import { forgetWaiting } from './waiting-store.ts'

/** What event tickets owe the rest of the product. */
export const eventTicketPromotion: Promotion = {
  // Sessions are rows of their own: staff write them at their desk, before and after the campaign begins.
  settingsFaults: () => [],
  reverse: async (tx, { transaction, now }) => {
    const reservation_id = reservationIdOf(transaction.answer)
    if (reservation_id === null) throw new Refusal('campaigns.not-reversible')
    try {
      await giveBack(tx, reservation_id, now)
    } catch (error) {
      throw error instanceof Refusal ? new Refusal('campaigns.not-reversible') : error
    }
  },
  // What could be given back was, before; what is left stays counted, without a name.
  erasePersonalData: async (tx, customer_id) => {
    await forgetWaiting(tx, customer_id)
    await eraseReservations(tx, customer_id)
  },
}

/** The reservation that the answer of a participation tells of; it may be one of an earlier participation. */
const reservationIdOf = (answer: unknown): string | null => {
  const id = (answer as { reservation_id?: unknown } | null)?.reservation_id
  return typeof id === 'string' ? id : null
}
