import { clubDayOf, type TimeZone } from '@clube/contract/kernel/club-time.ts'
import type { Refused } from '@clube/contract/kernel/refusal-table.ts'
import type { stayRefusals } from '@clube/contract/parking-voucher/refusals.ts'
import { maximumCents, type ParkingVoucherSettings } from '@clube/contract/parking-voucher/settings.ts'
import { parkingVehicleTitles, type ParkingStay } from '@clube/contract/parking-voucher/stay.ts'
import type { ParkingTicket } from '../../ports/car-park.ts'
import { garageNameOf, type ParkingCampaign } from './parking-campaign.ts'

const dayMs = 24 * 3_600_000

export type StayRefused = Refused<typeof stayRefusals>

/** Why a campaign's voucher cannot be applied to a ticket now; null if it can. */
export const stayRefusal = (ticket: ParkingTicket, settings: ParkingVoucherSettings): StayRefused | null => {
  const { state, garage_id, vehicle, due_cents, promotion_ids } = ticket
  if (state === 'left') return { ok: false, code: 'parking-voucher.left' }
  if (!settings.garages.some((garage) => garage.garage_id === garage_id))
    return { ok: false, code: 'parking-voucher.other-garage' }
  if (!settings.vehicles.includes(vehicle))
    return {
      ok: false,
      code: 'parking-voucher.other-vehicle',
      values: { vehicle: parkingVehicleTitles[vehicle] },
    }
  if (due_cents === 0) return { ok: false, code: 'parking-voucher.nothing-due' }
  if (!promotion_ids.includes(settings.promotion_id))
    return { ok: false, code: 'parking-voucher.not-accepted' }
  return null
}

/** What a voucher would pay now, and what would still be due. */
export const quoteOf = (
  { due_cents }: Pick<ParkingTicket, 'due_cents'>,
  { value }: Pick<ParkingVoucherSettings, 'value'>,
): { discount_cents: number; due_cents: number } => {
  const discount_cents = Math.min(due_cents, maximumCents(value))
  return { discount_cents, due_cents: due_cents - discount_cents }
}

/**
 * First day of purchase whose receipts count: today, or yesterday if the car was parked already then, so that an evening's
 * receipts count after midnight.
 */
export const countsFrom = (entered_at: Date, now: Date, zone: TimeZone): string => {
  const today = clubDayOf(now, zone)
  const entered_on = clubDayOf(entered_at, zone)
  if (entered_on >= today) return today
  const yesterday = clubDayOf(new Date(now.getTime() - dayMs), zone)
  return yesterday < today ? yesterday : today
}

/** A ticket as customers and desks see it. */
export const viewStay = (ticket: ParkingTicket, campaign: ParkingCampaign): ParkingStay => ({
  ticket_number: ticket.ticket_number,
  garage_id: ticket.garage_id,
  garage_name: garageNameOf(campaign, ticket.garage_id),
  entered_at: ticket.entered_at.toISOString(),
  read_at: ticket.read_at.toISOString(),
  vehicle: ticket.vehicle,
  has_left: ticket.state === 'left',
  fee_cents: ticket.fee_cents,
  discount_cents: ticket.discount_cents,
  due_cents: ticket.due_cents,
  leave_by: ticket.leave_by?.toISOString() ?? null,
})
