import { clubDayOf } from '@clube/contract/kernel/club-time.ts'
import type { Tx } from '../../../db/database.ts'
import type { SubjectSince } from '../../audit/index.ts'
import type { FreeGiftDeps } from '../deps.ts'

/** Subject of the lists of a pickup point on a day, so that customers see accesses to lists that contained them. */
const deskSubject = (pickup_point_id: string, club_day: string): string => `${pickup_point_id}/${club_day}`

/** Audits what a staff member did with a voucher. */
export const auditVoucher = (
  { audit }: FreeGiftDeps,
  tx: Tx,
  line: { staff_id: string; voucher_id: string; action: string; sentence: string },
): Promise<void> =>
  audit(tx, {
    actor: { kind: 'staff', id: line.staff_id },
    action: `free-gifts.${line.action}`,
    subject: { kind: 'gift-voucher', id: line.voucher_id },
    sentence: line.sentence,
  })

/** Audits that a staff member opened today's list of a pickup point. */
export const auditList = (
  { audit, clock, time_zone }: FreeGiftDeps,
  tx: Tx,
  line: { staff_id: string; pickup_point_id: string; action: string; sentence: string },
): Promise<void> =>
  audit(tx, {
    actor: { kind: 'staff', id: line.staff_id },
    action: `free-gifts.${line.action}`,
    subject: { kind: 'gift-desk', id: deskSubject(line.pickup_point_id, clubDayOf(clock(), time_zone)) },
    sentence: line.sentence,
  })

/** The subjects of lists that contained a person, each from the time when the person was first on it. */
export const listSubjectsOf = (
  appearances: readonly { pickup_point_id: string; listed_at: Date }[],
  { time_zone }: Pick<FreeGiftDeps, 'time_zone'>,
): SubjectSince[] => {
  const since = new Map<string, Date>()
  for (const { pickup_point_id, listed_at } of appearances) {
    const id = deskSubject(pickup_point_id, clubDayOf(listed_at, time_zone))
    const earlier = since.get(id)
    if (!earlier || listed_at < earlier) since.set(id, listed_at)
  }
  return [...since].map(([id, first]) => ({ id, since: first }))
}
