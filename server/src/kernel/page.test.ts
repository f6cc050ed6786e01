import { expect, test } from 'vitest'
import { InvalidInput } from './refusal.ts'
import { pageOf, readCursor, writeCursor } from './page.ts'

test('a page has a cursor only when another row was read', () => {
  const cursorOf = (row: { id: string }) => row.id
  const rows = ['a', 'b', 'c'].map((id) => ({ id }))
  expect(pageOf(rows, 2, cursorOf)).toEqual({ page: [{ id: 'a' }, { id: 'b' }], next_cursor: 'b' })
  expect(pageOf(rows, 3, cursorOf)).toEqual({ page: rows, next_cursor: null })
  expect(pageOf([], 3, cursorOf)).toEqual({ page: [], next_cursor: null })
})

test('a cursor of several parts is parsed back unchanged', () => {
  const parse = ([name, id]: readonly unknown[]) =>
    typeof name === 'string' && typeof id === 'number' ? { name, id } : null
  expect(readCursor(writeCursor(['açaí', 7]), parse)).toEqual({ name: 'açaí', id: 7 })
})

test.each([
  ['not JSON', Buffer.from('{').toString('base64url')],
  ['not a list', Buffer.from('{"a":1}').toString('base64url')],
  ['parts of the wrong types', writeCursor([1, 'x'])],
  ['empty', ''],
])('an invalid cursor is a validation error: %s', (_what, cursor) => {
  const parse = ([name]: readonly unknown[]) => (typeof name === 'string' ? name : null)
  const read = () => readCursor(cursor, parse)
  expect(read).toThrow(InvalidInput)
  expect(read).toThrow(expect.objectContaining({ errors: [{ path: 'cursor', message: 'Filtro inválido' }] }))
})
