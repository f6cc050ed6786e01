import { expect, test } from 'vitest'
import { shareEqual } from './share-equal.ts'

const before = () => ({
  total: 2,
  rows: [
    { id: 'a', tags: ['x'] },
    { id: 'b', tags: [] },
  ],
})

test('a value that equals its predecessor is replaced by it', () => {
  const old = before()
  expect(shareEqual(old, before())).toBe(old)
})

test('what has not changed inside a changed value keeps its identity', () => {
  const old = before()
  const next = { ...before(), rows: [...before().rows, { id: 'c', tags: [] }] }
  const shared = shareEqual(old, next)
  expect(shared).toEqual(next)
  expect(shared).not.toBe(old)
  expect(shared.rows[0]).toBe(old.rows[0])
  expect(shared.rows[1]).toBe(old.rows[1])
})

test.each<[string, unknown, unknown]>([
  ['a shorter list', [1, 2], [1]],
  ['a longer list', [1], [1, 2]],
  ['an object with fewer fields', { a: 1, b: 2 }, { a: 1 }],
  ['an undefined field in place of another', { a: 1 }, { b: undefined }],
  ['a list in place of an object', { 0: 'a' }, ['a']],
  ['null in place of an object', { a: 1 }, null],
  ['an object in place of null', null, { a: 1 }],
  ['an instance of a class', new Date(0), new Date(1)],
])('%s is a change', (_, old, next) => {
  expect(shareEqual(old, next)).toStrictEqual(next)
})
