import { invalidFilterMessage } from '@clube/contract/kernel/cursor.ts'
import { InvalidInput } from './refusal.ts'

/**
 * A page of a list and the cursor of the next page. Expects one row more than the page size when there is a next page.
 * @param cursorOf the cursor after a row
 */
export const pageOf = <Row>(
  rows: readonly Row[],
  size: number,
  cursorOf: (last: Row) => string | number,
): { page: Row[]; next_cursor: string | null } => {
  const page = rows.slice(0, size)
  const last = page.at(-1)
  return { page, next_cursor: rows.length > size && last !== undefined ? String(cursorOf(last)) : null }
}

/** A cursor of several parts, opaque to the browser. */
export const writeCursor = (parts: readonly (string | number)[]): string =>
  Buffer.from(JSON.stringify(parts)).toString('base64url')

/**
 * Parses a cursor of `writeCursor`.
 * @param parse returns null for invalid parts
 * @throws {InvalidInput} on `cursor`
 */
export const readCursor = <Position>(
  cursor: string,
  parse: (parts: readonly unknown[]) => Position | null,
): Position => {
  const position = parse(partsOf(cursor))
  if (position === null) throw new InvalidInput([{ path: 'cursor', message: invalidFilterMessage }])
  return position
}

const partsOf = (cursor: string): readonly unknown[] => {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    return Array.isArray(parts) ? parts : []
  } catch {
    return []
  }
}
