import { expect, test } from 'vitest'
import { withoutUnstorable, unstorablePaths } from './unstorable.ts'

test.each(['\u0000', 'Ana\u0000', '\uD800', 'Ana \uDE00'])(
  'the unstorable text %j is found at any path',
  (text) => {
    expect(unstorablePaths(text)).toEqual([''])
    expect(
      unstorablePaths({ name: text, email: 'a', prizes: [{ title: 'a' }, { title: text }] }).toSorted(),
    ).toEqual(['name', 'prizes.1.title'])
    expect(unstorablePaths({ settings: { [text]: 1 } })).toEqual(['settings'])
  },
)

test('values without unstorable text, and files, are storable', () => {
  const photo = Buffer.from([0, 0, 0])
  expect(unstorablePaths({ a: 'é\n😀', b: null, c: 0, d: undefined, e: [[[]]], photo })).toEqual([])
  expect(unstorablePaths(undefined)).toEqual([])
})

test('excessively nested lists are reported as unstorable once', () => {
  const deep: unknown = JSON.parse(`{"settings":${'['.repeat(20_000)}${']'.repeat(20_000)}}`)
  expect(unstorablePaths(deep)).toEqual([`settings${'.0'.repeat(49)}`])
})

test('unstorable characters are removed from a query', () => {
  expect(withoutUnstorable({ text: 'Ana\u0000 \uD800', cursor: 'a', state_id: ['1', '2'] })).toEqual({
    text: 'Ana \uFFFD',
    cursor: 'a',
    state_id: ['1', '2'],
  })
  expect(withoutUnstorable(undefined)).toBeUndefined()
})
