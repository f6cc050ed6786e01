import type { FormFile } from '@clube/contract/kernel/file.ts'

/** A value of a multipart body: text (null when empty), a file, or a group. */
export type MultipartValue = string | null | FormFile | MultipartTree
export type MultipartTree = { [key: string]: MultipartValue }

const fieldName = /^[A-Za-z][\w-]{0,63}(?:\[[A-Za-z0-9][\w-]{0,63}\]){0,4}$/

/** Inherited property names are never keys, even though the trees have no prototype. */
const inherited = new Set([...Object.getOwnPropertyNames(Object.prototype), 'prototype'])

/** Groups are the only values without a prototype. */
export const isGroup = (value: MultipartValue | undefined): value is MultipartTree =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === null

/** A tree without a prototype, so that it has only received keys. */
export const emptyTree = (): MultipartTree => Object.create(null) as MultipartTree

/**
 * Sets a value by a name such as `a[b]` (spec §7: nested objects flattened to keys).
 * @returns false when the name is invalid, duplicate, or both value and group
 */
export const setValue = (tree: MultipartTree, name: string, value: string | null): boolean => {
  if (!fieldName.test(name)) return false
  const keys = name.replaceAll(']', '').split('[')
  if (keys.some((key) => inherited.has(key))) return false
  const last = keys.pop() ?? ''
  let group = tree
  for (const key of keys) {
    const next = (group[key] ??= emptyTree())
    if (!isGroup(next)) return false
    group = next
  }
  if (last in group) return false
  group[last] = value
  return true
}
