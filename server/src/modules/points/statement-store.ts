import type { PostingKind } from '@clube/contract/points/posting-kinds.ts'
import type { Db } from '../../db/database.ts'

/** One movement of the customer's account. */
export type StatementRow = {
  position: number
  created_at: Date
  kind: PostingKind
  about: string
  points: number
  balance_after: number
  source_kind: string | null
  source_id: string | null
}

/** The customer's movements before `cursor`, newest first. */
export const listStatement = async (
  db: Db,
  page: { customer_id: string; cursor: number | null; limit: number },
): Promise<StatementRow[]> => {
  let query = db
    .selectFrom('points_entry as e')
    .innerJoin('points_posting as p', 'p.id', 'e.posting_id')
    .select([
      'e.position',
      'p.created_at',
      'p.kind',
      'p.about',
      'e.points',
      'e.balance_after',
      'p.source_kind',
      'p.source_id',
    ])
    .where('e.customer_id', '=', page.customer_id)
    .where('e.account', '=', 'customer')
  if (page.cursor !== null) query = query.where('e.position', '<', page.cursor)
  const rows = await query.orderBy('e.position', 'desc').limit(page.limit).execute()
  return rows.map((row) => ({ ...row, balance_after: row.balance_after ?? 0 }))
}
