import { invalidFilterMessage } from '@clube/contract/kernel/cursor.ts'
import { InvalidInput } from './refusal.ts'

/**
 * Cuts a page out of rows of which one more was read than the page holds.
 * @param cursorOf where the page after a row begins
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
 * Reads what `writeCursor` wrote.
 * @param parse gives null for parts that this list never writes
 * @throws {InvalidInput} on `cursor`
 */
export const readCursor = <Place>(
  cursor: string,
  parse: (parts: readonly unknown[]) => Place | null,
): Place => {
  const place = parse(partsOf(cursor))
  if (place === null) throw new InvalidInput([{ path: 'cursor', message: invalidFilterMessage }])
  return place
}

const partsOf = (cursor: string): readonly unknown[] => {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    return Array.isArray(parts) ? parts : []
  } catch {
    return []
  }
}
