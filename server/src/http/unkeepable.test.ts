import { expect, test } from 'vitest'
import { findable, unkeepablePaths } from './unkeepable.ts'

test.each(['\u0000', 'Ana\u0000', '\uD800', 'Ana \uDE00'])('%j is found wherever it stands', (text) => {
  expect(unkeepablePaths(text)).toEqual([''])
  expect(
    unkeepablePaths({ name: text, email: 'a', prizes: [{ title: 'a' }, { title: text }] }).toSorted(),
  ).toEqual(['name', 'prizes.1.title'])
  expect(unkeepablePaths({ settings: { [text]: 1 } })).toEqual(['settings'])
})

test('everything else passes, files too', () => {
  const photo = Buffer.from([0, 0, 0])
  expect(unkeepablePaths({ a: 'é\n😀', b: null, c: 0, d: undefined, e: [[[]]], photo })).toEqual([])
  expect(unkeepablePaths(undefined)).toEqual([])
})

test('lists in lists without end are found once', () => {
  const deep: unknown = JSON.parse(`{"settings":${'['.repeat(20_000)}${']'.repeat(20_000)}}`)
  expect(unkeepablePaths(deep)).toEqual([`settings${'.0'.repeat(49)}`])
})

test('a query loses what finds nothing, and keeps the rest', () => {
  expect(findable({ text: 'Ana\u0000 \uD800', cursor: 'a', state_id: ['1', '2'] })).toEqual({
    text: 'Ana \uFFFD',
    cursor: 'a',
    state_id: ['1', '2'],
  })
  expect(findable(undefined)).toBeUndefined()
})
