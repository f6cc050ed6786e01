import type { Db } from '../../db/database.ts'
import { pageOf } from '../../kernel/page.ts'
import type { AuditLine } from './audit-line.ts'
import { searchLines, type AuditFilter } from './audit-store.ts'

export type AuditSearch = AuditFilter & {
  /** Cursor of the previous page; null for the first. */
  readonly cursor: string | null
  readonly limit: number
}

/** Every line that matches the filter, newest first, read in pages. */
export async function* eachAuditLine(db: Db, filter: AuditFilter): AsyncGenerator<AuditLine> {
  const limit = 500
  let before: number | null = null
  for (;;) {
    const lines: AuditLine[] = await searchLines(db, { filter, before, limit })
    yield* lines
    const last = lines.at(-1)
    if (lines.length < limit || !last) return
    before = last.position
  }
}

/** Auditors' search, newest first, paged by position so that new lines do not shift pages. */
export const searchAudit = async (
  db: Db,
  search: AuditSearch,
): Promise<{ lines: AuditLine[]; next_cursor: string | null }> => {
  const { cursor, limit, ...filter } = search
  const before = cursor === null ? null : Number(cursor)
  const lines = await searchLines(db, { filter, before, limit: limit + 1 })
  const { page, next_cursor } = pageOf(lines, limit, ({ position }) => position)
  return { lines: page, next_cursor }
}
