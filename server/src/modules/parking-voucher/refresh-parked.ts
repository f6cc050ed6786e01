import { CarParkUnavailable } from '../../ports/car-park.ts'
import type { ParkingDeps, ParkingServices } from './deps.ts'
import type { ParkingVoucher } from './voucher.ts'
import { claimParked, saveLeft } from './voucher-store.ts'

/** Time between two reads of a ticket. */
const pauseMs = 10 * 60_000
/** Tickets per run. */
const batchSize = 60
/** Tickets that are read at once. */
const concurrency = 4

/** Stores which cars with a voucher have left, so that the Carteira no longer shows the voucher. */
export const refreshParked = async ({
  db,
  clock,
  externalServices: { carPark },
}: Pick<ParkingDeps, 'db' | 'clock'> & Pick<ParkingServices, 'externalServices'>): Promise<void> => {
  if (!carPark) return
  const now = clock()
  const before = new Date(now.getTime() - pauseMs)
  const parked = await claimParked(db, { before, now, limit: batchSize })
  const refresh = async ({ id, ticket_number, entered_at, garage_id }: ParkingVoucher): Promise<void> => {
    if (ticket_number === null) return
    const ticket = await carPark.readTicket(ticket_number)
    const isSameStay = ticket?.garage_id === garage_id && ticket.entered_at.getTime() === entered_at.getTime()
    if (!isSameStay || ticket.state === 'left') await saveLeft(db, id, now)
  }
  for (let first = 0; first < parked.length; first += concurrency)
    try {
      await Promise.all(parked.slice(first, first + concurrency).map(refresh))
    } catch (error) {
      // The next run reads them.
      if (error instanceof CarParkUnavailable) return
      throw error
    }
}
