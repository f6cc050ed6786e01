import { clubDayOf, type TimeZone } from '@clube/contract/kernel/club-time.ts'
import type { Tx } from '../../../db/database.ts'
import type { SubjectSince } from '../../audit/index.ts'
import type { ScratchCardDeps } from '../deps.ts'

/** Audits what a staff member did with an award. */
export const auditAward = (
  { audit }: Pick<ScratchCardDeps, 'audit'>,
  tx: Tx,
  line: { staff_id: string; award_id: string; action: string; sentence: string },
): Promise<void> =>
  audit(tx, {
    actor: { kind: 'staff', id: line.staff_id },
    action: `scratch-card.${line.action}`,
    subject: { kind: 'scratch-award', id: line.award_id },
    sentence: line.sentence,
  })

/** Audits that a staff member opened the list of a day's deliveries. */
export const auditDeliveryList = (
  { audit, clock, time_zone }: Pick<ScratchCardDeps, 'audit' | 'clock' | 'time_zone'>,
  tx: Tx,
  staff_id: string,
): Promise<void> =>
  audit(tx, {
    actor: { kind: 'staff', id: staff_id },
    action: 'scratch-card.list-deliveries',
    subject: { kind: 'scratch-desk', id: deskSubject(clubDayOf(clock(), time_zone)) },
    sentence: 'Consultou as entregas de prêmios do dia.',
  })

/** Prefixed, because other lists may have the day as their subject. */
const deskSubject = (club_day: string): string => `scratch-desk/${club_day}`

/** The subjects of lists that contained a person's deliveries, each from the day's first one. */
export const deskSubjectsOf = (deliveries: readonly Date[], zone: TimeZone): SubjectSince[] => {
  const since = new Map<string, Date>()
  for (const delivered_at of deliveries) {
    const id = deskSubject(clubDayOf(delivered_at, zone))
    const earlier = since.get(id)
    if (!earlier || delivered_at < earlier) since.set(id, delivered_at)
  }
  return [...since].map(([id, first]) => ({ id, since: first }))
}
