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
  /** @returns whether the car park answered */
  const refresh = async ({ id, ticket_number, entered_at, garage_id }: ParkingVoucher): Promise<boolean> => {
    if (ticket_number === null) return true
    const ticket = await carPark.readTicket(ticket_number).catch((error: unknown) => {
      if (error instanceof CarParkUnavailable) return 'unavailable' as const
      throw error
    })
    if (ticket === 'unavailable') return false
    const isSameStay = ticket?.garage_id === garage_id && ticket.entered_at.getTime() === entered_at.getTime()
    if (!isSameStay || ticket.state === 'left') await saveLeft(db, id, now)
    return true
  }
  for (let first = 0; first < parked.length; first += concurrency) {
    const answered = await Promise.all(parked.slice(first, first + concurrency).map(refresh))
    // One ticket without an answer does not keep the others from being read. The next runs read the rest.
    if (!answered.includes(true)) return
  }
}
