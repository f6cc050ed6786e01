import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { emptyTree, setValue } from './multipart-tree.ts'

describe('the tree of a multipart body', () => {
  it('multipart field names like a[b] and a[b][c] create nested values', () => {
    const tree = emptyTree()
    expect(setValue(tree, 'name', 'Ana')).toBe(true)
    expect(setValue(tree, 'address[city_id]', '7')).toBe(true)
    expect(setValue(tree, 'address[street][name]', null)).toBe(true)
    expect(setValue(tree, 'list[0]', 'x')).toBe(true)
    expect(JSON.parse(JSON.stringify(tree))).toMatchObject({
      name: 'Ana',
      address: { city_id: '7', street: { name: null } },
      list: { 0: 'x' },
    })
  })

  it.each([
    '',
    '[a]',
    'a[',
    'a[]',
    'a[b',
    'a[b]c',
    'a]b',
    'a b',
    '0',
    'a[b][c][d][e][f]',
    'a'.repeat(65),
    '__proto__',
    '__proto__[polluted]',
    'a[__proto__]',
    'constructor',
    'constructor[prototype][polluted]',
    'a[constructor]',
    'prototype',
    'toString',
    'hasOwnProperty',
  ])('the multipart field name %j is rejected', (name) => {
    const tree = emptyTree()
    expect(setValue(tree, name, 'x')).toBe(false)
    expect(Object.keys(tree)).toEqual([])
  })

  it('duplicate multipart field names and names that are both value and group are rejected', () => {
    const tree = emptyTree()
    expect(setValue(tree, 'a', 'x')).toBe(true)
    expect(setValue(tree, 'a', 'y')).toBe(false)
    expect(setValue(tree, 'a[b]', 'y')).toBe(false)
    expect(setValue(tree, 'c[d]', 'x')).toBe(true)
    expect(setValue(tree, 'c', 'y')).toBe(false)
    expect(setValue(tree, 'c[d][length]', 'y')).toBe(false)
    expect(setValue(tree, 'n', null)).toBe(true)
    expect(tree['n']).toBe(null)
  })

  it('no multipart field name pollutes prototypes', () => {
    const piece = fc.constantFrom('__proto__', 'constructor', 'prototype', 'a', '[', ']', '[a]', 'x')
    fc.assert(
      fc.property(fc.array(fc.array(piece, { maxLength: 5 }), { maxLength: 8 }), (names) => {
        const tree = emptyTree()
        for (const name of names) setValue(tree, name.join(''), 'polluted')
        const plain: Record<string, unknown> = {}
        for (const key of ['a', 'x', 'polluted', '[a]']) expect(plain[key]).toBeUndefined()
        expect(Object.getPrototypeOf(tree)).toBe(null)
      }),
    )
  })
})
