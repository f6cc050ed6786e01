import type { DataAccess } from '@clube/contract/privacy/data-access-calls.ts'
import { pageOf } from '../../kernel/page.ts'
import { dataAccesses, viewerRolesOf } from '@clube/contract/privacy/data-access.ts'
import { listStaffActions } from '../audit/index.ts'
import type { PrivacyDeps } from './deps.ts'

const pageSize = 20

/**
 * One page of staff accesses to a customer's data, newest first: to the account, to what the customer sent or bought,
 * or to a list that included the customer at that time. Shows roles, never names.
 */
export const listDataAccesses = async (
  deps: Pick<PrivacyDeps, 'identity' | 'listSubjects' | 'promotionDataAccesses' | 'rolesOfStaff'>,
  input: { customer_id: string; cursor: number | null },
): Promise<{ page: DataAccess[]; next_cursor: string | null }> => {
  const { customer_id, cursor: before } = input
  const { db } = deps.identity
  const descriptions = { ...dataAccesses, ...deps.promotionDataAccesses }
  const actions = Object.keys(descriptions)
  const subjects = [{ id: customer_id, since: null }, ...(await deps.listSubjects(db, customer_id))]
  const rows = await listStaffActions(db, { subjects, actions, before, limit: pageSize + 1 })
  const { page, next_cursor } = pageOf(rows, pageSize, ({ position }) => position)
  const staff = await deps.rolesOfStaff(
    db,
    page.map(({ actor_id }) => actor_id),
  )
  return {
    page: page.flatMap(({ at, action, actor_id }) => {
      const access = descriptions[action]
      if (!access) return []
      const { desk, what, permission } = access
      const role = viewerRolesOf(permission, staff.get(actor_id)?.roles ?? [])
      return { at: at.toISOString(), role, desk, what }
    }),
    next_cursor,
  }
}
