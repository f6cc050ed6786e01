type Fields = Record<string, unknown>

/**
 * The new value with every part that equals its predecessor replaced by it, so that what has not changed keeps its
 * identity: components and effects compare by identity. Applies to arrays and plain objects, as in JSON.
 */
export function shareEqual<Value>(before: unknown, after: Value): Value {
  if (Object.is(before, after) || !isComparable(before) || !isComparable(after)) return after
  if (Array.isArray(before) !== Array.isArray(after)) return after
  const keys = Object.keys(after)
  const shared: Fields = Array.isArray(after) ? ([] as unknown as Fields) : {}
  let isEqual = keys.length === Object.keys(before).length
  for (const key of keys) {
    shared[key] = shareEqual(before[key], after[key])
    isEqual &&= Object.hasOwn(before, key) && Object.is(shared[key], before[key])
  }
  return (isEqual ? before : shared) as Value
}

const isComparable = (value: unknown): value is Fields =>
  Array.isArray(value) ||
  (typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype)
