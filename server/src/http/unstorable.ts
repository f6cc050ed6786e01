/** Maximum nesting; far deeper than any call's schema. */
const maximumDepth = 50

/**
 * Paths of values in a parsed body that the database cannot store: strings with a null character or a lone surrogate,
 * and excessive nesting. Iterative, since bodies may be as deep as they are long.
 */
export const unstorablePaths = (value: unknown): string[] => {
  const found: string[] = []
  const pending = [{ path: '', value, depth: 0 }]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { path, value: each, depth } = next
    if (typeof each === 'string' && !isStorable(each)) found.push(path)
    if (!isNested(each)) continue
    if (depth === maximumDepth || !Object.keys(each).every(isStorable)) {
      found.push(path)
      continue
    }
    for (const [name, inner] of Object.entries(each))
      pending.push({ path: path === '' ? name : `${path}.${name}`, value: inner, depth: depth + 1 })
  }
  return found
}

/** Removes unstorable characters from a query, which is only searched, not stored. */
export const withoutUnstorable = (query: unknown): unknown =>
  isNested(query)
    ? Object.fromEntries(
        Object.entries(query).map(([name, value]: [string, unknown]) => [
          name,
          typeof value === 'string' ? value.toWellFormed().replaceAll('\u0000', '') : value,
        ]),
      )
    : query

const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\u0000')

/** Files are Buffers and validated elsewhere. */
const isNested = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !ArrayBuffer.isView(value)
