import type { DataLook } from '@clube/contract/privacy/look-calls.ts'
import { lookActions, lookerOf, looks } from '@clube/contract/privacy/look.ts'
import type { Db } from '../../db/database.ts'
import { listLooks } from './look-store.ts'

const pageSize = 20

/** One page of who of the staff saw or handled a person's data, the newest first; roles, never names. */
export const listDataLooks = async (
  db: Db,
  input: { customer_id: string; cursor: number | null },
): Promise<{ page: DataLook[]; next_cursor: string | null }> => {
  const { customer_id, cursor: before } = input
  const rows = await listLooks(db, { customer_id, actions: lookActions, before, limit: pageSize + 1 })
  const page = rows.slice(0, pageSize)
  const last = page.at(-1)
  return {
    page: page.map(({ at, action, roles }) => {
      const { desk, what } = looks[action]
      return { at: at.toISOString(), role: lookerOf(action, roles), desk, what }
    }),
    next_cursor: rows.length > pageSize && last ? String(last.position) : null,
  }
}
