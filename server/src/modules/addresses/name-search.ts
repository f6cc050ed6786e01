import { invalidFilterMessage } from '@clube/contract/addresses/page.ts'
import { InvalidInput } from '../../kernel/refusal.ts'

/** How many options one page holds: several screens of an autocomplete list. */
export const pageSize = 50
/** The rows that a list shows without scrolling: 288 px of 36 px each. Spec §2. */
const visibleRows = 8

/** A page lists the names that begin with the sought text first, then those that hold it elsewhere. */
const matches = ['prefix', 'within'] as const
export type Match = (typeof matches)[number]

/** A name in the order of an index: by its searched form, then by id. */
export type NameKey = { readonly search: string; readonly id: number }

/** One stretch of an index to read: at most `limit` names after a key. */
export type NameStretch = {
  readonly match: Match
  /** The sought text in its searched form; empty for every name, which is then a prefix of all. */
  readonly sought: string
  readonly after: NameKey | null
  readonly limit: number
}

export type NamePage<Row> = { readonly rows: readonly Row[]; readonly next_cursor: string | null }

/**
 * Reads one page of names: those that begin with the sought text, then those that hold it elsewhere. The latter are
 * looked for only when the former do not fill what is seen without scrolling; otherwise the next page begins with
 * them, and a page costs one short range of the index. The cursor names the last row that was given, so names that
 * come or go between two pages neither repeat nor skip the others.
 * @throws {InvalidInput} on `cursor` when it was not made here
 */
export async function readNamePage<Row extends NameKey>(
  search: { readonly sought: string; readonly cursor: string | undefined },
  read: (stretch: NameStretch) => Promise<readonly Row[]>,
): Promise<NamePage<Row>> {
  const { sought } = search
  const from =
    search.cursor === undefined ? { match: 'prefix' as const, key: null } : readCursor(search.cursor)
  // One more than a page shows whether there is another.
  const first = await read({ match: from.match, sought, after: from.key, limit: pageSize + 1 })
  if (first.length > pageSize) return cut(first, from.match)
  if (from.match === 'within' || sought === '') return { rows: first, next_cursor: null }
  if (first.length >= visibleRows) return { rows: first, next_cursor: writeCursor('within', beforeAll) }
  const limit = pageSize + 1 - first.length
  const rows = [...first, ...(await read({ match: 'within', sought, after: null, limit }))]
  return rows.length > pageSize ? cut(rows, 'within') : { rows, next_cursor: null }
}

/** The key that every name comes after. */
const beforeAll: NameKey = { search: '', id: 0 }

function cut<Row extends NameKey>(rows: readonly Row[], match: Match): NamePage<Row> {
  const shown = rows.slice(0, pageSize)
  const last = shown.at(-1)
  return { rows: shown, next_cursor: last === undefined ? null : writeCursor(match, last) }
}

/** An opaque text to whoever receives it. */
function writeCursor(match: Match, { search, id }: NameKey): string {
  return Buffer.from(JSON.stringify([match, search, id])).toString('base64url')
}

function readCursor(cursor: string): { match: Match; key: NameKey } {
  const refuse = () => new InvalidInput([{ path: 'cursor', message: invalidFilterMessage }])
  let parts: unknown
  try {
    parts = JSON.parse(Buffer.from(cursor, 'base64url').toString())
  } catch {
    throw refuse()
  }
  if (!Array.isArray(parts) || parts.length !== 3) throw refuse()
  const [sentMatch, search, id]: unknown[] = parts
  const match = matches.find((known) => known === sentMatch)
  const isSearch = typeof search === 'string' && /^[a-z0-9 ]*$/.test(search)
  const isId = typeof id === 'number' && Number.isInteger(id) && id >= 0 && id < 2 ** 31
  if (match === undefined || !isSearch || !isId) throw refuse()
  return { match, key: { search, id } }
}
