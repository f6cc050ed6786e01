import { rolesAllow, type Permission, type Role } from '@clube/contract/kernel/permissions.ts'
import { waitingCountLimit } from '@clube/contract/staff/waiting-calls.ts'
import type { StaffDeps } from './deps.ts'
import { listPendingChanges } from './staff-change-store.ts'

/**
 * Counts the items that wait for a decision by a member, by permission, excluding those that only another member may
 * decide.
 */
export const countWaiting = (
  { db, clock, waiting }: Pick<StaffDeps, 'db' | 'clock' | 'waiting'>,
  { staff_id, roles, brand_id }: { staff_id: string; roles: readonly Role[]; brand_id: string | null },
): Promise<{ permission: Permission; count: number }[]> => {
  const counters: StaffDeps['waiting'] = {
    ...waiting,
    'staff.manage': async () =>
      (await listPendingChanges(db, clock())).filter(
        (change) => change.proposed_by !== staff_id && change.staff_id !== staff_id,
      ).length,
  }
  const allowed = (Object.keys(counters) as Permission[]).filter((permission) =>
    rolesAllow(roles, permission),
  )
  return Promise.all(
    allowed.map(async (permission) => ({
      permission,
      count: (await counters[permission]?.(db, { staff_id, brand_id, limit: waitingCountLimit })) ?? 0,
    })),
  )
}
