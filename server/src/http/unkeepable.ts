/** Far deeper than anything that a call declares. */
const maximumDepth = 50

/**
 * Paths in a parsed value (plain objects and lists) of what nobody can type and no table keeps: texts with a null
 * character or half a character, and lists in lists without end. Without recursion, for bodies may be as deep as they
 * are long.
 */
export const unkeepablePaths = (value: unknown): string[] => {
  const found: string[] = []
  const open = [{ path: '', value, depth: 0 }]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { path, value: each, depth } = next
    if (typeof each === 'string' && !isKeepable(each)) found.push(path)
    if (!isNest(each)) continue
    if (depth === maximumDepth || !Object.keys(each).every(isKeepable)) {
      found.push(path)
      continue
    }
    for (const [name, inner] of Object.entries(each))
      open.push({ path: path === '' ? name : `${path}.${name}`, value: inner, depth: depth + 1 })
  }
  return found
}

/** A query without what no table keeps: nothing of it is kept, so it finds what the rest of its texts can find. */
export const findable = (query: unknown): unknown =>
  isNest(query)
    ? Object.fromEntries(
        Object.entries(query).map(([name, value]: [string, unknown]) => [
          name,
          typeof value === 'string' ? value.toWellFormed().replaceAll('\u0000', '') : value,
        ]),
      )
    : query

const isKeepable = (text: string): boolean => text.isWellFormed() && !text.includes('\u0000')

/** Files travel as Buffers, and are looked at elsewhere. */
const isNest = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !ArrayBuffer.isView(value)
