/** What a multipart body holds: text (null where it was empty), the bytes of a file, or a group of them. */
export type MultipartValue = string | null | Buffer | MultipartTree
export type MultipartTree = { [key: string]: MultipartValue }

const fieldName = /^[A-Za-z][\w-]{0,63}(?:\[[A-Za-z0-9][\w-]{0,63}\]){0,4}$/

/** Names that every object inherits must never become keys, even though the trees here inherit nothing. */
const inherited = new Set([...Object.getOwnPropertyNames(Object.prototype), 'prototype'])

/** A tree without a prototype: nothing in it can be mistaken for something it was not sent. */
export const emptyTree = (): MultipartTree => Object.create(null) as MultipartTree

/**
 * Puts a value where a name such as `a[b]` says (spec §7: nested objects flattened to keys).
 * @returns false when the name is not one, was given before, or is both a value and a group
 */
export const plant = (tree: MultipartTree, name: string, value: string | null | Buffer): boolean => {
  if (!fieldName.test(name)) return false
  const keys = name.replaceAll(']', '').split('[')
  if (keys.some((key) => inherited.has(key))) return false
  const last = keys.pop() ?? ''
  let group = tree
  for (const key of keys) {
    const next = (group[key] ??= emptyTree())
    if (typeof next === 'string' || Buffer.isBuffer(next)) return false
    group = next
  }
  if (last in group) return false
  group[last] = value
  return true
}
