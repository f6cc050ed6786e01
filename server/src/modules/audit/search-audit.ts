import type { Db } from '../../db/database.ts'
import type { AuditLine } from './audit-line.ts'
import { searchLines, type AuditFilter } from './audit-store.ts'

export type AuditSearch = AuditFilter & {
  /** From the page before; null for the first. */
  readonly cursor: string | null
  readonly limit: number
}

/** Auditors' search: the newest lines first, paged by position, so that lines added meanwhile shift no page. */
export const searchAudit = async (
  db: Db,
  search: AuditSearch,
): Promise<{ lines: AuditLine[]; next_cursor: string | null }> => {
  const { cursor, limit, ...filter } = search
  const before = cursor !== null && /^[1-9]\d{0,14}$/.test(cursor) ? Number(cursor) : null
  const lines = await searchLines(db, { filter, before, limit: limit + 1 })
  const page = lines.slice(0, limit)
  const last = page.at(-1)
  return { lines: page, next_cursor: lines.length > limit && last ? String(last.position) : null }
}
