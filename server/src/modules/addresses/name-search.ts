import { pageOf, readCursor, writeCursor } from '../../kernel/page.ts'

/** Options per page: several screens of an autocomplete list. */
export const pageSize = 50
/** Rows visible without scrolling: 288 px at 36 px each. Spec §2. */
const visibleRows = 8

/** Prefix matches come first, then substring matches. */
const matches = ['prefix', 'within'] as const
export type Match = (typeof matches)[number]

/** Index key of a name: its normalized form, then its id. */
export type NameKey = { readonly search: string; readonly id: number }

/** An index range to read: at most `limit` names after a key. */
export type NameRange = {
  readonly match: Match
  /** The normalized search text; empty matches every name as a prefix. */
  readonly text: string
  readonly after: NameKey | null
  readonly limit: number
}

export type NamePage<Row> = { readonly rows: readonly Row[]; readonly next_cursor: string | null }

/**
 * Reads one page of names: prefix matches, then substring matches. The latter are searched only when the former do not
 * fill the visible rows; otherwise the next page starts with them, and a page costs one short index range scan. The cursor
 * is the last returned row, so names added or removed between pages cause no duplicates or gaps.
 * @throws {InvalidInput} on `cursor` when it is invalid
 */
export async function readNamePage<Row extends NameKey>(
  search: { readonly text: string; readonly cursor: string | undefined },
  read: (range: NameRange) => Promise<readonly Row[]>,
): Promise<NamePage<Row>> {
  const { text } = search
  const from =
    search.cursor === undefined ? { match: 'prefix' as const, key: null } : readCursor(search.cursor, decode)
  // One extra row shows whether there is another page.
  const first = await read({ match: from.match, text, after: from.key, limit: pageSize + 1 })
  if (first.length > pageSize) return fullPageOf(first, from.match)
  if (from.match === 'within' || text === '') return { rows: first, next_cursor: null }
  if (first.length >= visibleRows) return { rows: first, next_cursor: cursorOf('within', firstKey) }
  const limit = pageSize + 1 - first.length
  const rows = [...first, ...(await read({ match: 'within', text, after: null, limit }))]
  return rows.length > pageSize ? fullPageOf(rows, 'within') : { rows, next_cursor: null }
}

/** The key before all names. */
const firstKey: NameKey = { search: '', id: 0 }

function fullPageOf<Row extends NameKey>(rows: readonly Row[], match: Match): NamePage<Row> {
  const { page, next_cursor } = pageOf(rows, pageSize, (last) => cursorOf(match, last))
  return { rows: page, next_cursor }
}

const cursorOf = (match: Match, { search, id }: NameKey): string => writeCursor([match, search, id])

const decode = ([sentMatch, search, id]: readonly unknown[]): { match: Match; key: NameKey } | null => {
  const match = matches.find((known) => known === sentMatch)
  const isSearch = typeof search === 'string' && /^[a-z0-9 ]*$/.test(search)
  const isId = typeof id === 'number' && Number.isInteger(id) && id >= 0 && id < 2 ** 31
  return match !== undefined && isSearch && isId ? { match, key: { search, id } } : null
}
