import type { DataLook } from '@clube/contract/privacy/look-calls.ts'
import { pageOf } from '../../kernel/page.ts'
import { lookerOf, looks } from '@clube/contract/privacy/look.ts'
import { listStaffActions } from '../audit/index.ts'
import type { PrivacyDeps } from './deps.ts'

const pageSize = 20

/**
 * One page of staff accesses to a customer's data, newest first: the account, what was sent or
 * bought, or a list that included the customer at that time. Shows roles, never names.
 */
export const listDataLooks = async (
  deps: Pick<PrivacyDeps, 'identity' | 'listSubjects' | 'promotionLooks' | 'rolesOfStaff'>,
  input: { customer_id: string; cursor: number | null },
): Promise<{ page: DataLook[]; next_cursor: string | null }> => {
  const { customer_id, cursor: before } = input
  const { db } = deps.identity
  const facts = { ...looks, ...deps.promotionLooks }
  const actions = Object.keys(facts)
  const subjects = [{ id: customer_id, since: null }, ...(await deps.listSubjects(db, customer_id))]
  const rows = await listStaffActions(db, { subjects, actions, before, limit: pageSize + 1 })
  const { page, next_cursor } = pageOf(rows, pageSize, ({ position }) => position)
  const staff = await deps.rolesOfStaff(
    db,
    page.map(({ actor_id }) => actor_id),
  )
  return {
    page: page.flatMap(({ at, action, actor_id }) => {
      const look = facts[action]
      if (!look) return []
      const { desk, what, permission } = look
      const role = lookerOf(permission, staff.get(actor_id)?.roles ?? [])
      return { at: at.toISOString(), role, desk, what }
    }),
    next_cursor,
  }
}
