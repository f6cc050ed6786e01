import type { KeyedAnswer, KeyedLookup } from './keyed-answer.ts'

/** A ticket of the car park; amounts in cents, instants by the car park's clock. */
export type ParkingTicket = {
  readonly ticket_number: string
  readonly garage_id: string
  readonly entered_at: Date
  /** The car park's clock when it answered. */
  readonly read_at: Date
  readonly vehicle: 'car' | 'motorcycle' | 'monthly'
  readonly state: 'parked' | 'left'
  /** Until when the car may leave without paying more; null while an amount is due. */
  readonly leave_by: Date | null
  /** What is due now. */
  readonly due_cents: number
  /** The fee without discounts. */
  readonly fee_cents: number
  readonly discount_cents: number
  /** The car park's ids of the promotions that it accepts for the ticket. */
  readonly promotion_ids: readonly string[]
}

/** A discount that the car park granted to a ticket. */
export type ParkingApplication = {
  readonly key: string
  readonly ticket_number: string
  readonly garage_id: string
  /** The discount granted, which may be less than the value of the voucher. */
  readonly discount_cents: number
  /** What is still due. */
  readonly due_cents: number
  readonly leave_by: Date | null
  readonly applied_at: Date
}

/** The operator of the car park. */
export interface CarPark {
  /**
   * Looks a ticket up, with the fee until now; null for an unknown number.
   * @throws {CarParkUnavailable} without a usable response
   */
  readTicket(ticket_number: string): Promise<ParkingTicket | null>
  /** Grants a discount of at most `amount_cents` once per key. */
  apply(input: {
    key: string
    ticket_number: string
    garage_id: string
    promotion_id: string
    amount_cents: number
  }): Promise<
    KeyedAnswer<ParkingApplication, 'unknown-ticket' | 'left' | 'nothing-due' | 'already-discounted'>
  >
  /** Looks a discount up; one that was undone is absent. */
  findApplication(key: string): Promise<KeyedLookup<ParkingApplication>>
  /** Takes the discount back while the car is still parked, once. */
  undo(key: string): Promise<KeyedAnswer<{ readonly undone_at: Date }, 'unknown-application' | 'left'>>
  /**
   * The discounts granted between two instants, for reconciliation; undone ones are absent.
   * @throws {CarParkUnavailable} without a usable response
   */
  listApplications(from: Date, until: Date): Promise<readonly ParkingApplication[]>
}

/** The car park is slow, unreachable or returns invalid data. */
export class CarParkUnavailable extends Error {
  override name = 'CarParkUnavailable'
}
