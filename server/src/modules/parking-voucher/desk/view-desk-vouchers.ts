import type { DeskParkingVoucher } from '@clube/contract/parking-voucher/desk-calls.ts'
import { rolesAllow } from '@clube/contract/kernel/permissions.ts'
import type { Db } from '../../../db/database.ts'
import type { DeskMember } from '../../campaigns/index.ts'
import { deskPersonOf, findDeskPeople } from '../../identity/index.ts'
import type { ParkingDeps } from '../deps.ts'
import { findLastUndos, type ParkingUndo } from '../undo-store.ts'
import { describeVouchers } from '../view-vouchers.ts'
import { confirmedOf, shownState, type ParkingVoucher } from '../voucher.ts'

const undoResults = {
  asking: 'processing',
  desk: 'processing',
  undone: 'undone',
  refused: 'refused',
} as const satisfies Record<ParkingUndo['state'], string>

/** Vouchers as the desk sees them, in order. */
export const viewDeskVouchers = async (
  deps: Pick<ParkingDeps, 'vault' | 'namesOfStaff'>,
  db: Db,
  { vouchers, staff }: { vouchers: readonly ParkingVoucher[]; staff: DeskMember },
): Promise<DeskParkingVoucher[]> => {
  const undos = await findLastUndos(
    db,
    vouchers.map(({ id }) => id),
  )
  const people = await findDeskPeople(deps, db, vouchers)
  const names = await deps.namesOfStaff(db, [
    ...vouchers.flatMap(({ by_hand }) => (by_hand ? [by_hand.applied_by] : [])),
    ...[...undos.values()].flatMap(({ requested_by }) => (requested_by === null ? [] : [requested_by])),
  ])
  const nameOf = (staff_id: string | null): string | null =>
    staff_id === null ? null : (names.get(staff_id)?.name ?? null)
  const maySupervise = rolesAllow(staff.roles, 'parking.supervise')
  return (await describeVouchers(db, vouchers)).map((voucher) => {
    const confirmed = confirmedOf(voucher)
    const person = deskPersonOf(people, voucher.customer_id)
    const undo = undos.get(voucher.id)
    const { by_hand } = voucher
    return {
      voucher_id: voucher.id,
      protocol: voucher.protocol,
      campaign_title: voucher.campaign.title,
      state: shownState(voucher),
      ticket_number: voucher.ticket_number,
      garage_name: voucher.garage_name,
      vehicle: voucher.vehicle,
      entered_at: voucher.entered_at.toISOString(),
      requested_at: voucher.requested_at.toISOString(),
      maximum_cents: voucher.amount_cents,
      discount_cents: confirmed?.discount_cents ?? null,
      due_cents: confirmed?.due_cents ?? null,
      leave_by: confirmed?.leave_by?.toISOString() ?? null,
      customer_name: person.first_name,
      document_end: person.document_end,
      by_hand: by_hand && {
        basis: voucher.basis === 'courtesy' ? 'courtesy' : 'right',
        reason: by_hand.reason,
        by: nameOf(by_hand.applied_by),
      },
      can_undo: maySupervise && voucher.status.kind === 'applied' && voucher.left_at === null,
      undo: undo
        ? {
            requested_at: undo.requested_at.toISOString(),
            by: nameOf(undo.requested_by),
            reason: undo.reason,
            result: undoResults[undo.state],
          }
        : null,
    }
  })
}

/** One voucher. */
export const viewDeskVoucher = async (
  deps: Pick<ParkingDeps, 'vault' | 'namesOfStaff'>,
  db: Db,
  { voucher, staff }: { voucher: ParkingVoucher; staff: DeskMember },
): Promise<DeskParkingVoucher> => {
  const [view] = await viewDeskVouchers(deps, db, { vouchers: [voucher], staff })
  if (!view) throw new Error('The parking voucher was not described')
  return view
}
