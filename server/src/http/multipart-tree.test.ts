import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { emptyTree, plant } from './multipart-tree.ts'

describe('the tree of a multipart body', () => {
  it('puts a[b] and a[b][c] where they say', () => {
    const tree = emptyTree()
    const photo = Buffer.from([1])
    expect(plant(tree, 'name', 'Ana')).toBe(true)
    expect(plant(tree, 'address[city_id]', '7')).toBe(true)
    expect(plant(tree, 'address[street][name]', null)).toBe(true)
    expect(plant(tree, 'photos[0]', photo)).toBe(true)
    expect(JSON.parse(JSON.stringify(tree))).toMatchObject({
      name: 'Ana',
      address: { city_id: '7', street: { name: null } },
    })
    expect(tree['photos']).toHaveProperty('0', photo)
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
  ])('does not take the name %j', (name) => {
    const tree = emptyTree()
    expect(plant(tree, name, 'x')).toBe(false)
    expect(Object.keys(tree)).toEqual([])
  })

  it('takes no name twice, and none that is both a value and a group', () => {
    const tree = emptyTree()
    expect(plant(tree, 'a', 'x')).toBe(true)
    expect(plant(tree, 'a', 'y')).toBe(false)
    expect(plant(tree, 'a[b]', 'y')).toBe(false)
    expect(plant(tree, 'c[d]', Buffer.from('x'))).toBe(true)
    expect(plant(tree, 'c', 'y')).toBe(false)
    expect(plant(tree, 'c[d][length]', 'y')).toBe(false)
    expect(plant(tree, 'n', null)).toBe(true)
    expect(tree['n']).toBe(null)
  })

  it('leaves every other object as it was, whatever the names', () => {
    const piece = fc.constantFrom('__proto__', 'constructor', 'prototype', 'a', '[', ']', '[a]', 'x')
    fc.assert(
      fc.property(fc.array(fc.array(piece, { maxLength: 5 }), { maxLength: 8 }), (names) => {
        const tree = emptyTree()
        for (const name of names) plant(tree, name.join(''), 'polluted')
        const plain: Record<string, unknown> = {}
        for (const key of ['a', 'x', 'polluted', '[a]']) expect(plain[key]).toBeUndefined()
        expect(Object.getPrototypeOf(tree)).toBe(null)
      }),
    )
  })
})
